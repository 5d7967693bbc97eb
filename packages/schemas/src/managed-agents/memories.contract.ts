/** Memories: the files of a memory store. */
import { operationsOf, type OperationContract, typed } from '../kit/contract.js';
import * as z from 'zod';
import { constrain, timestamp } from '../kit/limits.schema.js';
import { cursorPage, pageLimit } from '../kit/paging.schema.js';
import { object, type ObjectSchema, openObject, openUnion, type Schema } from '../kit/schema.js';
import { memoryPathProblems } from './memory-path.js';
import { memoryLimits } from './memory-stores.contract.js';
import { managedAgents } from './service.js';
import type * as types from './memories.js';

/** Rule for a field that is out of range. */
const BAD_FIELD = 'GEN-005';

const encoder = new TextEncoder();
const byteLength = (text: string): number => encoder.encode(text).length;

/** Fields to return: `full` includes the content of a memory, `basic` omits it. */
export const MemoryView: Schema<types.MemoryView> = z.enum(['basic', 'full']);

/** Schema of a memory's content. */
export const MemoryContent: Schema<string> = typed(
  'string',
  constrain(z.string(), (value, report) => {
    if (byteLength(value) > memoryLimits.contentBytes)
      report(BAD_FIELD, `must have at most ${memoryLimits.contentBytes} bytes`);
  }),
);

/** Schema of a memory's path. */
export const MemoryPath: Schema<string> = typed(
  'string',
  constrain(z.string(), (path, report) => {
    for (const problem of memoryPathProblems(path)) report(BAD_FIELD, problem);
  }),
);

/**
 * A file of a memory store.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.3.10
 */
export const Memory: ObjectSchema<types.Memory> = openObject({
  /** Identifier, `mem_...`. */
  id: z.string().startsWith('mem_'),
  /** SHA-256 of the content, 64 lower-case hexadecimal digits. */
  content_sha256: z.string().regex(/^[0-9a-f]{64}$/),
  /** Size of the content in bytes of UTF-8. */
  content_size_bytes: z.int().min(0),
  /** Creation time (RFC 3339). */
  created_at: timestamp,
  /** Memory store that contains the memory. */
  memory_store_id: z.string(),
  /** Current version, `memver_...`. */
  memory_version_id: z.string(),
  /** Absolute path within the store. */
  path: z.string(),
  type: z.literal('memory'),
  /** Time of the last change (RFC 3339). */
  updated_at: timestamp,
  /** Content; null in the `basic` view. */
  content: z.string().nullish(),
});

/** A directory, which a list returns instead of the memories below it. */
export const MemoryPrefix: ObjectSchema<types.MemoryPrefix> = openObject({
  /** Path of the directory, with a trailing slash. */
  path: z.string(),
  type: z.literal('memory_prefix'),
});

/** An entry of a list of memories. */
export const MemoryListItem: Schema<types.MemoryListItem> = openUnion('type', [Memory, MemoryPrefix]);

/** Query of operations that return a memory. */
export const MemoryViewParams: ObjectSchema<types.MemoryViewParams> = object({
  /** View of the memory. Default `full` on retrieve, `basic` on create and update. */
  view: MemoryView.optional(),
});

/** Body of {@link createMemory}. */
export const MemoryCreateParams: ObjectSchema<types.MemoryCreateParams> = object({
  /** Content, at most 102,400 bytes of UTF-8. Null creates an empty memory. */
  content: MemoryContent.nullable(),
  /** Path: starts with `/`, 1 to 20 segments, at most 1,024 bytes, NFC, without `.`, `..` or control characters. */
  path: MemoryPath,
});

/** Condition on the stored content, which prevents overwriting a concurrent change. */
export const MemoryPrecondition: ObjectSchema<types.MemoryPrecondition> = object({
  type: z.literal('content_sha256'),
  /** Expected SHA-256 of the stored content. */
  content_sha256: z.string().optional(),
});

/** Body of {@link updateMemory}. Omitted fields keep their value. */
export const MemoryUpdateParams: ObjectSchema<types.MemoryUpdateParams> = object({
  /** New content, at most 102,400 bytes of UTF-8; null keeps it. */
  content: MemoryContent.nullish(),
  /** New path, with the same rules as in {@link MemoryCreateParams}; null keeps it. */
  path: MemoryPath.nullish(),
  /** Condition for the update. If it is not met, the update fails with a conflict. */
  precondition: MemoryPrecondition.optional(),
});

/** Query of {@link listMemories}. */
export const MemoryListParams: ObjectSchema<types.MemoryListParams> = object('CursorPageParams', {
  /**
   * Number of levels below the prefix to list individually; deeper ones are returned as {@link MemoryPrefix}. 0 lists
   * all levels. Default 0.
   */
  depth: z.int().min(0).optional(),
  limit: pageLimit(100).optional(),
  /** Sort direction. Default `asc`. */
  order: z.enum(['asc', 'desc']).optional(),
  /** Sort key. Default `path`. */
  order_by: z.enum(['path', 'created_at', 'updated_at']).optional(),
  page: z.string().min(1).optional(),
  /** Returns only memories whose path starts with this prefix. */
  path_prefix: z.string().optional(),
  /** View of the memories. Default `basic`. With `full`, a page has at most 20 memories. */
  view: MemoryView.optional(),
});

/** Query of {@link deleteMemory}. */
export const MemoryDeleteParams: ObjectSchema<types.MemoryDeleteParams> = object({
  /** Deletes the memory only if its content has this SHA-256. */
  expected_content_sha256: z.string().optional(),
});

/**
 * Response of {@link deleteMemory}.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.3.10
 */
export const DeletedMemory: ObjectSchema<types.DeletedMemory> = openObject({
  /** Identifier of the deleted memory. */
  id: z.string(),
  type: z.literal('memory_deleted'),
});

const path = '/v1/memory_stores/{memory_store_id}/memories';
const item = '/v1/memory_stores/{memory_store_id}/memories/{memory_id}';
/** Reads and writes memories: the files of a memory store. */
const operation = operationsOf({
  client: 'Memories',
  ...managedAgents,
  source: 'managed-agents > Memory stores',
  assumed: ['operation'],
  notShown: '1.3.10',
});

/**
 * Creates a memory.
 *
 * @throws `ConflictError` When the path is taken; `conflictingMemoryId` is the id of the memory at that path.
 */
export const createMemory: OperationContract = operation({
  id: 'memoryStores.memories.create',
  route: `POST ${path}`,
  replay: 'create',
  content: ['content'],
  schemas: { query: MemoryViewParams, body: MemoryCreateParams, response: Memory },
});

/** Lists the memories of a store, ordered by path unless `order_by` is set. */
export const listMemories: OperationContract = operation({
  id: 'memoryStores.memories.list',
  route: `GET ${path}`,
  paging: 'cursor',
  content: ['data.*.content'],
  schemas: { query: MemoryListParams, response: cursorPage(MemoryListItem) },
});

/** Retrieves a memory. Its content is included unless `view` is `basic`. */
export const retrieveMemory: OperationContract = operation({
  id: 'memoryStores.memories.retrieve',
  route: `GET ${item}`,
  content: ['content'],
  schemas: { query: MemoryViewParams, response: Memory },
});

/**
 * Updates the content or path of a memory.
 *
 * @throws `ConflictError` When the precondition is not met, or another memory has the new path.
 */
export const updateMemory: OperationContract = operation({
  id: 'memoryStores.memories.update',
  route: `POST ${item}`,
  replay: 'idempotent',
  content: ['content'],
  schemas: { query: MemoryViewParams, body: MemoryUpdateParams, response: Memory },
});

/** Deletes a memory. Its versions are kept. */
export const deleteMemory: OperationContract = operation({
  id: 'memoryStores.memories.delete',
  route: `DELETE ${item}`,
  schemas: { query: MemoryDeleteParams, response: DeletedMemory },
});
