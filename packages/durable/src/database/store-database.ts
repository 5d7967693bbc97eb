import { sql, type Kysely, type Expression } from 'kysely';
import type { CoreTables } from './core-schema.js';
import type { StorePool } from './postgres-dialect.js';
import type { StorePatience } from './store-patience.js';

/** The databases that a store can use. */
export type StoreKind = 'sqlite' | 'postgres';

/** A database connection or transaction, as the parts of a store see it. */
export interface StoreDatabase {
  /** The kind of database. */
  readonly kind: StoreKind;
  /** File name, or address of the server without the password. */
  readonly location: string;
  /** PostgreSQL schema of the tables; undefined for SQLite. */
  readonly schemaName: string | undefined;
  /** Queries. In a transaction, they are part of it. */
  readonly db: Kysely<CoreTables>;
  /** SQL for the time by the database's clock, in milliseconds since 1970. */
  readonly now: Expression<number>;
  /** Waits for the store; not in a transaction, which cannot be repeated in parts. */
  readonly patience: StorePatience;
  /** Connections of PostgreSQL, for libraries that do not use Kysely; undefined for SQLite. */
  readonly pool?: StorePool | undefined;
}

/** Reads the clock of the database, in milliseconds since 1970. */
export async function readClock(database: StoreDatabase): Promise<number> {
  const select = sql<{ now: number }>`select ${database.now} as now`;
  const { rows } = await database.patience.run(async () => select.execute(database.db));
  return rows[0]?.now ?? Number.NaN;
}
