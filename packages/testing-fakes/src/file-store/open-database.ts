/** Opens the SQLite file of an emulator, or says why it cannot be used; a file that is refused is left as it was. */
import { existsSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { DatabaseSync } from 'node:sqlite';
import { DataFileError } from './data-file-error.js';
import { migrations, SCHEMA_VERSION } from './schema-versions.js';

/** Marks the file as an emulator's, in SQLite's own field for that: "Parl". */
const APPLICATION_ID = 0x5061726c;

/**
 * Opens a file, made when there is none, and brings it to this release's form.
 *
 * @param path - Path of the file; its folder must exist.
 * @throws {DataFileError} When it is damaged, of another program, of a newer release, or in use.
 */
export async function openDatabase(path: string): Promise<DatabaseSync> {
  const { DatabaseSync } = await import('node:sqlite');
  const isNew = !existsSync(path) || statSync(path).size === 0;
  if (isNew && !existsSync(dirname(path)))
    throw new DataFileError(path, 'cannot be made: its folder does not exist.');
  const open = (name: string | URL, readOnly: boolean): DatabaseSync => {
    try {
      return new DatabaseSync(name, { readOnly });
    } catch (error) {
      throw new DataFileError(path, reasonOf(error));
    }
  };
  if (existsSync(path) && !statSync(path).isFile()) throw new DataFileError(path, 'is no file.');
  if (!isNew) inspect(open(asItStands(path), true), path);
  const database = open(path, false);
  try {
    prepare(database);
    // Left by looking at a file whose process was killed. Held exclusively, the file has no use for it.
    rmSync(`${path}-shm`, { force: true });
    return database;
  } catch (error) {
    database.close();
    throw new DataFileError(path, reasonOf(error));
  }
}

/**
 * Names a file so that SQLite, which puts files of its own beside any that it opens, leaves its folder alone. With a log
 * beside it the file is not all there is, and has to be opened in the usual way.
 */
function asItStands(path: string): string | URL {
  if (existsSync(`${path}-wal`)) return path;
  const url = pathToFileURL(path);
  url.searchParams.set('immutable', '1');
  return url;
}

/** Looks at an existing file without changing it. */
function inspect(database: DatabaseSync, path: string): void {
  try {
    const { application_id: application } = database.prepare('PRAGMA application_id').get() as {
      application_id: number;
    };
    if (application !== APPLICATION_ID) throw new DataFileError(path, 'is a database of another program.');
    const version = versionOf(database);
    if (version > SCHEMA_VERSION) {
      throw new DataFileError(
        path,
        `has the form of a newer release (version ${version}; this release knows up to ${SCHEMA_VERSION}).`,
      );
    }
    const check = database.prepare('PRAGMA quick_check(1)').get() as { quick_check: string };
    if (check.quick_check !== 'ok') throw new DataFileError(path, 'is damaged.');
  } catch (error) {
    throw error instanceof DataFileError ? error : new DataFileError(path, reasonOf(error));
  } finally {
    database.close();
  }
}

function prepare(database: DatabaseSync): void {
  // One process at a time: two emulators would not see each other's changes.
  database.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;');
  database.exec('BEGIN IMMEDIATE');
  for (let version = versionOf(database); version < SCHEMA_VERSION; version++) {
    database.exec(migrations[version] as string);
  }
  database.exec(`PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = ${SCHEMA_VERSION}; COMMIT`);
}

function versionOf(database: DatabaseSync): number {
  return (database.prepare('PRAGMA user_version').get() as { user_version: number }).user_version;
}

function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : '';
  if (/locked|busy/i.test(message)) return 'is in use by another process.';
  if (/not a database/i.test(message)) return 'is no data file of this emulator.';
  if (/malformed|corrupt/i.test(message)) return 'is damaged.';
  if (/readonly|unable to open|permission/i.test(message)) return 'cannot be opened for writing.';
  return `cannot be used: ${message}.`;
}
