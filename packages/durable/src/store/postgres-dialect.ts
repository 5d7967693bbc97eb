/** Kysely's PostgreSQL dialect, with errors that say what happened to the connection. */
import {
  PostgresDialect,
  PostgresDriver,
  type DatabaseConnection,
  type Driver,
  type PostgresDialectConfig,
  type PostgresPool,
} from 'kysely';
import type pg from 'pg';
import { ConfigError } from '@parlance/schemas/kit';
import { StoreError } from './store-error.js';

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

/** Runs Kysely on a pool of `pg`. */
export class PostgresStoreDialect extends PostgresDialect {
  readonly #config: PostgresDialectConfig;
  readonly #place: PostgresPlace;

  constructor(pool: PostgresPool, place: PostgresPlace) {
    const config = { pool };
    super(config);
    this.#config = config;
    this.#place = place;
  }

  override createDriver(): Driver {
    return new PostgresStoreDriver(this.#config, this.#place);
  }
}

class PostgresStoreDriver extends PostgresDriver {
  readonly #place: PostgresPlace;
  readonly #guarded: WeakSet<DatabaseConnection> = new WeakSet();

  constructor(config: PostgresDialectConfig, place: PostgresPlace) {
    super(config);
    this.#place = place;
  }

  override async acquireConnection(
    ...args: Parameters<PostgresDriver['acquireConnection']>
  ): Promise<DatabaseConnection> {
    try {
      const connection = await super.acquireConnection(...args);
      if (!this.#guarded.has(connection)) {
        this.#guarded.add(connection);
        const execute = connection.executeQuery.bind(connection);
        connection.executeQuery = async (query, options) => {
          try {
            return await execute(query, options);
          } catch (error) {
            throw postgresError(this.#place, error);
          }
        };
      }
      return connection;
    } catch (error) {
      throw postgresError(this.#place, error);
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
const UNAVAILABLE = /^(08|57P|53300|28|3D)|^E[A-Z]+$|^CONNECTION/;

/** Converts an error that concerns the server; returns all others unchanged. */
export function postgresError({ location, schema }: PostgresPlace, error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof StoreError) return error;
  const { code } = error as { code?: unknown };
  if (code === '42501')
    return new StoreError(
      'store_forbidden',
      location,
      `cannot be used: ${error.message}. ${grants(location, schema)}`,
      {
        cause: error,
      },
    );
  if (code === '53100')
    return new StoreError('store_full', location, 'cannot be written: the disk of the server is full.', {
      cause: error,
    });
  if (code === '25006')
    return new StoreError('store_unwritable', location, 'cannot be written: the server is read-only.', {
      cause: error,
    });
  // Errors of `pg` itself, such as connections that were terminated, have no code.
  const lost =
    typeof code === 'string' ? UNAVAILABLE.test(code) : /connection terminated|timeout/i.test(error.message);
  if (!lost) return error;
  return new StoreError('store_unavailable', location, `cannot be used: ${error.message || String(code)}`, {
    cause: error,
  });
}
