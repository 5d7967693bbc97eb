/** Memory stores: workspace-scoped containers of agent memory, mounted into a session as a directory. */
import type { Operation } from '../kit/operation.js';
import type { CursorPage, CursorPageParams } from '../kit/paging.js';
import type { Metadata, MetadataPatch } from './metadata.js';

/**
 * A container of agent memory.
 *
 * @source managed-agents > Memory store
 */
export interface MemoryStore {
  /** Identifier, `memstore_...`. */
  id: string;
  /** RFC 3339 time of creation. */
  created_at: string;
  /**
   * Name, 1 to 255 characters. The directory under `/mnt/memory/` is called after it: lower-cased, each run of
   * non-alphanumeric characters replaced by a hyphen.
   */
  name: string;
  /** Always `memory_store`. */
  type: 'memory_store';
  /** RFC 3339 time of the last change. */
  updated_at: string;
  /** RFC 3339 time of archiving; null or absent while the store is active. */
  archived_at?: string | null | undefined;
  /** Part of the agent's system prompt when mounted; the empty string when unset. At most 1,024 characters. */
  description?: string | undefined;
  /** The caller's own key-value pairs, invisible to the agent. */
  metadata?: Metadata | undefined;
}

/**
 * Answer to deleting a memory store.
 *
 * @source managed-agents > Memory stores
 */
export interface DeletedMemoryStore {
  /** Identifier of the store that is gone. */
  id: string;
  /** Always `memory_store_deleted`. */
  type: 'memory_store_deleted';
}

/** Body of {@link createMemoryStore}. */
export interface MemoryStoreCreateParams {
  /** Name, 1 to 255 characters, no control characters. It need not be unique. */
  name: string;
  /** At most 1,024 characters. Default the empty string. */
  description?: string | undefined;
  /** Key-value pairs. Default none. */
  metadata?: Metadata | undefined;
}

/** Body of {@link updateMemoryStore}. Fields left out keep their value. */
export interface MemoryStoreUpdateParams {
  /** At most 1,024 characters; the empty string clears it, null keeps it. */
  description?: string | null | undefined;
  /** Change of the key-value pairs; null keeps them all. */
  metadata?: MetadataPatch | null | undefined;
  /** New name, 1 to 255 characters, no control characters; null keeps it. Mounted directories keep their name. */
  name?: string | null | undefined;
}

/** Bounds of a time, both inclusive. */
export interface InclusiveTimeRange {
  /** RFC 3339 time; only what is not earlier. */
  gte?: string | undefined;
  /** RFC 3339 time; only what is not later. */
  lte?: string | undefined;
}

/** Query of {@link listMemoryStores}. */
export interface MemoryStoreListParams extends CursorPageParams {
  /** Bounds of the time of creation. */
  created_at?: InclusiveTimeRange | undefined;
  /** True lists archived stores too. Default false. */
  include_archived?: boolean | undefined;
}

const beta = 'managed-agents-2026-04-01';
const source = 'managed-agents > Memory stores';

/** Creates a memory store. */
export const createMemoryStore: Operation<{ body: MemoryStoreCreateParams; response: MemoryStore }> = {
  id: 'memoryStores.create',
  method: 'POST',
  path: '/v1/memory_stores',
  auth: 'api-key',
  beta,
  replay: 'create',
  content: ['description'],
  source,
};

/** Lists the memory stores, newest first. */
export const listMemoryStores: Operation<{
  query: MemoryStoreListParams;
  response: CursorPage<MemoryStore>;
}> = {
  id: 'memoryStores.list',
  method: 'GET',
  path: '/v1/memory_stores',
  auth: 'api-key',
  beta,
  paging: 'cursor',
  query: { created_at: 'name[gte]' },
  replay: 'read',
  source,
};

/** Retrieves a memory store. */
export const retrieveMemoryStore: Operation<{ params: 'memory_store_id'; response: MemoryStore }> = {
  id: 'memoryStores.retrieve',
  method: 'GET',
  path: '/v1/memory_stores/{memory_store_id}',
  auth: 'api-key',
  beta,
  replay: 'read',
  source,
};

/** Changes a memory store's name, description or metadata. */
export const updateMemoryStore: Operation<{
  params: 'memory_store_id';
  body: MemoryStoreUpdateParams;
  response: MemoryStore;
}> = {
  id: 'memoryStores.update',
  method: 'POST',
  path: '/v1/memory_stores/{memory_store_id}',
  auth: 'api-key',
  beta,
  replay: 'idempotent',
  content: ['description'],
  source,
};

/** Deletes a memory store with all its memories and their versions. */
export const deleteMemoryStore: Operation<{ params: 'memory_store_id'; response: DeletedMemoryStore }> = {
  id: 'memoryStores.delete',
  method: 'DELETE',
  path: '/v1/memory_stores/{memory_store_id}',
  auth: 'api-key',
  beta,
  replay: 'idempotent',
  source,
};

/**
 * Archives a memory store: it becomes read-only, leaves the lists and can't be attached anew; attachments go on.
 *
 * @remarks The response is not in the documents; see "What the documents do not show" 1.3.10
 */
export const archiveMemoryStore: Operation<{ params: 'memory_store_id'; response: MemoryStore }> = {
  id: 'memoryStores.archive',
  method: 'POST',
  path: '/v1/memory_stores/{memory_store_id}/archive',
  auth: 'api-key',
  beta,
  replay: 'idempotent',
  source,
  assumed: ['response'],
};

/** Operations on memory stores, by id. */
export const memoryStoreOperations: {
  readonly 'memoryStores.create': typeof createMemoryStore;
  readonly 'memoryStores.list': typeof listMemoryStores;
  readonly 'memoryStores.retrieve': typeof retrieveMemoryStore;
  readonly 'memoryStores.update': typeof updateMemoryStore;
  readonly 'memoryStores.delete': typeof deleteMemoryStore;
  readonly 'memoryStores.archive': typeof archiveMemoryStore;
} = {
  'memoryStores.create': createMemoryStore,
  'memoryStores.list': listMemoryStores,
  'memoryStores.retrieve': retrieveMemoryStore,
  'memoryStores.update': updateMemoryStore,
  'memoryStores.delete': deleteMemoryStore,
  'memoryStores.archive': archiveMemoryStore,
};
