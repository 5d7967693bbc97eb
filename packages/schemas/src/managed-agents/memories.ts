/** Memories: the files of a memory store. */
import type { UnknownMember } from '../kit/open.js';
import type { Operation } from '../kit/operation.js';
import type { CursorPage, CursorPageParams } from '../kit/paging.js';

/** Fields to return: `full` includes the content of a memory, `basic` omits it. */
export type MemoryView = 'basic' | 'full';

/**
 * A file of a memory store.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.3.10
 */
export interface Memory {
  /** Identifier, `mem_...`. */
  id: string;
  /** SHA-256 of the content, 64 lower-case hexadecimal digits. */
  content_sha256: string;
  /** Size of the content in bytes of UTF-8. */
  content_size_bytes: number;
  /** Creation time (RFC 3339). */
  created_at: string;
  /** Memory store that contains the memory. */
  memory_store_id: string;
  /** Current version, `memver_...`. */
  memory_version_id: string;
  /** Absolute path within the store. */
  path: string;
  /** Always `memory`. */
  type: 'memory';
  /** Time of the last change (RFC 3339). */
  updated_at: string;
  /** Content; null in the `basic` view. */
  content?: string | null | undefined;
}

/** A directory, which a list returns instead of the memories below it. */
export interface MemoryPrefix {
  /** Path of the directory, with a trailing slash. */
  path: string;
  /** Always `memory_prefix`. */
  type: 'memory_prefix';
}

/** An entry of a list of memories. */
export type MemoryListItem = Memory | MemoryPrefix | UnknownMember;

/**
 * Response of {@link deleteMemory}.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.3.10
 */
export interface DeletedMemory {
  /** Identifier of the deleted memory. */
  id: string;
  /** Always `memory_deleted`. */
  type: 'memory_deleted';
}

/** Condition on the stored content, which prevents overwriting a concurrent change. */
export interface MemoryPrecondition {
  /** Always `content_sha256`. */
  type: 'content_sha256';
  /** Expected SHA-256 of the stored content. */
  content_sha256?: string | undefined;
}

/** Query of operations that return a memory. */
export interface MemoryViewParams {
  /** View of the memory. Default `full` on retrieve, `basic` on create and update. */
  view?: MemoryView | undefined;
}

/** Body of {@link createMemory}. */
export interface MemoryCreateParams {
  /** Content, at most 102,400 bytes of UTF-8. Null creates an empty memory. */
  content: string | null;
  /** Path: starts with `/`, 1 to 20 segments, at most 1,024 bytes, NFC, without `.`, `..` or control characters. */
  path: string;
}

/** Body of {@link updateMemory}. Omitted fields keep their value. */
export interface MemoryUpdateParams {
  /** New content, at most 102,400 bytes of UTF-8; null keeps it. */
  content?: string | null | undefined;
  /** New path, with the same rules as in {@link MemoryCreateParams}; null keeps it. */
  path?: string | null | undefined;
  /** Condition for the update. If it is not met, the update fails with a conflict. */
  precondition?: MemoryPrecondition | undefined;
}

/** Query of {@link listMemories}. */
export interface MemoryListParams extends CursorPageParams {
  /**
   * Number of levels below the prefix to list individually; deeper ones are returned as {@link MemoryPrefix}. 0 lists
   * all levels. Default 0.
   */
  depth?: number | undefined;
  /** Sort direction. Default `asc`. */
  order?: 'asc' | 'desc' | undefined;
  /** Sort key. Default `path`. */
  order_by?: 'path' | 'created_at' | 'updated_at' | undefined;
  /** Returns only memories whose path starts with this prefix. */
  path_prefix?: string | undefined;
  /** View of the memories. Default `basic`. With `full`, a page has at most 20 memories. */
  view?: MemoryView | undefined;
}

/** Query of {@link deleteMemory}. */
export interface MemoryDeleteParams {
  /** Deletes the memory only if its content has this SHA-256. */
  expected_content_sha256?: string | undefined;
}

const beta = 'managed-agents-2026-04-01';
const source = 'managed-agents > Memory stores';
const path = '/v1/memory_stores/{memory_store_id}/memories';
const item = '/v1/memory_stores/{memory_store_id}/memories/{memory_id}';

/**
 * Creates a memory. Fails with a conflict if the path exists.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.3.10
 */
export const createMemory: Operation<{
  params: 'memory_store_id';
  query: MemoryViewParams;
  body: MemoryCreateParams;
  response: Memory;
}> = {
  id: 'memoryStores.memories.create',
  method: 'POST',
  path,
  auth: 'api-key',
  beta,
  replay: 'create',
  content: ['content'],
  source,
  assumed: ['operation'],
};

/**
 * Lists the memories of a store.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.3.10
 */
export const listMemories: Operation<{
  params: 'memory_store_id';
  query: MemoryListParams;
  response: CursorPage<MemoryListItem>;
}> = {
  id: 'memoryStores.memories.list',
  method: 'GET',
  path,
  auth: 'api-key',
  beta,
  paging: 'cursor',
  replay: 'read',
  content: ['data.*.content'],
  source,
  assumed: ['operation'],
};

/**
 * Retrieves a memory.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.3.10
 */
export const retrieveMemory: Operation<{
  params: 'memory_store_id' | 'memory_id';
  query: MemoryViewParams;
  response: Memory;
}> = {
  id: 'memoryStores.memories.retrieve',
  method: 'GET',
  path: item,
  auth: 'api-key',
  beta,
  replay: 'read',
  content: ['content'],
  source,
  assumed: ['operation'],
};

/**
 * Updates the content or path of a memory. Fails with a conflict if the precondition is not met or the new path
 * exists.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.3.10
 */
export const updateMemory: Operation<{
  params: 'memory_store_id' | 'memory_id';
  query: MemoryViewParams;
  body: MemoryUpdateParams;
  response: Memory;
}> = {
  id: 'memoryStores.memories.update',
  method: 'POST',
  path: item,
  auth: 'api-key',
  beta,
  replay: 'idempotent',
  content: ['content'],
  source,
  assumed: ['operation'],
};

/**
 * Deletes a memory. Its versions are kept.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.3.10
 */
export const deleteMemory: Operation<{
  params: 'memory_store_id' | 'memory_id';
  query: MemoryDeleteParams;
  response: DeletedMemory;
}> = {
  id: 'memoryStores.memories.delete',
  method: 'DELETE',
  path: item,
  auth: 'api-key',
  beta,
  replay: 'idempotent',
  source,
  assumed: ['operation'],
};
