/** The in-memory store. Forks share collections until one of them changes a collection (copy-on-write). */
import { memoryContents, type Content, type Contents } from './content.js';
import type { Collection, CollectionName, DumpedCollection, Entry, Store } from './store.js';

/** Number of removed records that a collection remembers, so that paging can continue after a removed record. */
const REMEMBERED_REMOVALS = 10_000;

/**
 * Creates an in-memory store.
 *
 * @param dump - Initial records.
 * @param contents - Initial file contents.
 */
export function createMemoryStore(
  dump: readonly DumpedCollection[] = [],
  contents: Iterable<readonly [string, Content]> = [],
): Store {
  const store = new MemoryStore(contents);
  for (const dumped of dump) store.load(dumped);
  return store;
}

class MemoryStore implements Store {
  readonly isCurrent = true;
  readonly contents: Contents;
  readonly #collections = new Map<string, MemoryCollection<unknown>>();

  constructor(contents: Iterable<readonly [string, Content]>) {
    this.contents = memoryContents(contents);
  }

  of<T>(kind: CollectionName<T>, owner?: string): Collection<T> {
    const key = keyOf(kind.name, owner);
    let found = this.#collections.get(key);
    if (found === undefined) this.#collections.set(key, (found = new MemoryCollection(kind.name, owner)));
    return found as unknown as Collection<T>;
  }

  drop<T>(kind: CollectionName<T>, owner: string): void {
    this.#collections.delete(keyOf(kind.name, owner));
  }

  fork(): Store {
    const fork = new MemoryStore(this.contents.entries());
    for (const [key, held] of this.#collections) fork.#collections.set(key, held.fork());
    return fork;
  }

  commit(): void {
    // Nothing to write: memory is not durable.
  }

  dump(): readonly DumpedCollection[] {
    // Reading an unknown collection creates it. A collection that never had a record is omitted.
    return [...this.#collections.values()].filter(({ next }) => next > 1).map((held) => held.dump());
  }

  load(dumped: DumpedCollection): void {
    const loaded = new MemoryCollection(dumped.name, dumped.owner ?? undefined);
    loaded.load(dumped);
    this.#collections.set(keyOf(dumped.name, dumped.owner ?? undefined), loaded);
  }
}

function keyOf(name: string, owner: string | undefined): string {
  return owner === undefined ? name : `${name}/${owner}`;
}

/** Records of a collection, shared between forks until one of them changes it. */
interface Records<T> {
  readonly byId: Map<string, Entry<T>>;
  /** Sorted by sequence number. */
  readonly order: Entry<T>[];
  readonly removed: Map<string, Entry<T>>;
  next: number;
}

class MemoryCollection<T> implements Collection<T> {
  #contents: Records<T> = { byId: new Map(), order: [], removed: new Map(), next: 1 };
  #shared = false;

  readonly name: string;
  readonly owner: string | undefined;

  constructor(name: string, owner: string | undefined) {
    this.name = name;
    this.owner = owner;
  }

  get size(): number {
    return this.#contents.order.length;
  }

  get next(): number {
    return this.#contents.next;
  }

  get(id: string): T | undefined {
    return this.#contents.byId.get(id)?.record;
  }

  place(id: string): Entry<T> | undefined {
    return this.#contents.byId.get(id) ?? this.#contents.removed.get(id);
  }

  put(id: string, record: T): T {
    const contents = this.#own();
    const before = contents.byId.get(id);
    const entry: Entry<T> = { id, sequence: before?.sequence ?? contents.next++, record };
    contents.byId.set(id, entry);
    if (before === undefined) contents.order.push(entry);
    else contents.order[indexOf(contents.order, entry.sequence)] = entry;
    return record;
  }

  delete(id: string): boolean {
    const entry = this.#contents.byId.get(id);
    if (entry === undefined) return false;
    const contents = this.#own();
    contents.byId.delete(id);
    contents.order.splice(indexOf(contents.order, entry.sequence), 1);
    contents.removed.set(id, entry);
    if (contents.removed.size > REMEMBERED_REMOVALS) {
      contents.removed.delete(contents.removed.keys().next().value as string);
    }
    return true;
  }

  entries(): readonly Entry<T>[] {
    return this.#contents.order;
  }

  fork(): MemoryCollection<T> {
    const fork = new MemoryCollection<T>(this.name, this.owner);
    fork.#contents = this.#contents;
    fork.#shared = true;
    this.#shared = true;
    return fork;
  }

  dump(): DumpedCollection {
    const entries = this.#contents.order.map((entry) => [entry.sequence, entry.id, entry.record] as const);
    return { name: this.name, owner: this.owner ?? null, next: this.#contents.next, entries };
  }

  load(dumped: DumpedCollection): void {
    const contents = this.#own();
    for (const [sequence, id, record] of dumped.entries) {
      const entry: Entry<T> = { id, sequence, record: record as T };
      contents.byId.set(id, entry);
      contents.order.push(entry);
    }
    contents.next = dumped.next;
  }

  /** Returns the contents for writing. Copies them first if they are shared. */
  #own(): Records<T> {
    if (this.#shared) {
      const { byId, order, removed, next } = this.#contents;
      this.#contents = { byId: new Map(byId), order: [...order], removed: new Map(removed), next };
      this.#shared = false;
    }
    return this.#contents;
  }
}

function indexOf<T>(order: readonly Entry<T>[], sequence: number): number {
  let low = 0;
  let high = order.length - 1;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((order[middle] as Entry<T>).sequence < sequence) low = middle + 1;
    else high = middle;
  }
  return low;
}
