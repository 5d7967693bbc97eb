import { AsyncLocalStorage } from 'node:async_hooks';
import { sql, type Kysely, type Expression } from 'kysely';
import { ConfigError, ParlanceError } from '@parlance/schemas/kit';
import { StoredCheckpoints } from '../checkpoints.js';
import type { Checkpoints } from '../checkpoints.js';
import type { Lease, Leases } from '../leases/lease.js';
import { requireLease, StoredLeases } from '../leases/stored-leases.js';
import type { Ledger, LedgerOptions } from '../ledger/ledger.js';
import { StoredLedger } from '../ledger/stored-ledger.js';
import type { CoreTables } from './core-schema.js';
import type { JsonValue } from './json-value.js';
import { migrate } from './migrate.js';
import type { StorePool } from './postgres-dialect.js';
import type { StoreDatabase } from './store-database.js';
import { StoreError } from './store-error.js';
import { StorePatience } from './store-patience.js';
import type {
  Store,
  StoreKind,
  StoreSchema,
  StoreSession,
  StoreTransaction,
  TransactionOptions,
} from './store.js';

/** What fails in a transaction makes all of it fail. */
const IMPATIENT = new StorePatience({ pauseMs: [0, 0] });

/** The parts of a store. */
export interface DatabaseStoreParts {
  readonly kind: StoreKind;
  readonly location: string;
  readonly db: Kysely<CoreTables>;
  readonly now: Expression<number>;
  readonly patience: StorePatience;
  readonly pool?: StorePool | undefined;
  /** PostgreSQL schema of the tables; undefined for SQLite. */
  readonly schemaName: string | undefined;
}

/** Returns the database of a store or transaction that this package has created. */
export function databaseOf(session: StoreSession): StoreDatabase {
  if (session instanceof Session) return session.database;
  throw new ConfigError('store', 'store must come from openStore');
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

  async now(): Promise<number> {
    const { now, patience } = this.database;
    const select = sql<{ now: number }>`select ${now} as now`;
    const { rows } = await patience.run(async () => select.execute(this.database.db));
    return rows[0]?.now ?? Number.NaN;
  }
}

class Transaction extends Session implements StoreTransaction {
  requireLease(lease: Lease): Promise<void> {
    return requireLease(this.database, lease);
  }
}

/** A store in a SQL database. */
export class DatabaseStore extends Session implements Store {
  readonly kind: StoreKind;
  readonly location: string;
  readonly #parts: DatabaseStoreParts;
  readonly #leases: StoredLeases;
  readonly #current: AsyncLocalStorage<{ done: boolean }>;
  readonly #state: { closed: boolean };
  #closing: Promise<void> | undefined;

  constructor(parts: DatabaseStoreParts) {
    const current = new AsyncLocalStorage<{ done: boolean }>();
    const state = { closed: false };
    const outside = outsideTransaction(parts, current, state);
    super(outside);
    this.kind = parts.kind;
    this.location = parts.location;
    this.#parts = parts;
    this.#leases = new StoredLeases(outside);
    this.#current = current;
    this.#state = state;
  }

  get leases(): Leases {
    return this.#leases;
  }

  async migrate<Tables>(schema: StoreSchema<Tables>): Promise<Kysely<Tables>> {
    await migrate({ ...this.#parts, db: this.database.db as unknown as Kysely<never> }, schema);
    return this.tables(schema);
  }

  async transaction<Result>(
    run: (transaction: StoreTransaction) => Promise<Result>,
    { lease }: TransactionOptions = {},
  ): Promise<Result> {
    const state = { done: false };
    try {
      return await this.database.db.transaction().execute((db) =>
        this.#current.run(state, async () => {
          const transaction = new Transaction({ ...this.#parts, db, patience: IMPATIENT });
          if (lease !== undefined) await transaction.requireLease(lease);
          return run(transaction);
        }),
      );
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
      // If the server does not respond, the leases expire.
      this.#parts.patience.end();
      await this.#leases.releaseAll();
    } finally {
      this.#state.closed = true;
      await this.#parts.db.destroy();
    }
  }
}

/**
 * Rejects calls on a closed store, and calls on the store in the function of a transaction. They would not be part of it, and with SQLite, which has one connection, they
 * would wait for its end forever.
 */
function outsideTransaction(
  { kind, location, db, now, patience, pool }: DatabaseStoreParts,
  current: AsyncLocalStorage<{ done: boolean }>,
  state: { readonly closed: boolean },
): StoreDatabase {
  return {
    kind,
    location,
    now,
    patience,
    pool,
    get db() {
      if (state.closed) throw new StoreError('store_unavailable', location, 'was closed.');
      if (current.getStore()?.done === false)
        throw new ParlanceError(
          'store_in_transaction',
          'The store was used in the function of one of its transactions. Use the transaction that is passed to it.',
        );
      return db;
    },
  };
}
