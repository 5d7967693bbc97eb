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

/** Memory stores: containers of agent memory, mounted into sessions. */
export class MemoryStores {
  /** Files of a memory store. */
  readonly memories: Memories;
  /** History of the files. */
  readonly versions: MemoryVersions;
  readonly #transport: Transport;

  /** @param transport - Sends the operations. */
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

  /** Lists the memory stores, newest first; archived ones only when asked for. */
  list(params: MemoryStoreListParams = {}, options?: ListOptions): Paginator<MemoryStore> {
    return this.#transport.list(listMemoryStores, { query: params }, options);
  }

  /** Changes a memory store's name, description or metadata. */
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

  /** Archives a memory store: it becomes read-only and can not be attached anew. */
  archive(memoryStoreId: string, options?: CallOptions): ApiPromise<MemoryStore> {
    return this.#transport.call(archiveMemoryStore, { params: { memory_store_id: memoryStoreId } }, options);
  }

  /** Deletes a memory store with all its memories and versions. */
  delete(memoryStoreId: string, options?: CallOptions): ApiPromise<DeletedMemoryStore> {
    return this.#transport.call(deleteMemoryStore, { params: { memory_store_id: memoryStoreId } }, options);
  }
}
