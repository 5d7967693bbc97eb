import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { recordLine } from '../certificates/digest.js';
import type { ArchiveRecord } from '../records/archive-record.js';

/** Records per step of a commit. Between steps, other work runs. */
const STEP = 500;

/**
 * Keeps the records of units that are being written in a temporary file, so that a unit is committed as a whole and memory does not grow with
 * it. SQLite removes the file, also after `kill -9`.
 */
export class StagedRecords {
  readonly #database: DatabaseSync;
  readonly #add: StatementSync;
  readonly #read: StatementSync;
  readonly #remove: StatementSync;
  #writers = 0;

  private constructor(database: DatabaseSync) {
    this.#database = database;
    // The transaction never ends: a commit for each record would be slow, and there is nothing to keep.
    database.exec(`
      PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;
      CREATE TABLE staged (writer INTEGER, position INTEGER, record TEXT, PRIMARY KEY (writer, position)) WITHOUT ROWID;
      BEGIN`);
    this.#add = database.prepare('INSERT INTO staged VALUES (?, ?, ?)');
    this.#read = database.prepare(
      `SELECT position, record FROM staged WHERE writer = ? AND position > ? ORDER BY position LIMIT ${STEP}`,
    );
    this.#remove = database.prepare('DELETE FROM staged WHERE writer = ?');
  }

  static async create(): Promise<StagedRecords> {
    const { DatabaseSync } = await import('node:sqlite');
    return new StagedRecords(new DatabaseSync(''));
  }

  /** Returns the number of a new writer. */
  begin(): number {
    return (this.#writers += 1);
  }

  /** @param position - Position of the first record, from 1. */
  add(writer: number, position: number, records: readonly ArchiveRecord[]): void {
    for (const [index, record] of records.entries())
      this.#add.run(writer, position + index, recordLine(record));
  }

  /** Reads the records of a writer in steps. */
  *steps(writer: number): Generator<readonly ArchiveRecord[], void, undefined> {
    let position = 0;
    for (;;) {
      const rows = this.#read.all(writer, position) as { position: number; record: string }[];
      const last = rows.at(-1);
      if (last === undefined) return;
      position = last.position;
      yield rows.map((row) => JSON.parse(row.record) as ArchiveRecord);
    }
  }

  remove(writer: number): void {
    this.#remove.run(writer);
  }

  close(): void {
    this.#database.close();
  }
}
