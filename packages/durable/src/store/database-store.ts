import { AsyncLocalStorage } from 'node:async_hooks';
import { sql, type Kysely } from 'kysely';
import { ConfigError, ParlanceError } from '@parlance/schemas/kit';
import type { JsonValue } from '../database/json-value.js';
import { migrate, type StoreSchema } from '../database/migrate.js';
import { readClock, type StoreDatabase, type StoreKind } from '../database/store-database.js';
import { StoreError } from '../database/store-error.js';
import { StorePatience } from '../database/store-patience.js';
import { HeldLease } from '../leases/held-lease.js';
import type { Lease } from '../leases/lease.js';
import { requireLease, StoredLeases } from '../leases/stored-leases.js';
import type { Ledger, LedgerOptions } from '../ledger/ledger.js';
import { StoredLedger } from '../ledger/stored-ledger.js';
import { StoredCheckpoints, type Checkpoints } from './checkpoints.js';
import type { Store, StoreSession, StoreTransaction, TransactionOptions } from './store.js';

/** What fails in a transaction makes all of it fail. */
const IMPATIENT = new StorePatience([0, 0]);

/** Returns the database of a store or transaction that this package has created. */
export function databaseOf(session: StoreSession): StoreDatabase {
  if (session instanceof Session) return session.database;
  throw new ConfigError('store', 'store must come from openStore');
}

/**
 * Runs a function in a transaction that a power failure may undo: it does not wait for the disk. It is durable with the next transaction that
 * does.
 */
export async function unsyncedTransaction<Result>(
  store: Store,
  run: (transaction: StoreTransaction) => Promise<Result>,
): Promise<Result> {
  if (!(store instanceof DatabaseStore) || store.kind !== 'sqlite') return store.transaction(run);
  return store.database.db.connection().execute(async (db) => {
    await sql`pragma synchronous = normal`.execute(db);
    try {
      return await store.transaction(run, {}, db);
    } finally {
      await sql`pragma synchronous = full`.execute(db);
    }
  });
}

/** Renews a lease in a transaction, and extends it in this process once that is committed. */
export async function renewIn(
  transaction: StoreTransaction,
  lease: HeldLease,
  renew: () => Promise<void>,
): Promise<void> {
  const startedAt = performance.now();
  await renew();
  if (transaction instanceof Transaction) transaction.whenCommitted(() => lease.renewedAt(startedAt));
}

class Session implements StoreSession {
  /** Internal. */
  readonly database: StoreDatabase;
  readonly checkpoints: Checkpoints;

  constructor(database: StoreDatabase) {
    this.database = database;
    this.checkpoints = new StoredCheckpoints(database);
  }

  ledger<Result extends object | JsonValue = JsonValue>(
    name: string,
    options?: LedgerOptions,
  ): Ledger<Result> {
    return StoredLedger.named<Result>(this.database, name, options);
  }

  tables<Tables>(_schema: StoreSchema<Tables>): Kysely<Tables> {
    return this.database.db as unknown as Kysely<Tables>;
  }

  now(): Promise<number> {
    return readClock(this.database);
  }
}

class Transaction extends Session implements StoreTransaction {
  readonly #actions: (() => void)[] = [];

  requireLease(lease: Lease): Promise<void> {
    const renew = (): Promise<void> => requireLease(this.database, lease);
    return lease instanceof HeldLease ? renewIn(this, lease, renew) : renew();
  }

  whenCommitted(action: () => void): void {
    this.#actions.push(action);
  }

  committed(): void {
    for (const action of this.#actions) action();
  }
}

/** Whether a store was closed, and the transaction in whose function the code runs. */
class StoreState {
  isClosed = false;
  readonly current: AsyncLocalStorage<{ done: boolean }> = new AsyncLocalStorage();
}

/** A store in a SQL database. */
export class DatabaseStore extends Session implements Store {
  readonly kind: StoreKind;
  readonly location: string;
  readonly leases: StoredLeases;
  readonly #inner: StoreDatabase;
  readonly #state: StoreState;
  #closing: Promise<void> | undefined;

  constructor(inner: StoreDatabase) {
    const state = new StoreState();
    super(outsideTransaction(inner, state));
    this.kind = inner.kind;
    this.location = inner.location;
    this.leases = new StoredLeases(this.database);
    this.#inner = inner;
    this.#state = state;
  }

  async migrate<Tables>(schema: StoreSchema<Tables>): Promise<Kysely<Tables>> {
    await this.database.patience.run(() => migrate(this.database, schema));
    return this.tables(schema);
  }

  async transaction<Result>(
    run: (transaction: StoreTransaction) => Promise<Result>,
    { lease }: TransactionOptions = {},
    connection: StoreDatabase['db'] = this.database.db,
  ): Promise<Result> {
    const state = { done: false };
    try {
      const { transaction, result } = await connection.transaction().execute((db) =>
        this.#state.current.run(state, async () => {
          const transaction = new Transaction({ ...this.#inner, db, patience: IMPATIENT });
          if (lease !== undefined) await transaction.requireLease(lease);
          return { transaction, result: await run(transaction) };
        }),
      );
      transaction.committed();
      return result;
    } finally {
      state.done = true;
    }
  }

  async check(): Promise<void> {
    if (this.kind !== 'sqlite') return;
    const { rows } = await sql<{ quick_check: string }>`pragma quick_check(1)`.execute(this.database.db);
    if (rows[0]?.quick_check !== 'ok')
      throw new StoreError('store_damaged', this.location, 'is damaged. Restore it from a copy.');
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  async #close(): Promise<void> {
    try {
      this.#inner.patience.end();
      await this.leases.releaseAll();
    } finally {
      this.#state.isClosed = true;
      await this.#inner.db.destroy();
    }
  }
}

/**
 * Rejects calls on a closed store, and calls on the store in the function of a transaction. They would not be part of it, and with SQLite,
 * which has one connection, they would wait for its end forever.
 */
function outsideTransaction(inner: StoreDatabase, state: StoreState): StoreDatabase {
  return {
    ...inner,
    get db() {
      if (state.isClosed) throw new StoreError('store_unavailable', inner.location, 'was closed.');
      if (state.current.getStore()?.done === false)
        throw new ParlanceError(
          'store_in_transaction',
          'The store was used in the function of one of its transactions. Use the transaction that is passed to it.',
        );
      return inner.db;
    },
  };
}
