/** Kysely's PostgreSQL dialect, with errors that say what happened to the connection. */
import {
  PostgresDialect,
  PostgresDriver,
  type DatabaseConnection,
  type Driver,
  type PostgresPool,
  type QueryResult,
  type TransactionSettings,
} from 'kysely';
import type pg from 'pg';
import { ConfigError } from '@parlance/schemas/kit';
import { StoreError, type StoreErrorCode } from './store-error.js';
import type { StorePatience } from './store-patience.js';

/** Id of the type `bigint`, which `pg` returns as text by default. Times and counts fit into a number. */
const INT8 = 20;

/** How long a server may take to accept a connection, in milliseconds. */
const CONNECT_TIMEOUT_MS = 10_000;

/** A pool of connections, for Kysely and for queries of others. */
export interface StorePool extends PostgresPool {
  query(text: string, values?: unknown[]): Promise<{ rows: unknown[] }>;
}

/** Where the tables of a store are, for errors. */
export interface PostgresPlace {
  /** Address of the server without the password. */
  readonly location: string;
  /** Schema of the tables. */
  readonly schema: string;
}

/** Options for {@link PostgresStoreDialect}. */
export interface PostgresStoreDialectOptions {
  readonly pool: PostgresPool;
  readonly place: PostgresPlace;
  /** Waits for the server. */
  readonly patience: StorePatience;
}

/** Runs Kysely on a pool of `pg`. */
export class PostgresStoreDialect extends PostgresDialect {
  readonly #options: PostgresStoreDialectOptions;

  constructor(options: PostgresStoreDialectOptions) {
    super({ pool: options.pool });
    this.#options = options;
  }

  override createDriver(): Driver {
    return new PostgresStoreDriver(this.#options);
  }
}

/** Kysely passes the connections that `acquireConnection` has returned to the other methods, and those of its own driver are in them, so the casts are safe. */
class PostgresStoreDriver extends PostgresDriver {
  readonly #place: PostgresPlace;
  readonly #patience: StorePatience;

  constructor({ pool, place, patience }: PostgresStoreDialectOptions) {
    super({ pool });
    this.#place = place;
    this.#patience = patience;
  }

  override async acquireConnection(
    ...args: Parameters<PostgresDriver['acquireConnection']>
  ): Promise<DatabaseConnection> {
    const acquire = async (): Promise<DatabaseConnection> => {
      try {
        return await super.acquireConnection(...args);
      } catch (error) {
        throw postgresError(this.#place, error);
      }
    };
    const release = (connection: DatabaseConnection): Promise<void> =>
      super.releaseConnection(connection as OwnConnection);
    const parts = { place: this.#place, patience: this.#patience, acquire, release };
    return new PatientConnection(await this.#patience.run(acquire), parts);
  }

  override async beginTransaction(
    connection: DatabaseConnection,
    settings: TransactionSettings,
  ): Promise<void> {
    await (connection as PatientConnection).begin((inner) => super.beginTransaction(inner, settings));
  }

  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    await (connection as PatientConnection).rollBack((inner) =>
      super.rollbackTransaction(inner as OwnConnection),
    );
  }

  override releaseConnection(connection: DatabaseConnection): Promise<void> {
    return (connection as PatientConnection).release();
  }
}

/** The connections of Kysely's driver, whose type it does not export. */
type OwnConnection = Parameters<PostgresDriver['releaseConnection']>[0];

interface PatientConnectionParts {
  readonly place: PostgresPlace;
  readonly patience: StorePatience;
  readonly acquire: () => Promise<DatabaseConnection>;
  readonly release: (connection: DatabaseConnection) => Promise<void>;
}

/**
 * A connection that is replaced when it breaks before a transaction has begun, or while it only reads. The pool may have connections that
 * the server has closed.
 */
class PatientConnection implements DatabaseConnection {
  #inner: DatabaseConnection | undefined;
  readonly #parts: PatientConnectionParts;
  #isInTransaction = false;
  #isBroken = false;

  constructor(inner: DatabaseConnection, parts: PatientConnectionParts) {
    this.#inner = inner;
    this.#parts = parts;
  }

  async release(): Promise<void> {
    const inner = this.#inner;
    this.#inner = undefined;
    if (inner !== undefined) await this.#parts.release(inner);
  }

  async begin(begin: (inner: DatabaseConnection) => Promise<void>): Promise<void> {
    await this.#repeat(begin);
    this.#isInTransaction = true;
  }

  rollBack(rollBack: (inner: DatabaseConnection) => Promise<void>): Promise<void> {
    return this.#converted(rollBack);
  }

  executeQuery<Row>(...args: Parameters<DatabaseConnection['executeQuery']>): Promise<QueryResult<Row>> {
    const execute = (inner: DatabaseConnection): Promise<QueryResult<Row>> =>
      inner.executeQuery<Row>(...args);
    const [{ query }] = args;
    return this.#isInTransaction || query.kind !== 'SelectQueryNode'
      ? this.#converted(execute)
      : this.#repeat(execute);
  }

  streamQuery<Row>(
    ...args: Parameters<DatabaseConnection['streamQuery']>
  ): AsyncIterableIterator<QueryResult<Row>> {
    return this.#held().streamQuery<Row>(...args);
  }

  #held(): DatabaseConnection {
    if (this.#inner === undefined) throw new Error('The connection was released.');
    return this.#inner;
  }

  #repeat<Result>(execute: (inner: DatabaseConnection) => Promise<Result>): Promise<Result> {
    return this.#parts.patience.run(async () => {
      if (this.#isBroken) await this.release();
      this.#isBroken = false;
      this.#inner ??= await this.#parts.acquire();
      return this.#converted(execute);
    });
  }

  async #converted<Result>(execute: (inner: DatabaseConnection) => Promise<Result>): Promise<Result> {
    try {
      return await execute(this.#held());
    } catch (error) {
      const converted = postgresError(this.#parts.place, error);
      this.#isBroken = StoreError.is(converted) && converted.retryable;
      throw converted;
    }
  }
}

/**
 * Creates a pool of connections.
 *
 * @param url - Address of the database.
 * @param maxConnections - Limit of the pool.
 * @throws {ConfigError} When the package `pg` is not installed.
 */
export async function openPool(url: string, maxConnections: number): Promise<StorePool> {
  const { Client, Pool, types } = await loadPg();
  // The same option of the pool also limits how long queries wait for a free connection.
  class TimedClient extends Client {
    constructor(config?: pg.ClientConfig) {
      super({ ...config, connectionTimeoutMillis: CONNECT_TIMEOUT_MS });
    }
  }
  const pool = new Pool({
    Client: TimedClient,
    connectionString: url,
    max: maxConnections,
    application_name: 'parlance',
    // Otherwise, a query would wait forever for the response of a server that has lost its power.
    keepAlive: true,
    // Idle connections do not keep the process alive.
    allowExitOnIdle: true,
    types: {
      getTypeParser: (id: number, format?: 'text' | 'binary') =>
        id === INT8 ? Number : (types.getTypeParser(id, format as 'text') as (text: string) => unknown),
    } as typeof types,
  });
  // A connection that breaks is replaced, and its next query fails. Without listeners, it would end the process: the pool listens
  // to idle connections only.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool as unknown as StorePool;
}

async function loadPg(): Promise<typeof pg> {
  try {
    return (await import('pg')).default;
  } catch (error) {
    throw new ConfigError('url', 'A PostgreSQL store requires the package pg: npm install pg', {
      cause: error,
    });
  }
}

/** Says what to grant. A role that creates the tables needs no more than the first statement. */
function grants(location: string, schema: string): string {
  const { username, pathname } = new URL(location);
  const [role, database] = [username, pathname.slice(1)].map(
    (name) => `"${decodeURIComponent(name).replaceAll('"', '""')}"`,
  );
  return `Run as the owner: grant create on database ${database} to ${role}; if the schema exists: grant usage, create on schema ${schema} to ${role}; grant select, insert, update, delete on all tables in schema ${schema} to ${role};`;
}

/** Errors that concern the server or the connection rather than the statement: classes of states, and codes of sockets. */
const UNAVAILABLE = /^(08|57P|53300)|^E[A-Z]+$|^CONNECTION/;

/** States of a server that cannot write. */
const UNWRITABLE: Readonly<Record<string, readonly [StoreErrorCode, string]>> = {
  53100: ['store_full', 'cannot be written: the disk of the server is full.'],
  25006: ['store_unwritable', 'cannot be written: the server is read-only.'],
};

/** States of a server that responds, but refuses the user or has no such database. */
const REFUSED = /^(28|3D)/;

/** Converts an error that concerns the server; returns all others unchanged. */
export function postgresError({ location, schema }: PostgresPlace, error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof StoreError) return error;
  const { code } = error as { code?: unknown };
  if (code === '42501') {
    const problem = `cannot be used: ${error.message}. ${grants(location, schema)}`;
    return new StoreError('store_forbidden', location, problem, { cause: error });
  }
  const known = UNWRITABLE[String(code)];
  if (known !== undefined) return new StoreError(known[0], location, known[1], { cause: error });
  // Errors of `pg` itself, such as connections that were terminated, have no code.
  const lost =
    typeof code === 'string'
      ? UNAVAILABLE.test(code)
      : /connection terminated|connection error|timeout/i.test(error.message);
  const refused = typeof code === 'string' && REFUSED.test(code);
  if (!lost && !refused) return error;
  return new StoreError('store_unavailable', location, `cannot be used: ${error.message || String(code)}`, {
    cause: error,
    retryable: lost,
  });
}
