/** Worlds in a SQLite file. Changes collect in a transaction, which is committed before any response reveals them. */
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { DataFileError } from './data-file-error.js';
import statements from './statements.json' with { type: 'json' };
import { isIntact, rowChecksum, type COLUMNS, type RowValue } from './tables.js';
import { SNAPSHOT_VERSION, type Snapshot } from '../world/snapshot.js';
import type { ClockMode } from '../world/clock.js';
import type { DumpedCollection, Entry } from '../world/store.js';
import type { WorldState } from '../world/world.js';

/** State of a world apart from its records. */
export type WorldFacts = Pick<StoredWorld, 'world' | 'seed' | 'now' | 'clock' | 'state'>;

/** A world as it was saved. */
export interface StoredWorld extends Snapshot {
  /** When the world was saved, in milliseconds of real time since 1970. */
  readonly savedAt: number;
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

/** Worlds in a SQLite file. */
export class DataFile {
  readonly #database: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();
  #isOpen = false;
  #lastBlob: number;
  #epoch = 0;
  /** The last failed write, or the damage. */
  #failure: DataFileError | undefined;
  /** The first damaged row. From then on, the file is not used. */
  #damage: DataFileError | undefined;

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
  read(name: string): StoredWorld | undefined {
    this.commit();
    const world = this.#statement('readWorld').get(name) as
      { name: string; seed: number; now: number; clock: ClockMode; state: string } | undefined;
    if (world === undefined) return undefined;
    this.#requireIntact('worlds', world, name);
    const { seed, now, clock } = world;
    const { savedAt, ...state } = JSON.parse(world.state) as WorldState & { savedAt: number };
    const rows = this.#statement('readCollections').all(name) as {
      name: string;
      owner: string;
      next: number;
    }[];
    const collections = rows.map((row): DumpedCollection => {
      this.#requireIntact('collections', row, name);
      return {
        name: row.name,
        owner: row.owner === '' ? null : row.owner,
        next: row.next,
        entries: this.#records({ world: name, name: row.name, owner: row.owner }),
      };
    });
    return {
      format: 'parlance-world',
      version: SNAPSHOT_VERSION,
      world: name,
      seed,
      now,
      clock,
      state,
      savedAt,
      collections,
    };
  }

  /** Writes the state of a world apart from its records. */
  writeWorld({ world, seed, now, clock, state }: WorldFacts): void {
    this.#insert('world', world, seed, now, clock, JSON.stringify({ ...state, savedAt: Date.now() }));
  }

  /** Writes a record, and the sequence number of the next new one. */
  writeRecord(key: CollectionKey, entry: Entry<unknown>, next: number): void {
    const { world, name, owner } = key;
    this.#insert('record', world, name, owner, entry.sequence, entry.id, JSON.stringify(entry.record));
    this.#insert('collection', world, name, owner, next);
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
    const rows = this.#statement('readContents').all(world) as unknown as StoredContentRow[];
    for (const row of rows) this.#requireIntact('contents', row, world);
    return rows;
  }

  /** Returns the number of a new content, which has no chunks yet. */
  newBlob(): number {
    return ++this.#lastBlob;
  }

  /** Writes a chunk of a content. */
  writeChunk(blob: number, position: number, bytes: Uint8Array): void {
    this.#insert('chunk', blob, position, bytes);
  }

  /** Reads the chunks of a content. */
  *chunks(blob: number): Generator<Uint8Array> {
    for (let position = 0; ; position++) {
      const row = this.#statement('readChunk').get(blob, position) as { bytes: Uint8Array } | undefined;
      if (row === undefined) return;
      this.#requireIntact('chunks', row, '');
      yield row.bytes;
    }
  }

  /** Adds a content to a world. */
  writeContent(world: string, id: string, { blob, size }: Omit<StoredContentRow, 'id'>): void {
    this.#insert('content', world, id, blob, size);
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
   * @throws {DataFileError} When the changes could not be written. They are undone, and {@link DataFile.epoch} changes.
   */
  commit(): void {
    if (this.#isOpen) this.#try(() => this.#database.exec('COMMIT'));
    this.#isOpen = false;
  }

  /** Why the file is no longer used; undefined while it is. */
  get problem(): string | undefined {
    return this.#damage?.message;
  }

  /** Number of failed writes. After each, the worlds in memory are ahead of the file and have to be opened again. */
  get epoch(): number {
    return this.#epoch;
  }

  /** @throws {DataFileError} When a write has failed since this epoch. */
  requireEpoch(epoch: number): void {
    if (this.#epoch !== epoch) throw this.#failure as DataFileError;
  }

  /** Commits and closes the file. */
  close(): void {
    try {
      this.commit();
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
    return rows.map((row) => {
      this.#requireIntact('records', row, world);
      return [row.sequence, row.id, JSON.parse(row.record) as unknown] as const;
    });
  }

  #requireIntact(table: keyof typeof COLUMNS, row: object, world: string): void {
    if (isIntact(table, row as Readonly<Record<string, unknown>>)) return;
    const { id, collection, name } = row as { id?: string; collection?: string; name?: string };
    const what = [table, collection, id ?? name].filter((part) => part !== undefined).join('/');
    const where = `${what}${world === '' ? '' : `, world ${world}`}`;
    this.#damage = this.#undo(
      `contains a damaged row (${where}). Delete the file, or replace it with a copy.`,
    );
    throw this.#damage;
  }

  #insert(name: 'world' | 'collection' | 'record' | 'content' | 'chunk', ...values: RowValue[]): void {
    this.#change(name, ...values, rowChecksum(values));
  }

  #change(name: keyof typeof statements, ...values: RowValue[]): void {
    this.#try(() => {
      if (!this.#isOpen) {
        this.#database.exec('BEGIN IMMEDIATE');
        this.#isOpen = true;
      }
      this.#statement(name).run(...values);
    });
  }

  /** Undoes all changes since the last commit when one of them fails, for example on a full disk. */
  #try(change: () => void): void {
    try {
      change();
    } catch (error) {
      if (this.#damage !== undefined) throw error;
      throw this.#undo(
        `cannot be written (${(error as Error).message}). It contains all changes up to the last successful response.`,
      );
    }
  }

  /** Undoes all changes since the last commit. The worlds in memory have to be opened again. */
  #undo(reason: string): DataFileError {
    if (this.#database.isTransaction) this.#database.exec('ROLLBACK');
    this.#isOpen = false;
    this.#epoch++;
    this.#failure = new DataFileError(this.#database.location() ?? '', reason);
    return this.#failure;
  }

  #statement(name: keyof typeof statements): StatementSync {
    if (this.#damage !== undefined) throw this.#damage;
    let statement = this.#statements.get(name);
    if (statement === undefined)
      this.#statements.set(name, (statement = this.#database.prepare(statements[name])));
    return statement;
  }
}
