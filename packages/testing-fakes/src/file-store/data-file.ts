/** Worlds in a SQLite file. Changes collect in a transaction, which is committed before any response reveals them. */
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { Snapshot } from '../world/snapshot.js';
import { DataFileError } from './data-file-error.js';
import { SNAPSHOT_VERSION } from '../world/snapshot.js';
import type { ClockMode } from '../world/clock.js';
import type { DumpedCollection, Entry } from '../world/store.js';
import type { WorldState } from '../world/world.js';

/** State of a world apart from its records. */
export interface WorldFacts {
  readonly name: string;
  readonly seed: number;
  readonly now: number;
  readonly clock: ClockMode;
  readonly state: WorldState;
}

/** Identifies a collection of a world. */
export interface CollectionKey {
  readonly world: string;
  readonly name: string;
  /** Empty when the collection has no owner. */
  readonly owner: string;
}

const SQL = {
  world: 'INSERT OR REPLACE INTO worlds VALUES (?, ?, ?, ?, ?)',
  readWorld: 'SELECT name, seed, now, clock, state FROM worlds WHERE name = ?',
  names: 'SELECT name FROM worlds ORDER BY name',
  collection: 'INSERT OR REPLACE INTO collections VALUES (?, ?, ?, ?)',
  readCollections: 'SELECT name, owner, next FROM collections WHERE world = ? ORDER BY name, owner',
  record: 'INSERT OR REPLACE INTO records VALUES (?, ?, ?, ?, ?, ?)',
  readRecords:
    'SELECT sequence, id, record FROM records WHERE world = ? AND collection = ? AND owner = ? ORDER BY sequence',
  removeRecord: 'DELETE FROM records WHERE world = ? AND collection = ? AND owner = ? AND sequence = ?',
  dropRecords: 'DELETE FROM records WHERE world = ? AND collection = ? AND owner = ?',
  dropCollection: 'DELETE FROM collections WHERE world = ? AND name = ? AND owner = ?',
  forgetRecords: 'DELETE FROM records WHERE world = ?',
  forgetCollections: 'DELETE FROM collections WHERE world = ?',
  forgetWorld: 'DELETE FROM worlds WHERE name = ?',
} as const;

/** Worlds in a SQLite file. */
export class DataFile {
  readonly #database: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();
  #isOpen = false;
  #failure: DataFileError | undefined;

  /** @param database - Opened by `openDatabase`. */
  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  /** Returns the names of all worlds. */
  names(): string[] {
    return this.#statement('names')
      .all()
      .map((row) => (row as { name: string }).name);
  }

  /** Reads a world; undefined when the file does not contain it. */
  read(name: string): Snapshot | undefined {
    this.commit();
    const world = this.#statement('readWorld').get(name) as
      { name: string; seed: number; now: number; clock: ClockMode; state: string } | undefined;
    if (world === undefined) return undefined;
    const { seed, now, clock } = world;
    const state = JSON.parse(world.state) as WorldState;
    const rows = this.#statement('readCollections').all(name) as {
      name: string;
      owner: string;
      next: number;
    }[];
    const collections = rows.map((row): DumpedCollection => ({
      name: row.name,
      owner: row.owner === '' ? null : row.owner,
      next: row.next,
      entries: this.#records({ world: name, name: row.name, owner: row.owner }),
    }));
    return {
      format: 'parlance-world',
      version: SNAPSHOT_VERSION,
      world: name,
      seed,
      now,
      clock,
      state,
      collections,
    };
  }

  /** Writes the state of a world apart from its records. */
  writeWorld({ name, seed, now, clock, state }: WorldFacts): void {
    this.#change('world', name, seed, now, clock, JSON.stringify(state));
  }

  /** Writes a record, and the sequence number of the next new one. */
  writeRecord(key: CollectionKey, entry: Entry<unknown>, next: number): void {
    const { world, name, owner } = key;
    this.#change('record', world, name, owner, entry.sequence, entry.id, JSON.stringify(entry.record));
    this.#change('collection', world, name, owner, next);
  }

  /** Removes a record. */
  removeRecord({ world, name, owner }: CollectionKey, sequence: number): void {
    this.#change('removeRecord', world, name, owner, sequence);
  }

  /** Removes a collection and its records. */
  dropCollection({ world, name, owner }: CollectionKey): void {
    this.#change('dropRecords', world, name, owner);
    this.#change('dropCollection', world, name, owner);
  }

  /** Removes a world and everything in it. */
  forget(world: string): void {
    this.#change('forgetRecords', world);
    this.#change('forgetCollections', world);
    this.#change('forgetWorld', world);
  }

  /**
   * Makes all changes so far durable.
   *
   * @throws {DataFileError} When a change could not be written, now or earlier.
   */
  commit(): void {
    if (this.#isOpen) this.#try(() => this.#database.exec('COMMIT'));
    this.#isOpen = false;
    if (this.#failure !== undefined) throw this.#failure;
  }

  /** Commits and closes the file. After a failed write, closes it without committing. */
  close(): void {
    try {
      if (this.#failure === undefined) this.commit();
    } finally {
      this.#database.close();
    }
  }

  #records({ world, name, owner }: CollectionKey): DumpedCollection['entries'] {
    const rows = this.#statement('readRecords').all(world, name, owner) as {
      sequence: number;
      id: string;
      record: string;
    }[];
    return rows.map((row) => [row.sequence, row.id, JSON.parse(row.record) as unknown] as const);
  }

  #change(name: keyof typeof SQL, ...values: (string | number)[]): void {
    this.#try(() => {
      if (!this.#isOpen) {
        this.#database.exec('BEGIN IMMEDIATE');
        this.#isOpen = true;
      }
      this.#statement(name).run(...values);
    });
  }

  /**
   * After a failed write, for example on a full disk, the worlds in memory are ahead of the file. All further changes are
   * skipped and every commit fails, so that no response reveals state that is not in the file.
   */
  #try(change: () => void): void {
    if (this.#failure !== undefined) return;
    try {
      change();
    } catch (error) {
      this.#failure = new DataFileError(
        this.#database.location() ?? '',
        `cannot be written (${(error as Error).message}). It contains all changes up to the last successful response.`,
      );
    }
  }

  #statement(name: keyof typeof SQL): StatementSync {
    let statement = this.#statements.get(name);
    if (statement === undefined) this.#statements.set(name, (statement = this.#database.prepare(SQL[name])));
    return statement;
  }
}
