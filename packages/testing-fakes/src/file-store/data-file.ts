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

/** A file content of a world. */
export interface StoredContentRow {
  readonly id: string;
  /** Number of the content, which worlds can share. */
  readonly blob: number;
  /** Size in bytes. */
  readonly size: number;
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
  content: 'INSERT OR REPLACE INTO contents VALUES (?, ?, ?, ?)',
  readContents: 'SELECT id, blob, size FROM contents WHERE world = ? ORDER BY rowid',
  contentBlob: 'SELECT blob FROM contents WHERE world = ? AND id = ?',
  removeContent: 'DELETE FROM contents WHERE world = ? AND id = ?',
  forgetContents: 'DELETE FROM contents WHERE world = ?',
  lastBlob: 'SELECT max(blob) AS blob FROM chunks',
  chunk: 'INSERT INTO chunks VALUES (?, ?, ?)',
  readChunk: 'SELECT bytes FROM chunks WHERE blob = ? AND position = ?',
  dropBlob: 'DELETE FROM chunks WHERE blob = ?1 AND NOT EXISTS (SELECT 1 FROM contents WHERE blob = ?1)',
  dropUnusedBlobs: 'DELETE FROM chunks WHERE blob NOT IN (SELECT blob FROM contents)',
} as const;

/** Worlds in a SQLite file. */
export class DataFile {
  readonly #database: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();
  #isOpen = false;
  #lastBlob: number;
  #failure: DataFileError | undefined;

  /** @param database - Opened by `openDatabase`. */
  constructor(database: DatabaseSync) {
    this.#database = database;
    // Uploads that were cut off when the process was killed.
    this.#change('dropUnusedBlobs');
    const { blob } = this.#statement('lastBlob').get() as { blob: number | null };
    this.#lastBlob = blob ?? 0;
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

  /** Returns the file contents of a world. */
  contents(world: string): StoredContentRow[] {
    return this.#statement('readContents').all(world) as unknown as StoredContentRow[];
  }

  /** Returns the number of a new content, which has no chunks yet. */
  newBlob(): number {
    return ++this.#lastBlob;
  }

  /** Writes a chunk of a content. */
  writeChunk(blob: number, position: number, bytes: Uint8Array): void {
    this.#change('chunk', blob, position, bytes);
  }

  /** Reads the chunks of a content. */
  *chunks(blob: number): Generator<Uint8Array> {
    for (let position = 0; ; position++) {
      const row = this.#statement('readChunk').get(blob, position) as { bytes: Uint8Array } | undefined;
      if (row === undefined) return;
      yield row.bytes;
    }
  }

  /** Adds a content to a world. */
  writeContent(world: string, id: string, { blob, size }: Omit<StoredContentRow, 'id'>): void {
    this.#change('content', world, id, blob, size);
  }

  /** Removes a content from a world, and its chunks unless another world shares them. */
  removeContent(world: string, id: string): void {
    const row = this.#statement('contentBlob').get(world, id) as { blob: number } | undefined;
    this.#change('removeContent', world, id);
    if (row !== undefined) this.dropBlob(row.blob);
  }

  /** Removes the chunks of a content that no world uses. */
  dropBlob(blob: number): void {
    this.#change('dropBlob', blob);
  }

  /** Removes a world and everything in it. The chunks of its files remain until {@link DataFile.dropBlob}. */
  forget(world: string): void {
    this.#change('forgetContents', world);
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

  #change(name: keyof typeof SQL, ...values: (string | number | Uint8Array)[]): void {
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
