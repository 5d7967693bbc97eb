/** Opens the SQLite file of an emulator. A file that cannot be used is rejected and left unchanged. */
import { accessSync, closeSync, constants, existsSync, openSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { DatabaseSync } from 'node:sqlite';
import { DataFileError } from './data-file-error.js';
import { CREATE_TABLES, TABLES_VERSION } from './tables.js';

/** Reason for the rejection of a damaged file. */
const DAMAGED = 'is damaged. Delete it, or replace it with a copy.';

/** Identifies the file type in SQLite's `application_id` field: "Parl". */
const APPLICATION_ID = 0x5061726c;

/**
 * Opens a data file, creating it if it is missing.
 *
 * @param path - Path of the file. Its directory must exist.
 * @throws {DataFileError} When the file is damaged, in use, or was written by another release or another program.
 */
export async function openDatabase(path: string): Promise<DatabaseSync> {
  const { DatabaseSync } = await import('node:sqlite');
  const isNew = !existsSync(path) || statSync(path).size === 0;
  if (isNew && !existsSync(dirname(path)))
    throw new DataFileError(path, 'cannot be created: its directory does not exist.');
  const open = (name: string | URL, readOnly: boolean): DatabaseSync => {
    try {
      return new DatabaseSync(name, { readOnly });
    } catch (error) {
      throw new DataFileError(path, reasonOf(error));
    }
  };
  if (existsSync(path) && !statSync(path).isFile()) throw new DataFileError(path, 'is not a regular file.');
  if (isNew) createPrivate(path);
  else {
    inspect(open(immutable(path), true), path);
    requireWritable(path);
  }
  const database = open(path, false);
  try {
    prepare(database, isNew);
    // Left by the inspection when the process that used the file was killed. In exclusive mode, SQLite does not use it.
    rmSync(`${path}-shm`, { force: true });
    return database;
  } catch (error) {
    database.close();
    throw new DataFileError(path, reasonOf(error));
  }
}

/** Creates an empty file that only its owner can read. SQLite creates its log with the same mode. */
function createPrivate(path: string): void {
  try {
    closeSync(openSync(path, 'a', 0o600));
  } catch {
    throw new DataFileError(path, 'cannot be opened for writing.');
  }
}

/** SQLite would report a read-only file as an I/O error. It also creates its log in the directory. */
function requireWritable(path: string): void {
  for (const [name, what] of [
    [path, 'it is read-only'],
    [dirname(path), 'its directory is read-only'],
  ] as const) {
    try {
      accessSync(name, constants.W_OK);
    } catch {
      throw new DataFileError(path, `cannot be opened for writing: ${what}.`);
    }
  }
}

/**
 * Returns a file name that makes SQLite open the file without creating others beside it. If the file has a write-ahead log,
 * part of its contents is in there, so it has to be opened normally.
 */
function immutable(path: string): string | URL {
  if (existsSync(`${path}-wal`)) return path;
  const url = pathToFileURL(path);
  url.searchParams.set('immutable', '1');
  return url;
}

/** Validates an existing file without changing it. */
function inspect(database: DatabaseSync, path: string): void {
  try {
    const { application_id: application } = database.prepare('PRAGMA application_id').get() as {
      application_id: number;
    };
    if (application !== APPLICATION_ID) throw new DataFileError(path, 'is a database of another program.');
    const { user_version: version } = database.prepare('PRAGMA user_version').get() as {
      user_version: number;
    };
    if (version !== TABLES_VERSION)
      throw new DataFileError(
        path,
        `was written by another release (version ${version}; this release reads version ${TABLES_VERSION}).`,
      );
    const check = database.prepare('PRAGMA quick_check(1)').get() as { quick_check: string };
    if (check.quick_check !== 'ok') throw new DataFileError(path, DAMAGED);
  } catch (error) {
    throw error instanceof DataFileError ? error : new DataFileError(path, reasonOf(error));
  } finally {
    database.close();
  }
}

function prepare(database: DatabaseSync, isNew: boolean): void {
  // Exclusive, because two emulators would not see each other's changes.
  database.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;');
  // Takes the lock, also of a file that has its tables.
  database.exec('BEGIN IMMEDIATE');
  if (isNew)
    database.exec(
      `${CREATE_TABLES} PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = ${TABLES_VERSION};`,
    );
  database.exec('COMMIT');
}

function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : '';
  if (/locked|busy/i.test(message)) return 'is in use by another process.';
  if (/not a database/i.test(message)) return 'is not a data file of this emulator.';
  if (/malformed|corrupt/i.test(message)) return DAMAGED;
  if (/readonly|unable to open|permission/i.test(message)) return 'cannot be opened for writing.';
  return `cannot be used: ${message}.`;
}
