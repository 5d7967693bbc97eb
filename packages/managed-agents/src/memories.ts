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

/** Reads and writes memories: the files of a memory store. */
export class Memories {
  readonly #transport: Transport;

  /** @param transport - Sends the requests. */
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * Creates a memory.
   *
   * @throws {ConflictError} When the path is taken; `conflictingMemoryId` is the id of the memory at that path.
   */
  create(
    memoryStoreId: string,
    params: MemoryCreateParams & MemoryViewParams,
    options?: CallOptions,
  ): ApiPromise<Memory> {
    return this.#transport.call(
      createMemory,
      { params: { memory_store_id: memoryStoreId }, ...split(params) },
      options,
    );
  }

  /** Retrieves a memory. Its content is included unless `view` is `basic`. */
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

  /** Lists the memories in a store, ordered by path unless `order_by` is set. */
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

  /**
   * Updates a memory's content or path.
   *
   * @throws {ConflictError} When the precondition is not met, or another memory has the new path.
   */
  update(
    memoryStoreId: string,
    memoryId: string,
    params: MemoryUpdateParams & MemoryViewParams,
    options?: CallOptions,
  ): ApiPromise<Memory> {
    return this.#transport.call(
      updateMemory,
      { params: { memory_store_id: memoryStoreId, memory_id: memoryId }, ...split(params) },
      options,
    );
  }

  /** Deletes a memory. Its versions are kept. */
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

/** Divides params into query and body. Params of the wrong type become the body; the call rejects them. */
function split<P extends MemoryViewParams>(params: P): { query: MemoryViewParams; body: Omit<P, 'view'> } {
  if (typeof params !== 'object' || params === null) return { query: {}, body: params };
  const { view, ...body } = params;
  return { query: { view }, body };
}
