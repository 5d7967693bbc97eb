import { closeSync, existsSync, openSync, statSync, type Stats } from 'node:fs';
import path from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { StoreError } from './store-error.js';
import { sqliteError } from './sqlite-dialect.js';

/** How long to wait for another process that is creating the file. */
const OPEN_TIMEOUT_MS = 10_000;

/** Identifies the file type in SQLite's `application_id` field: "ParD". */
const APPLICATION_ID = 0x50617244;

/**
 * Opens the SQLite file of a store, creating it if it is missing. A file that cannot be used is left unchanged.
 *
 * @param file - Path of the file, or `:memory:`.
 * @throws {StoreError} When it is damaged, cannot be written, or belongs to another program.
 */
export async function openSqlite(file: string): Promise<DatabaseSync> {
  const { DatabaseSync } = await import('node:sqlite');
  const stats = file === ':memory:' ? undefined : statSync(file, { throwIfNoEntry: false });
  const isNew = stats === undefined || (stats.isFile() && stats.size === 0);
  if (file !== ':memory:') prepareFile(file, stats);
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(file, { timeout: OPEN_TIMEOUT_MS });
    if (isNew) database.exec(`PRAGMA application_id = ${APPLICATION_ID}`);
    else check(database, file);
    // In WAL mode, `normal` would lose the last commits after a power failure. From here on, the dialect waits for locks.
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA busy_timeout = 0');
    return database;
  } catch (error) {
    database?.close();
    throw error instanceof StoreError ? error : sqliteError(file, error);
  }
}

/** Checks that the file can be written, and creates one that only its owner can read. */
function prepareFile(file: string, stats: Stats | undefined): void {
  const folder = path.dirname(path.resolve(file));
  if (!existsSync(folder))
    throw new StoreError('store_unwritable', file, `cannot be created: the folder ${folder} does not exist.`);
  // Opening a named pipe would wait for its other end.
  if (stats !== undefined && !stats.isFile())
    throw new StoreError('store_foreign', file, 'is not a regular file.');
  try {
    closeSync(openSync(file, stats === undefined ? 'a' : 'r+', 0o600));
  } catch (error) {
    throw new StoreError('store_unwritable', file, 'cannot be opened for writing.', { cause: error });
  }
}

function check(database: DatabaseSync, file: string): void {
  const { application_id: application } = database.prepare('PRAGMA application_id').get() as {
    application_id: number;
  };
  if (application !== APPLICATION_ID)
    throw new StoreError('store_foreign', file, 'is a database of another program.');
}
