/** Verification and repair of data files. */
import { existsSync, renameSync, rmSync, statSync } from 'node:fs';
import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { isLogDamaged } from './damaged-log.js';
import { DataFileError } from './data-file-error.js';
import { immutable, openDatabase } from './open-database.js';
import { isIntact, rowChecksum, TABLES, type RowValue } from './row-checksum.js';
import { SCHEMA_VERSION } from './schema-versions.js';

/** State of a data file. */
export interface DataFileReport {
  /** Number of intact rows. */
  readonly intact: number;
  /** Everything that is damaged. Empty for an intact file. */
  readonly problems: readonly string[];
}

type Row = Readonly<Record<string, RowValue>>;

/**
 * Verifies the structure of a data file and the checksum of every row. Does not change the file.
 *
 * @param path - Path of the file. No process may be using it.
 * @throws {DataFileError} When it is missing, or not a data file of this release.
 */
export async function checkDataFile(path: string): Promise<DataFileReport> {
  const problems = logProblems(path);
  const database = await openDamaged(path);
  try {
    problems.push(...structureOf(database));
    let intact = 0;
    for (const table of Object.keys(TABLES)) intact += countOf(intactRows(database, table, problems));
    return { intact, problems };
  } finally {
    database.close();
  }
}

/**
 * Replaces a damaged file with one that has all of its intact rows. The damaged file and its log are kept beside it, as
 * `PATH.damaged`.
 *
 * @param path - Path of the file. No process may be using it.
 * @throws {DataFileError} When it is missing, not a data file of this release, or cannot be written.
 */
export async function repairDataFile(path: string): Promise<DataFileReport> {
  const part = `${path}.repaired`;
  rmSync(part, { force: true });
  const problems = logProblems(path);
  const damaged = await openDamaged(path);
  problems.push(...structureOf(damaged));
  let intact = 0;
  const repaired = await openDatabase(part);
  try {
    repaired.exec('BEGIN');
    for (const [table, columns] of Object.entries(TABLES)) {
      const marks = [...columns, 'checksum'].map(() => '?').join(', ');
      const insert = repaired.prepare(`INSERT OR IGNORE INTO ${table} VALUES (${marks})`);
      for (const row of intactRows(damaged, table, problems)) {
        insert.run(...[...columns, 'checksum'].map((column) => row[column] as SQLInputValue));
        intact++;
      }
    }
    completeWorlds(repaired, problems);
    repaired.exec('COMMIT');
  } finally {
    repaired.close();
    damaged.close();
  }
  rmSync(`${path}-shm`, { force: true });
  for (const end of ['', '-wal'])
    if (existsSync(`${path}${end}`)) renameSync(`${path}${end}`, `${path}.damaged${end}`);
  renameSync(part, path);
  return { intact, problems };
}

function countOf(rows: Iterable<Row>): number {
  let count = 0;
  for (const _row of rows) count++;
  return count;
}

async function openDamaged(path: string): Promise<DatabaseSync> {
  if (!existsSync(path) || statSync(path).size === 0) throw new DataFileError(path, 'does not exist.');
  const { DatabaseSync } = await import('node:sqlite');
  const database = new DatabaseSync(immutable(path), { readOnly: true });
  try {
    const { user_version: version } = database.prepare('PRAGMA user_version').get() as {
      user_version: number;
    };
    if (version !== SCHEMA_VERSION)
      throw new DataFileError(
        path,
        `has version ${version}. Open it with \`serve\` once; this release checks version ${SCHEMA_VERSION}.`,
      );
    return database;
  } catch (error) {
    database.close();
    if (error instanceof DataFileError) throw error;
    throw new DataFileError(path, `cannot be read (${(error as Error).message}). Nothing can be restored.`);
  }
}

function logProblems(path: string): string[] {
  return isLogDamaged(path) ? ['the log is damaged: the latest changes are lost'] : [];
}

function structureOf(database: DatabaseSync): string[] {
  try {
    const rows = database.prepare('PRAGMA integrity_check').all() as { integrity_check: string }[];
    return rows.map((row) => row.integrity_check).filter((line) => line !== 'ok');
  } catch (error) {
    return [(error as Error).message];
  }
}

/** Yields the intact rows of a table. Reads from both ends, because a damaged page ends a scan. */
function* intactRows(database: DatabaseSync, table: string, problems: string[]): Generator<Row> {
  const key = (TABLES[table] ?? []).slice(0, table === 'worlds' ? 1 : -1);
  const seen = new Set<string>();
  for (const order of ['ASC', 'DESC'] as const) {
    try {
      yield* scan(order);
      return;
    } catch (error) {
      problems.push(`${table}: ${(error as Error).message}`);
    }
  }

  function* scan(order: 'ASC' | 'DESC'): Generator<Row> {
    const columns = key.map((column) => `${column} ${order}`).join(', ');
    for (const found of database.prepare(`SELECT * FROM ${table} ORDER BY ${columns}`).iterate()) {
      const row = found as unknown as Row;
      const name = key.map((column) => row[column]).join('/');
      if (seen.has(name)) continue;
      seen.add(name);
      if (isIntact(table, row)) yield row;
      else problems.push(`${table}: ${name} is damaged`);
    }
  }
}

/** Adds the row of each world and collection that has records but whose own row was lost. */
function completeWorlds(database: DatabaseSync, problems: string[]): void {
  const insert = (table: string, values: RowValue[]): void => {
    const marks = [...values, 0].map(() => '?').join(', ');
    database.prepare(`INSERT INTO ${table} VALUES (${marks})`).run(...values, rowChecksum(values));
  };
  const lost = database.prepare(
    'SELECT DISTINCT world FROM records WHERE world NOT IN (SELECT name FROM worlds)',
  );
  for (const { world } of lost.all() as { world: string }[]) {
    const { randomInt } = process.getBuiltinModule('node:crypto');
    const seeds = { random: randomInt(2 ** 32), ids: randomInt(2 ** 32), requests: randomInt(2 ** 32) };
    insert('worlds', [world, 0, Date.now(), 'running', JSON.stringify(seeds)]);
    problems.push(`worlds: the clock and randomness of ${world} were lost and start again`);
  }
  const without = database.prepare(`
    SELECT world, collection, owner, max(sequence) + 1 AS next FROM records AS r WHERE NOT EXISTS
      (SELECT 1 FROM collections AS c WHERE c.world = r.world AND c.name = r.collection AND c.owner = r.owner)
    GROUP BY world, collection, owner`);
  for (const row of without.all() as { world: string; collection: string; owner: string; next: number }[])
    insert('collections', [row.world, row.collection, row.owner, row.next]);
}
