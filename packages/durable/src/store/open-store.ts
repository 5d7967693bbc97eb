import { wrong } from '@parlance/core-transport/internal';
import { fileURLToPath } from 'node:url';
import { Kysely, sql, type Expression } from 'kysely';
import { ConfigError } from '@parlance/schemas/kit';
import { checkName } from '../database/check-name.js';
import { coreSchema, type CoreTables } from '../database/core-schema.js';
import { migrate } from '../database/migrate.js';
import { openSqlite } from '../database/open-sqlite.js';
import { openPool, PostgresStoreDialect } from '../database/postgres-dialect.js';
import { NodeSqliteDialect } from '../database/sqlite-dialect.js';
import type { StoreDatabase } from '../database/store-database.js';
import { StorePatience, type StoreWait } from '../database/store-patience.js';
import { DatabaseStore } from './database-store.js';
import type { Store } from './store.js';

/** Options for {@link openStore}. */
export interface OpenStoreOptions {
  /** PostgreSQL only: schema of the tables; created if it is missing. Default: `parlance`. */
  readonly schema?: string | undefined;
  /** PostgreSQL only: largest number of connections of this process. Default: 10. */
  readonly maxConnections?: number | undefined;
  /**
   * The longest wait of an operation while the server does not respond, or another process has locked the file, in milliseconds, from 0.
   * `Infinity` waits as long as it takes. Reads, beginning transactions and operations that can be repeated wait; a transaction whose
   * connection is lost fails. Opening does not wait for a server. Default: 300,000.
   */
  readonly maxWaitMs?: number | undefined;
  /** Called about once a second while an operation waits. */
  readonly onWaiting?: ((wait: StoreWait) => void) | undefined;
}

const DEFAULT_MAX_WAIT_MS = 300_000;

// The clock of each database.
const SQLITE_NOW = sql<number>`cast(unixepoch('subsec') * 1000 as integer)`;
const POSTGRES_NOW = sql<number>`floor(extract(epoch from clock_timestamp()) * 1000)::bigint`;

/**
 * Opens a store and creates or migrates its tables.
 *
 * @param url - `sqlite:` and a file name, such as `sqlite:./parlance.db`, or the address of a PostgreSQL database, such as
 * `postgres://user:password@host:5432/database`, which requires the package `pg`. SQLite is for one machine: any number of processes
 * can use the file, but it must not be on a network drive.
 * @param options - Schema and connections.
 * @throws {StoreError} When the store cannot be used. The file is left unchanged.
 * @throws {ConfigError} When the address is invalid, or `pg` is not installed.
 */
export function openStore(url: string, options: OpenStoreOptions = {}): Promise<Store> {
  return openStoreWith(url, options);
}

/** Opens a store with the clock of a test. */
export async function openStoreWith(
  url: string,
  options: OpenStoreOptions,
  clock?: Expression<number>,
): Promise<Store> {
  if (typeof url !== 'string' || url === '') throw invalid();
  checkName('url', url);
  const { maxWaitMs = DEFAULT_MAX_WAIT_MS } = options;
  if (!(maxWaitMs >= 0)) throw new ConfigError('maxWaitMs', 'maxWaitMs must be a number from 0');
  if (url.startsWith('sqlite:')) return openSqliteStore(url, options, clock);
  if (/^postgres(ql)?:\/\//.test(url)) return openPostgresStore(url, options, clock);
  throw invalid();
}

function invalid(): ConfigError {
  return wrong('url', 'must start with `sqlite:` or `postgres://`, e.g. `sqlite:./parlance.db`');
}

async function openSqliteStore(
  url: string,
  { maxWaitMs = DEFAULT_MAX_WAIT_MS, onWaiting }: OpenStoreOptions,
  clock: Expression<number> | undefined,
): Promise<Store> {
  const file = url.startsWith('sqlite://') ? fileOf(url) : url.slice(7);
  if (file === '') throw invalid();
  const database = await openSqlite(file);
  // Locks are short. Waiting must not block the process, as SQLite's own busy timeout would.
  const patience = new StorePatience([1, 50], onWaiting);
  patience.maxWaitMs = maxWaitMs;
  const dialect = new NodeSqliteDialect({ database, location: file, patience });
  const db = new Kysely<CoreTables>({ dialect });
  const now = clock ?? SQLITE_NOW;
  return ready({ kind: 'sqlite', location: file, db, now, patience, schemaName: undefined });
}

/** Converts the form with slashes, which is a URL. */
function fileOf(url: string): string {
  try {
    return fileURLToPath(`file:${url.slice(7)}`);
  } catch (error) {
    throw new ConfigError(
      'url',
      'url with `sqlite://` must have an absolute path, e.g. `sqlite:///var/parlance.db`; for a relative one, use `sqlite:./parlance.db`',
      { cause: error },
    );
  }
}

async function openPostgresStore(
  url: string,
  options: OpenStoreOptions,
  clock: Expression<number> | undefined,
): Promise<Store> {
  const { schema = 'parlance', maxConnections = 10, maxWaitMs = DEFAULT_MAX_WAIT_MS, onWaiting } = options;
  if (!/^[a-z_][a-z0-9_]{0,62}$/.test(schema))
    throw new ConfigError('schema', 'schema must consist of lower-case letters, digits and underscores');
  if (!Number.isSafeInteger(maxConnections) || maxConnections < 1)
    throw new ConfigError('maxConnections', 'maxConnections must be a whole number from 1');
  const location = withoutPassword(url);
  const pool = await openPool(url, maxConnections);
  const patience = new StorePatience([50, 1_000], onWaiting);
  const place = { location, schema };
  const db = new Kysely<CoreTables>({ dialect: new PostgresStoreDialect({ pool, place, patience }) });
  const store = await ready({
    kind: 'postgres',
    location,
    db: db.withSchema(schema),
    pool,
    now: clock ?? POSTGRES_NOW,
    patience,
    schemaName: schema,
  });
  // Not before: a wrong address should be reported without a wait.
  patience.maxWaitMs = maxWaitMs;
  return store;
}

async function ready(database: StoreDatabase): Promise<Store> {
  try {
    await migrate(database, coreSchema);
    return new DatabaseStore(database);
  } catch (error) {
    await database.db.destroy();
    throw error;
  }
}

function withoutPassword(url: string): string {
  try {
    const { protocol, username, host, pathname } = new URL(url);
    return `${protocol}//${username === '' ? '' : `${username}@`}${host}${pathname}`;
  } catch {
    throw wrong('url', 'must be an absolute URL, e.g. `postgres://user:password@host/database`');
  }
}
