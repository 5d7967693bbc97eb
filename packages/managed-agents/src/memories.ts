import type { ApiPromise, CallOptions, ListOptions, Paginator } from '@parlance/core-transport';
import type { Transport } from '@parlance/core-transport/internal';
import {
  createMemory,
  deleteMemory,
  listMemories,
  retrieveMemory,
  updateMemory,
} from '@parlance/schemas/managed-agents';
import type {
  DeletedMemory,
  Memory,
  MemoryCreateParams,
  MemoryDeleteParams,
  MemoryListItem,
  MemoryListParams,
  MemoryUpdateParams,
  MemoryViewParams,
} from '@parlance/schemas/managed-agents';

/** Memories: the files of a memory store. */
export class Memories {
  readonly #transport: Transport;

  /** @param transport - Sends the operations. */
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Writes a new memory. A path that is taken is a `ConflictError`. */
  create(
    memoryStoreId: string,
    params: MemoryCreateParams & MemoryViewParams,
    options?: CallOptions,
  ): ApiPromise<Memory> {
    const { view, ...body } = params;
    return this.#transport.call(
      createMemory,
      { params: { memory_store_id: memoryStoreId }, query: { view }, body },
      options,
    );
  }

  /** Retrieves a memory, with its content unless `view` is `basic`. */
  retrieve(
    memoryStoreId: string,
    memoryId: string,
    params: MemoryViewParams = {},
    options?: CallOptions,
  ): ApiPromise<Memory> {
    return this.#transport.call(
      retrieveMemory,
      { params: { memory_store_id: memoryStoreId, memory_id: memoryId }, query: params },
      options,
    );
  }

  /** Lists the memories of a store. */
  list(
    memoryStoreId: string,
    params: MemoryListParams = {},
    options?: ListOptions,
  ): Paginator<MemoryListItem> {
    return this.#transport.list(
      listMemories,
      { params: { memory_store_id: memoryStoreId }, query: params },
      options,
    );
  }

  /** Changes a memory's content or path. An unmet precondition is a `ConflictError`. */
  update(
    memoryStoreId: string,
    memoryId: string,
    params: MemoryUpdateParams & MemoryViewParams,
    options?: CallOptions,
  ): ApiPromise<Memory> {
    const { view, ...body } = params;
    return this.#transport.call(
      updateMemory,
      { params: { memory_store_id: memoryStoreId, memory_id: memoryId }, query: { view }, body },
      options,
    );
  }

  /** Deletes a memory; its versions stay. */
  delete(
    memoryStoreId: string,
    memoryId: string,
    params: MemoryDeleteParams = {},
    options?: CallOptions,
  ): ApiPromise<DeletedMemory> {
    return this.#transport.call(
      deleteMemory,
      { params: { memory_store_id: memoryStoreId, memory_id: memoryId }, query: params },
      options,
    );
  }
}
