import type { ApiPromise, CallOptions, ListOptions, Paginator } from '@parlance/core-transport';
import type { Transport } from '@parlance/core-transport/internal';
import {
  archiveMemoryStore,
  createMemoryStore,
  deleteMemoryStore,
  listMemoryStores,
  retrieveMemoryStore,
  updateMemoryStore,
} from '@parlance/schemas/managed-agents';
import type {
  DeletedMemoryStore,
  MemoryStore,
  MemoryStoreCreateParams,
  MemoryStoreListParams,
  MemoryStoreUpdateParams,
} from '@parlance/schemas/managed-agents';
import { Memories } from './memories.js';
import { MemoryVersions } from './memory-versions.js';

/**
 * Creates and manages memory stores: collections of files that are mounted into sessions, where agents read and write
 * them.
 */
export class MemoryStores {
  /** Memories (files) of a store. */
  readonly memories: Memories;
  /** Versions of the memories. */
  readonly versions: MemoryVersions;
  readonly #transport: Transport;

  /** @param transport - Sends the requests. */
  constructor(transport: Transport) {
    this.#transport = transport;
    this.memories = new Memories(transport);
    this.versions = new MemoryVersions(transport);
  }

  /** Creates a memory store. */
  create(params: MemoryStoreCreateParams, options?: CallOptions): ApiPromise<MemoryStore> {
    return this.#transport.call(createMemoryStore, { body: params }, options);
  }

  /** Retrieves a memory store. */
  retrieve(memoryStoreId: string, options?: CallOptions): ApiPromise<MemoryStore> {
    return this.#transport.call(retrieveMemoryStore, { params: { memory_store_id: memoryStoreId } }, options);
  }

  /** Lists memory stores, newest first. Archived stores are included only with `include_archived`. */
  list(params: MemoryStoreListParams = {}, options?: ListOptions): Paginator<MemoryStore> {
    return this.#transport.list(listMemoryStores, { query: params }, options);
  }

  /** Updates a memory store's name, description or metadata. */
  update(
    memoryStoreId: string,
    params: MemoryStoreUpdateParams,
    options?: CallOptions,
  ): ApiPromise<MemoryStore> {
    return this.#transport.call(
      updateMemoryStore,
      { params: { memory_store_id: memoryStoreId }, body: params },
      options,
    );
  }

  /** Archives a memory store: it becomes read-only and cannot be attached to new sessions. */
  archive(memoryStoreId: string, options?: CallOptions): ApiPromise<MemoryStore> {
    return this.#transport.call(archiveMemoryStore, { params: { memory_store_id: memoryStoreId } }, options);
  }

  /** Deletes a memory store, its memories and their versions. */
  delete(memoryStoreId: string, options?: CallOptions): ApiPromise<DeletedMemoryStore> {
    return this.#transport.call(deleteMemoryStore, { params: { memory_store_id: memoryStoreId } }, options);
  }
}
