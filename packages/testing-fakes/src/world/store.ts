/** Where a world keeps its records. A record is immutable JSON: a change puts another record in its place. */

/** A record with its place in the order of creation. */
export interface Entry<T> {
  /** Id of the record in its collection. */
  readonly id: string;
  /** Place in the order of creation; it stays the same when the record is replaced. */
  readonly sequence: number;
  /** The record. It is never changed. */
  readonly record: T;
}

/** Records of one kind, in the order of their creation. */
export interface Collection<T> {
  /** Number of records. */
  readonly size: number;
  /** Place that the next new record takes. */
  readonly next: number;
  /** Gives a record, undefined when there is none. */
  get(id: string): T | undefined;
  /** Gives a record with its place; that of a removed record too, as far back as removals are remembered. */
  place(id: string): Entry<T> | undefined;
  /** Adds a record at the end, or replaces the one with this id at its place. */
  put(id: string, record: T): T;
  /** Removes a record. Tells whether there was one. */
  delete(id: string): boolean;
  /** All records, oldest first. The array is not to be changed, and is good until the next change only. */
  entries(): readonly Entry<T>[];
}

/** A kind of records, with its type. Declare each once, as a constant beside its handlers. */
export interface CollectionName<T> {
  /** Name, for example `vaults`. */
  readonly name: string;
  /** Carries the type; never present at run time. */
  readonly record?: T;
}

/** All records of a world. */
export interface Store {
  /**
   * Gives the records of one kind.
   *
   * @param kind - The kind.
   * @param owner - Id of the record they belong to, for those listed per owner (credentials of a vault).
   */
  of<T>(kind: CollectionName<T>, owner?: string): Collection<T>;
  /** Removes the collection of an owner with all its records. */
  drop<T>(kind: CollectionName<T>, owner: string): void;
  /** Gives a store with the same records; a change in one is not seen in the other. */
  fork(): Store;
  /** Makes every change so far durable, where the store is one that lasts. Called before each answer and event. */
  commit(): void;
  /** Everything, as plain JSON. */
  dump(): readonly DumpedCollection[];
}

/** A collection as plain JSON. */
export interface DumpedCollection {
  readonly name: string;
  readonly owner: string | null;
  readonly next: number;
  readonly entries: readonly (readonly [sequence: number, id: string, record: unknown])[];
}

/**
 * Names a kind of records.
 *
 * @param name - Name, unique among all kinds.
 */
export function collection<T>(name: string): CollectionName<T> {
  return { name };
}
