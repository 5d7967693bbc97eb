/** A world's store that writes every change through to a data file. */
import { createMemoryStore } from '../world/memory-store.js';
import type { Collection, CollectionName, DumpedCollection, Entry, Store } from '../world/store.js';
import type { CollectionKey, DataFile } from './data-file.js';
import { StoredContents } from './stored-content.js';

/** Options for {@link FileStore}. */
export interface FileStoreParts {
  readonly file: DataFile;
  readonly world: string;
  /** Records that the file already contains. */
  readonly collections: readonly DumpedCollection[];
  /** Writes the state of the world apart from its records. Called before each commit with changes. */
  readonly writeFacts: () => void;
}

/** A store in memory, backed by a data file. File contents are in the file only. */
export class FileStore implements Store {
  readonly contents: StoredContents;
  readonly #parts: FileStoreParts;
  readonly #memory: Store;
  readonly #collections = new Map<string, FileCollection<unknown>>();
  readonly #epoch: number;
  #isDirty = false;

  /** @param parts - See {@link FileStoreParts}. */
  constructor(parts: FileStoreParts) {
    this.#parts = parts;
    this.#epoch = parts.file.epoch;
    this.#memory = createMemoryStore(parts.collections);
    this.contents = new StoredContents(parts.file, parts.world, () => this.#changed());
  }

  of<T>(kind: CollectionName<T>, owner?: string): Collection<T> {
    const key = `${kind.name}/${owner ?? ''}`;
    let found = this.#collections.get(key);
    if (found === undefined) {
      const place = { world: this.#parts.world, name: kind.name, owner: owner ?? '' };
      const held = this.#memory.of<unknown>(kind, owner);
      found = new FileCollection(held, (change) => this.#write((file) => change(file, place)));
      this.#collections.set(key, found);
    }
    return found as unknown as Collection<T>;
  }

  drop<T>(kind: CollectionName<T>, owner: string): void {
    this.#memory.drop(kind, owner);
    this.#collections.delete(`${kind.name}/${owner}`);
    this.#write((file) => file.dropCollection({ world: this.#parts.world, name: kind.name, owner }));
  }

  fork(): Store {
    const fork = this.#memory.fork();
    for (const [id, content] of this.contents.entries()) fork.contents.put(id, content);
    return fork;
  }

  dump(): readonly DumpedCollection[] {
    return this.#memory.dump();
  }

  get isCurrent(): boolean {
    return this.#parts.file.epoch === this.#epoch;
  }

  commit(): void {
    this.#parts.file.requireEpoch(this.#epoch);
    if (this.#isDirty) this.#parts.writeFacts();
    this.#isDirty = false;
    this.#parts.file.commit();
  }

  #commitStep(): void {
    try {
      if (this.#isDirty) this.commit();
    } catch {
      // Nobody waits for this commit. The next use of the store throws the failure again.
      return;
    }
  }

  #write(change: (file: DataFile) => void): void {
    this.#parts.file.requireEpoch(this.#epoch);
    change(this.#parts.file);
    this.#changed();
  }

  #changed(): void {
    if (this.#isDirty) return;
    this.#isDirty = true;
    // Changes outside a request, such as a step of a running session, are committed when the step is over.
    queueMicrotask(() => this.#commitStep());
  }
}

type Change = (file: DataFile, place: CollectionKey) => void;

class FileCollection<T> implements Collection<T> {
  readonly #held: Collection<T>;
  readonly #write: (change: Change) => void;

  constructor(held: Collection<T>, write: (change: Change) => void) {
    this.#held = held;
    this.#write = write;
  }

  get size(): number {
    return this.#held.size;
  }

  get next(): number {
    return this.#held.next;
  }

  get(id: string): T | undefined {
    return this.#held.get(id);
  }

  place(id: string): Entry<T> | undefined {
    return this.#held.place(id);
  }

  put(id: string, record: T): T {
    const put = this.#held.put(id, record);
    const entry = this.#held.place(id) as Entry<T>;
    this.#write((file, place) => file.writeRecord(place, entry, this.#held.next));
    return put;
  }

  delete(id: string): boolean {
    const entry = this.#held.place(id);
    if (!this.#held.delete(id) || entry === undefined) return false;
    this.#write((file, place) => file.removeRecord(place, entry.sequence));
    return true;
  }

  entries(): readonly Entry<T>[] {
    return this.#held.entries();
  }
}
