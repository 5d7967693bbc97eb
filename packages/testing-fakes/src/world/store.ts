/** The records of a world. A record is immutable JSON: a change replaces the record. */

import type { Contents } from './content.js';

/** A record with its sequence number. */
export interface Entry<T> {
  /** Id of the record. */
  readonly id: string;
  /** Position in the order of creation. Does not change when the record is replaced. */
  readonly sequence: number;
  /** The record. Never modified. */
  readonly record: T;
}

/** Records of one kind, in order of creation. */
export interface Collection<T> {
  /** Number of records. */
  readonly size: number;
  /** Sequence number of the next new record. */
  readonly next: number;
  /** Returns a record; undefined when it does not exist. */
  get(id: string): T | undefined;
  /** Returns a record with its sequence number. Also finds recently removed records, so that paging can continue after them. */
  place(id: string): Entry<T> | undefined;
  /** Appends a record, or replaces the one with this id, keeping its sequence number. */
  put(id: string, record: T): T;
  /** Removes a record. Returns false when it does not exist. */
  delete(id: string): boolean;
  /** Returns all records, oldest first. The array must not be modified and is valid only until the next change. */
  entries(): readonly Entry<T>[];
}

/** Name and type of a collection. Declare each once, as a constant beside its handlers. */
export interface CollectionName<T> {
  /** Name, for example `vaults`. */
  readonly name: string;
  /** Whether each workspace has records of its own. The default workspace's belong to the world. */
  readonly isOfWorkspace?: boolean | undefined;
  /** Carries the type. Never set at run time. */
  readonly record?: T;
}

/** All records and file contents of a world. */
export interface Store {
  /** Contents of the world's files. */
  readonly contents: Contents;
  /**
   * Returns a collection.
   *
   * @param kind - Name of the collection.
   * @param owner - Id of the record that the collection belongs to, for example the vault of credentials.
   */
  of<T>(kind: CollectionName<T>, owner?: string): Collection<T>;
  /** Removes the collection of an owner and all its records. */
  drop<T>(kind: CollectionName<T>, owner: string): void;
  /** Returns an independent copy. */
  fork(): Store;
  /** Whether the store is in the state that was stored. False after a failed write: the world has to be opened again. */
  readonly isCurrent: boolean;
  /** Makes all changes so far durable, if the store is. Called before each response and event. */
  commit(): void;
  /** Returns all records as plain JSON, without the file contents. */
  dump(): readonly DumpedCollection[];
}

/** A collection as plain JSON. */
export interface DumpedCollection {
  /** Name of the collection. */
  readonly name: string;
  /** Id of the record that owns it; null for a collection of the world. */
  readonly owner: string | null;
  /** Sequence number of the next record. */
  readonly next: number;
  /** The records, in order of creation. */
  readonly entries: readonly (readonly [sequence: number, id: string, record: unknown])[];
}

/**
 * Declares a collection.
 *
 * @param name - Unique name of the collection.
 */
export function collection<T>(name: string): CollectionName<T> {
  return { name };
}

/**
 * Declares a collection of which each workspace has its own.
 *
 * @param name - Unique name of the collection.
 */
export function workspaceCollection<T>(name: string): CollectionName<T> {
  return { name, isOfWorkspace: true };
}

/** Returns a store as a workspace sees it: without the records of other workspaces. */
export function storeOfWorkspace(store: Store, workspaceId: string): Store {
  return {
    contents: store.contents,
    of: (kind, owner) => store.of(kind, owner ?? (kind.isOfWorkspace === true ? workspaceId : undefined)),
    drop: (kind, owner) => store.drop(kind, owner),
    fork: () => store.fork(),
    get isCurrent() {
      return store.isCurrent;
    },
    commit: () => store.commit(),
    dump: () => store.dump(),
  };
}
