import type { ApiPromise, CallOptions, ListOptions, Paginator } from '@parlance/core-transport';
import type { Transport } from '@parlance/core-transport/internal';
import {
  listMemoryVersions,
  redactMemoryVersion,
  retrieveMemoryVersion,
} from '@parlance/schemas/managed-agents';
import type {
  MemoryVersion,
  MemoryVersionListParams,
  MemoryViewParams,
} from '@parlance/schemas/managed-agents';

/** Reads and redacts memory versions: the content of a memory after each change. */
export class MemoryVersions {
  readonly #transport: Transport;

  /** @param transport - Sends the requests. */
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Lists the versions of all memories in a store, newest first. */
  list(
    memoryStoreId: string,
    params: MemoryVersionListParams = {},
    options?: ListOptions,
  ): Paginator<MemoryVersion> {
    return this.#transport.list(
      listMemoryVersions,
      { params: { memory_store_id: memoryStoreId }, query: params },
      options,
    );
  }

  /** Retrieves a memory version. */
  retrieve(
    memoryStoreId: string,
    versionId: string,
    params: MemoryViewParams = {},
    options?: CallOptions,
  ): ApiPromise<MemoryVersion> {
    return this.#transport.call(
      retrieveMemoryVersion,
      { params: { memory_store_id: memoryStoreId, memory_version_id: versionId }, query: params },
      options,
    );
  }

  /** Removes the content of a version permanently. */
  redact(memoryStoreId: string, versionId: string, options?: CallOptions): ApiPromise<MemoryVersion> {
    return this.#transport.call(
      redactMemoryVersion,
      { params: { memory_store_id: memoryStoreId, memory_version_id: versionId } },
      options,
    );
  }
}
