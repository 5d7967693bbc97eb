/** Memory stores: collections of memories in a workspace, mounted into sessions as directories. */
import type { Operation } from '../kit/operation.js';
import type { CursorPage, CursorPageParams } from '../kit/paging.js';
import type { Metadata, MetadataPatch } from './metadata.js';

/**
 * A collection of memories that agents keep across sessions.
 *
 * @source managed-agents > Memory store
 */
export interface MemoryStore {
  /** Identifier, `memstore_...`. */
  id: string;
  /** Creation time (RFC 3339). */
  created_at: string;
  /**
   * Name, 1 to 255 characters. The directory under `/mnt/memory/` is derived from it: in lower case, with each run of
   * non-alphanumeric characters replaced by a hyphen.
   */
  name: string;
  /** Always `memory_store`. */
  type: 'memory_store';
  /** Time of the last change (RFC 3339). */
  updated_at: string;
  /** Archive time (RFC 3339); null or absent while the store is active. */
  archived_at?: string | null | undefined;
  /**
   * Description, at most 1,024 characters, which is added to the agent's system prompt when the store is mounted. An
   * empty string when unset.
   */
  description?: string | undefined;
  /** Your own key-value pairs, not visible to the agent. */
  metadata?: Metadata | undefined;
}

/**
 * Response of {@link deleteMemoryStore}.
 *
 * @source managed-agents > Memory stores
 */
export interface DeletedMemoryStore {
  /** Identifier of the deleted store. */
  id: string;
  /** Always `memory_store_deleted`. */
  type: 'memory_store_deleted';
}

/** Body of {@link createMemoryStore}. */
export interface MemoryStoreCreateParams {
  /** Name, 1 to 255 characters without control characters. It does not have to be unique. */
  name: string;
  /** Description, at most 1,024 characters. Default: an empty string. */
  description?: string | undefined;
  /** Your own key-value pairs. Default: none. */
  metadata?: Metadata | undefined;
}

/** Body of {@link updateMemoryStore}. Omitted fields keep their value. */
export interface MemoryStoreUpdateParams {
  /** New description, at most 1,024 characters. An empty string clears it, null keeps it. */
  description?: string | null | undefined;
  /** Changes to the key-value pairs; null keeps all of them. */
  metadata?: MetadataPatch | null | undefined;
  /** New name, 1 to 255 characters without control characters; null keeps it. Mounted directories keep their name. */
  name?: string | null | undefined;
}

/** Time range, inclusive at both ends. */
export interface InclusiveTimeRange {
  /** At or after this RFC 3339 time. */
  gte?: string | undefined;
  /** At or before this RFC 3339 time. */
  lte?: string | undefined;
}

/** Query of {@link listMemoryStores}. */
export interface MemoryStoreListParams extends CursorPageParams {
  /** Returns only stores created in this time range. */
  created_at?: InclusiveTimeRange | undefined;
  /** Whether to include archived stores. Default false. */
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

/** Updates the name, description or metadata of a memory store. */
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

/** Deletes a memory store with its memories and their versions. */
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
 * Archives a memory store. It becomes read-only, is omitted from lists and cannot be attached to new sessions.
 * Existing attachments remain.
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
