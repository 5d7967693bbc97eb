/** Kysely's SQLite dialect over `node:sqlite`. */
import {
  CompiledQuery,
  SqliteAdapter,
  SqliteDialect,
  SqliteDriver,
  type DatabaseConnection,
  type DialectAdapter,
  type Driver,
  type SqliteDatabase,
  type SqliteStatement,
} from 'kysely';
import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import { isBusy, sqliteError } from './sqlite-errors.js';

/** The longest wait for another process that writes, in milliseconds. */
const LOCK_TIMEOUT_MS = 60_000;

/** Options for {@link NodeSqliteDialect}. */
export interface NodeSqliteDialectOptions {
  /** File name, for errors. */
  readonly location: string;
  /** The open database. */
  readonly database: DatabaseSync;
}

/** Runs Kysely on a database of `node:sqlite`. */
export class NodeSqliteDialect extends SqliteDialect {
  readonly #options: NodeSqliteDialectOptions;

  constructor(options: NodeSqliteDialectOptions) {
    super({ database: adapted(options.database) });
    this.#options = options;
  }

  override createDriver(): Driver {
    return new NodeSqliteDriver(this.#options);
  }

  override createAdapter(): DialectAdapter {
    return new NodeSqliteAdapter();
  }
}

/** Runs migrations in a transaction, so that two processes that open a file at the same time do not both run them. */
class NodeSqliteAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

class NodeSqliteDriver extends SqliteDriver {
  readonly #database: DatabaseSync;
  readonly #location: string;
  readonly #guarded: WeakSet<DatabaseConnection> = new WeakSet();

  constructor({ database, location }: NodeSqliteDialectOptions) {
    super({ database: adapted(database) });
    this.#database = database;
    this.#location = location;
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    const connection = await super.acquireConnection();
    if (!this.#guarded.has(connection)) {
      this.#guarded.add(connection);
      this.#guard(connection);
    }
    return connection;
  }

  /**
   * A transaction that starts with a read and then writes fails at once when another process has written in between. With the
   * lock from the start, it waits instead.
   */
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'));
  }

  /** SQLite itself rolls back when the disk is full. A second time would fail, and hide why. */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#database.isTransaction) await super.rollbackTransaction(connection);
  }

  /**
   * Waits for other writers without blocking the process: SQLite's own busy timeout would stop the event loop, and with it a
   * transaction of the same process that is to end the wait.
   */
  #guard(connection: DatabaseConnection): void {
    const execute = connection.executeQuery.bind(connection);
    connection.executeQuery = async (query, options) => {
      const startedAt = performance.now();
      for (let waitMs = 1; ; waitMs = Math.min(waitMs * 2, 50)) {
        try {
          return await execute(query, options);
        } catch (error) {
          if (!isBusy(error) || performance.now() - startedAt > LOCK_TIMEOUT_MS)
            throw sqliteError(this.#location, error);
          await delay(waitMs * (0.5 + Math.random()));
        }
      }
    };
  }
}

/** Statements that are kept, prepared. The packages have some hundred; lists of different lengths make more. */
const MAX_STATEMENTS = 500;

/** Adapts a database to the interface of Kysely's driver. */
function adapted(database: DatabaseSync): SqliteDatabase {
  const statements = new Map<string, SqliteStatement>();
  return {
    close: () => database.close(),
    prepare: (text) => {
      let statement = statements.get(text);
      if (statement === undefined) {
        if (statements.size >= MAX_STATEMENTS) statements.clear();
        statement = prepared(database, text);
        statements.set(text, statement);
      }
      return statement;
    },
  };
}

function prepared(database: DatabaseSync, text: string): SqliteStatement {
  const statement = database.prepare(text);
  const values = (parameters: readonly unknown[]): SQLInputValue[] => parameters.map(toSqlite);
  return {
    reader: statement.columns().length > 0,
    all: (parameters) => statement.all(...values(parameters)),
    run: (parameters) => statement.run(...values(parameters)),
    // Rows are read while other statements run, so it needs a statement of its own.
    iterate: (parameters) => database.prepare(text).iterate(...values(parameters)),
  };
}

function toSqlite(value: unknown): SQLInputValue {
  if (typeof value === 'boolean') return value ? 1 : 0;
  return value === undefined ? null : (value as SQLInputValue);
}
