/** Memory stores: collections of memories in a workspace, mounted into sessions as directories. */
import { operationsOf, type OperationContract } from '../kit/contract.js';
import * as z from 'zod';
import { characters, constrain, timestamp } from '../kit/limits.schema.js';
import { cursorPage, pageLimit } from '../kit/paging.schema.js';
import { object, type ObjectSchema, openObject, rule, type Schema } from '../kit/schema.js';
import { MetadataPatch, Metadata, StoredMetadata } from './metadata.contract.js';
import { managedAgents } from './service.js';
import type * as types from './memory-stores.js';

/**
 * Limits of a memory store and its memories.
 *
 * @source managed-agents > Memory store
 */
export const memoryLimits = {
  /** Maximum length of the name of a store, in characters. */
  storeNameCharacters: 255,
  /** Maximum length of the description of a store, in characters. */
  storeDescriptionCharacters: 1024,
  /** Maximum size of the content of a memory, in bytes of UTF-8. */
  contentBytes: 102_400,
  /** Maximum length of the path of a memory, in bytes of UTF-8. */
  pathBytes: 1024,
  /** Maximum number of segments of the path of a memory. */
  pathSegments: 20,
} as const;

const CONTROL_CHARACTER = /\p{Cc}/u;

/** Schema of a memory store's name, with the rule for control characters. */
const name = (controlRule: string): Schema<string> =>
  constrain(characters({ min: 1, max: memoryLimits.storeNameCharacters }), (value, report) => {
    if (CONTROL_CHARACTER.test(value)) report(controlRule, 'must not contain control characters');
  });

/** Time range, inclusive at both ends. */
export const InclusiveTimeRange: ObjectSchema<types.InclusiveTimeRange> = object({
  /** At or after this RFC 3339 time. */
  gte: timestamp.optional(),
  /** At or before this RFC 3339 time. */
  lte: timestamp.optional(),
});

/**
 * A collection of memories that agents keep across sessions.
 *
 * @source managed-agents > Memory store
 */
export const MemoryStore: ObjectSchema<types.MemoryStore> = openObject({
  /** Identifier, `memstore_...`. */
  id: z.string().startsWith('memstore_'),
  /** Creation time (RFC 3339). */
  created_at: timestamp,
  /**
   * Name, 1 to 255 characters. The directory under `/mnt/memory/` is derived from it: in lower case, with each run of
   * non-alphanumeric characters replaced by a hyphen.
   */
  name: z.string(),
  type: z.literal('memory_store'),
  /** Time of the last change (RFC 3339). */
  updated_at: timestamp,
  /** Archive time (RFC 3339); null or absent while the store is active. */
  archived_at: timestamp.nullish(),
  /**
   * Description, at most 1,024 characters, which is added to the agent's system prompt when the store is mounted. An
   * empty string when unset.
   */
  description: z.string().optional(),
  /** Your own key-value pairs, not visible to the agent. */
  metadata: StoredMetadata.optional(),
});

/** Body of {@link createMemoryStore}. */
export const MemoryStoreCreateParams: ObjectSchema<types.MemoryStoreCreateParams> = object({
  /** Name, {bounds} without control characters. It does not have to be unique. */
  name: rule({ missing: 'MEM-013', type: 'MEM-013', value: 'MEM-014' }, name('MEM-015')),
  /** Description, {bounds}. Default: an empty string. */
  description: rule('MEM-017', characters({ max: memoryLimits.storeDescriptionCharacters })).optional(),
  /** Your own key-value pairs. Default: none. */
  metadata: Metadata.optional(),
});

/** Body of {@link updateMemoryStore}. Omitted fields keep their value. */
export const MemoryStoreUpdateParams: ObjectSchema<types.MemoryStoreUpdateParams> = object({
  /** New description, {bounds}. An empty string clears it, null keeps it. */
  description: rule('MEM-026', characters({ max: memoryLimits.storeDescriptionCharacters })).nullish(),
  /** Changes to the key-value pairs; null keeps all of them. */
  metadata: MetadataPatch.nullish(),
  /** New name, {bounds} without control characters; null keeps it. Mounted directories keep their name. */
  name: rule('MEM-028', name('MEM-028')).nullish(),
});

/** Query of {@link listMemoryStores}. */
export const MemoryStoreListParams: ObjectSchema<types.MemoryStoreListParams> = object('CursorPageParams', {
  /** Returns only stores created in this time range. */
  created_at: rule('MEM-019', InclusiveTimeRange).optional(),
  /** Whether to include archived stores. Default false. */
  include_archived: rule('MEM-010', z.boolean()).optional(),
  limit: rule('MEM-020', pageLimit(100)).optional(),
  page: rule('MEM-022', z.string().min(1)).optional(),
});

/**
 * Response of {@link deleteMemoryStore}.
 *
 * @source managed-agents > Memory stores
 */
export const DeletedMemoryStore: ObjectSchema<types.DeletedMemoryStore> = openObject({
  /** Identifier of the deleted store. */
  id: z.string(),
  type: z.literal('memory_store_deleted'),
});

/**
 * Creates and manages memory stores: collections of files that are mounted into sessions, where agents read and write them.
 */
const operation = operationsOf({
  client: 'MemoryStores',
  ...managedAgents,
  source: 'managed-agents > Memory stores',
});

/** Creates a memory store. */
export const createMemoryStore: OperationContract = operation({
  id: 'memoryStores.create',
  route: 'POST /v1/memory_stores',
  replay: 'create',
  content: ['description'],
  schemas: { body: MemoryStoreCreateParams, response: MemoryStore },
});

/** Lists the memory stores, newest first. Archived stores are included only with `include_archived`. */
export const listMemoryStores: OperationContract = operation({
  id: 'memoryStores.list',
  route: 'GET /v1/memory_stores',
  paging: 'cursor',
  query: { created_at: 'name[gte]' },
  schemas: { query: MemoryStoreListParams, response: cursorPage(MemoryStore) },
});

/** Retrieves a memory store. */
export const retrieveMemoryStore: OperationContract = operation({
  id: 'memoryStores.retrieve',
  route: 'GET /v1/memory_stores/{memory_store_id}',
  schemas: { response: MemoryStore },
});

/** Updates the name, description or metadata of a memory store. */
export const updateMemoryStore: OperationContract = operation({
  id: 'memoryStores.update',
  route: 'POST /v1/memory_stores/{memory_store_id}',
  replay: 'idempotent',
  content: ['description'],
  schemas: { body: MemoryStoreUpdateParams, response: MemoryStore },
});

/** Deletes a memory store with its memories and their versions. */
export const deleteMemoryStore: OperationContract = operation({
  id: 'memoryStores.delete',
  route: 'DELETE /v1/memory_stores/{memory_store_id}',
  schemas: { response: DeletedMemoryStore },
});

/**
 * Archives a memory store. It becomes read-only, is omitted from lists and cannot be attached to new sessions.
 * Existing attachments remain.
 *
 * @remarks The response is not in the documents; see "What the documents do not show" 1.3.10
 */
export const archiveMemoryStore: OperationContract = operation({
  id: 'memoryStores.archive',
  route: 'POST /v1/memory_stores/{memory_store_id}/archive',
  replay: 'idempotent',
  assumed: ['response'],
  schemas: { response: MemoryStore },
});
