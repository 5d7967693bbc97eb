import type { Kysely } from 'kysely';
import type { JsonValue } from '../database/json-value.js';
import type { StoreSchema } from '../database/migrate.js';
import type { StoreKind } from '../database/store-database.js';
import type { Lease, Leases } from '../leases/lease.js';
import type { Ledger, LedgerOptions } from '../ledger/ledger.js';
import type { Checkpoints } from './checkpoints.js';

/** Options for {@link Store.transaction}. */
export interface TransactionOptions {
  /**
   * A lease that the transaction requires. If it was lost, the transaction is rolled back with a `LeaseLostError`; otherwise it is
   * renewed, and no other process can acquire it before the commit.
   */
  readonly lease?: Lease | undefined;
}

/** What a {@link Store} and a transaction have in common. */
export interface StoreSession {
  /** Named checkpoints of work that resumes where it stopped. */
  readonly checkpoints: Checkpoints;
  /**
   * Returns a ledger: records of what was done, by key, so that it is not done twice.
   *
   * @typeParam Result - What finished entries store.
   * @param name - Name of the ledger. Ledgers with different names are independent.
   * @param options - Duration of its leases.
   * @throws {ConfigError} When the name cannot be stored, or an option is invalid.
   */
  ledger<Result extends object | JsonValue = JsonValue>(
    name: string,
    options?: LedgerOptions,
  ): Ledger<Result>;
  /**
   * Returns a query builder for the tables of a schema, which {@link Store.migrate} must have created.
   *
   * @param schema - The schema.
   */
  tables<Tables>(schema: StoreSchema<Tables>): Kysely<Tables>;
  /** Reads the clock of the database, in milliseconds since 1970. Clocks of different machines are never compared. */
  now(): Promise<number>;
}

/** A transaction of a {@link Store}. Only what is called on it is part of the transaction. */
export interface StoreTransaction extends StoreSession {
  /**
   * Checks that a lease is still held, renews it and keeps other processes from acquiring it until the transaction ends.
   *
   * @throws {LeaseLostError} When the lease was lost or released.
   */
  requireLease(lease: Lease): Promise<void>;
}

/**
 * A database for work that must survive restarts: checkpoints, leases, ledgers, jobs, rate limits, and tables of other packages. Processes
 * that use the same database share all of it.
 */
export interface Store extends StoreSession, AsyncDisposable {
  /** The kind of database. */
  readonly kind: StoreKind;
  /** File name, or address of the server without the password. */
  readonly location: string;
  /** Locks that only one process holds at a time. */
  readonly leases: Leases;
  /**
   * Creates the tables of a schema, or migrates them to the newest version.
   *
   * @param schema - The schema.
   * @returns A query builder for the tables; the same as that of {@link StoreSession.tables}.
   * @throws {StoreError} With code `store_newer` when a newer release has migrated the tables.
   * @throws {ConfigError} When the name of the schema is invalid.
   */
  migrate<Tables>(schema: StoreSchema<Tables>): Promise<Kysely<Tables>>;
  /**
   * Runs a function in a transaction. If it throws, everything is rolled back. SQLite runs one transaction at a time, so do not wait
   * for a network response in it, and use the transaction that is passed, never the store.
   *
   * @param run - Receives the transaction.
   * @param options - A lease that the transaction requires.
   * @returns What the function returns, once it is committed.
   * @throws {LeaseLostError} When the required lease was lost.
   */
  transaction<Result>(
    run: (transaction: StoreTransaction) => Promise<Result>,
    options?: TransactionOptions,
  ): Promise<Result>;
  /**
   * Reads all of a SQLite file to find damage, which takes seconds per gigabyte. Does nothing with PostgreSQL.
   *
   * @throws {StoreError} With code `store_damaged`.
   */
  check(): Promise<void>;
  /**
   * Releases all leases that this store holds, and closes the database. A lease that cannot be released, for example because the disk is full
   * or the server does not respond, expires.
   */
  close(): Promise<void>;
}
