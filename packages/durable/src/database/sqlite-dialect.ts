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
import { statSync } from 'node:fs';
import path from 'node:path';
import { StoreError, type StoreErrorCode } from './store-error.js';
import type { StorePatience } from './store-patience.js';

/** Options for {@link NodeSqliteDialect}. */
export interface NodeSqliteDialectOptions {
  /** File name, for errors. */
  readonly location: string;
  /** The open database. */
  readonly database: DatabaseSync;
  /** Waits for other processes that write. */
  readonly patience: StorePatience;
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
export class NodeSqliteAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

class NodeSqliteDriver extends SqliteDriver {
  readonly #database: DatabaseSync;
  readonly #location: string;
  readonly #file: string;
  readonly #identities: Map<string, string> = new Map();
  readonly #patience: StorePatience;
  readonly #guarded: WeakSet<DatabaseConnection> = new WeakSet();

  constructor({ database, location, patience }: NodeSqliteDialectOptions) {
    super({ database: adapted(database) });
    this.#database = database;
    this.#location = location;
    // The process may change its working directory.
    this.#file = path.resolve(location);
    this.#patience = patience;
    this.#requireFiles();
  }

  /**
   * What is written to a file that was removed or replaced would be lost. Commits are first written to a log, which SQLite creates with
   * its index in the first transaction and keeps until it is closed.
   */
  #requireFiles(): void {
    for (const suffix of ['', '-wal', '-shm']) {
      const [known, now] = [this.#identities.get(suffix), identityOf(this.#file + suffix)];
      if (known === undefined && now !== undefined) this.#identities.set(suffix, now);
      if (known === undefined || known === now) continue;
      throw new StoreError(
        'store_unwritable',
        this.#location + suffix,
        'was removed or replaced while it was open. Nothing was committed since.',
      );
    }
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

  override async commitTransaction(connection: DatabaseConnection): Promise<void> {
    this.#requireFiles();
    await super.commitTransaction(connection);
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
    connection.executeQuery = (query, options) =>
      this.#patience.run(async () => {
        if (!this.#database.isTransaction && !COMMITS_NOTHING.test(query.sql)) this.#requireFiles();
        try {
          return await execute(query, options);
        } catch (error) {
          throw sqliteError(this.#location, error);
        }
      });
  }
}

/** A transaction checks the files when it commits. */
const COMMITS_NOTHING = /^(?:select|begin|pragma)\b/i;

/** Identifies a file; undefined if there is none, as for `:memory:`. */
function identityOf(file: string): string | undefined {
  const stats = statSync(file, { bigint: true, throwIfNoEntry: false });
  return stats === undefined ? undefined : `${stats.dev} ${stats.ino}`;
}

/** Statements that are kept, prepared. The packages have some hundred; lists of different lengths make more, of up to 50 KB each. */
const MAX_STATEMENTS = 200;

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

/** Errors that say something about the file rather than the statement, by SQLite's primary result code. */
const FILE_ERRORS: Readonly<Record<number, readonly [StoreErrorCode, string]>> = {
  5: ['store_unavailable', 'is locked by another process.'],
  6: ['store_unavailable', 'is locked by another process.'],
  8: ['store_unwritable', 'cannot be written: it is read-only.'],
  10: ['store_unwritable', 'cannot be read or written: the disk reported an error.'],
  11: ['store_damaged', 'is damaged. Restore it from a copy.'],
  13: ['store_full', 'cannot be written: the disk is full. What was committed before is intact.'],
  14: ['store_unwritable', 'cannot be opened. Check that its folder exists and can be written.'],
  26: ['store_foreign', 'is not a database.'],
};

/** Returns whether another connection holds the lock. The statement had no effect. */
function isBusy(error: unknown): boolean {
  const code = primaryCode(error);
  return code === 5 || code === 6;
}

/** Converts an error of SQLite that concerns the file; returns all others unchanged. */
export function sqliteError(location: string, error: unknown): unknown {
  const known = FILE_ERRORS[primaryCode(error) ?? -1];
  if (known === undefined) return error;
  return new StoreError(known[0], location, known[1], { cause: error, retryable: isBusy(error) });
}

function primaryCode(error: unknown): number | undefined {
  if (!(error instanceof Error) || (error as { code?: unknown }).code !== 'ERR_SQLITE_ERROR')
    return undefined;
  const { errcode } = error as { errcode?: unknown };
  return typeof errcode === 'number' ? errcode & 0xff : undefined;
}
