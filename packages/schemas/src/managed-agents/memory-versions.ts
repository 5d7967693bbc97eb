/** Memory versions: what a memory held after each change, and who made it. */
import type { OpenEnum, UnknownMember } from '../kit/open.js';
import type { Operation } from '../kit/operation.js';
import type { CursorPage, CursorPageParams } from '../kit/paging.js';
import type { MemoryView, MemoryViewParams } from './memories.js';
import type { InclusiveTimeRange } from './memory-stores.js';

/** A session that changed a memory. */
export interface MemorySessionActor {
  /** The session. */
  session_id: string;
  /** Always `session_actor`. */
  type: 'session_actor';
}

/** An API key that changed a memory. */
export interface MemoryApiActor {
  /** The key's identifier. */
  api_key_id: string;
  /** Always `api_actor`. */
  type: 'api_actor';
}

/** A user who changed a memory. */
export interface MemoryUserActor {
  /** Always `user_actor`. */
  type: 'user_actor';
  /** The user. */
  user_id: string;
}

/** Who changed a memory. */
export type MemoryActor = MemorySessionActor | MemoryApiActor | MemoryUserActor | UnknownMember;

/** What a change did. */
export type MemoryVersionOperation = 'created' | 'modified' | 'deleted';

/**
 * What a memory held after one change.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.3.10
 */
export interface MemoryVersion {
  /** Identifier, `memver_...`. */
  id: string;
  /** RFC 3339 time of the change. */
  created_at: string;
  /** The memory. */
  memory_id: string;
  /** The store that holds it. */
  memory_store_id: string;
  /** What the change did. */
  operation: OpenEnum<MemoryVersionOperation>;
  /** Always `memory_version`. */
  type: 'memory_version';
  /** Content; null in the `basic` view, after a deletion and when redacted. */
  content?: string | null | undefined;
  /** SHA-256 of the content; null after a deletion and when redacted. */
  content_sha256?: string | null | undefined;
  /** Size of the content in bytes; null after a deletion and when redacted. */
  content_size_bytes?: number | null | undefined;
  /** Who made the change. */
  created_by?: MemoryActor | undefined;
  /** Path at that time; null when redacted. */
  path?: string | null | undefined;
  /** RFC 3339 time of redaction; null when it was not redacted. */
  redacted_at?: string | null | undefined;
  /** Who redacted it. */
  redacted_by?: MemoryActor | undefined;
}

/** Query of {@link listMemoryVersions}. */
export interface MemoryVersionListParams extends CursorPageParams {
  /** Only changes made with this API key. */
  api_key_id?: string | undefined;
  /** Bounds of the time of the change. */
  created_at?: InclusiveTimeRange | undefined;
  /** Only changes of this memory. */
  memory_id?: string | undefined;
  /** Only changes of this kind. */
  operation?: MemoryVersionOperation | undefined;
  /** Only changes made by this session. */
  session_id?: string | undefined;
  /** How much to show. Default `basic`; with `full` a page holds at most 20. */
  view?: MemoryView | undefined;
}

const beta = 'managed-agents-2026-04-01';
const source = 'managed-agents > Memory stores';

/**
 * Lists the versions of a store's memories, newest first.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.3.10
 */
export const listMemoryVersions: Operation<{
  params: 'memory_store_id';
  query: MemoryVersionListParams;
  response: CursorPage<MemoryVersion>;
}> = {
  id: 'memoryStores.versions.list',
  method: 'GET',
  path: '/v1/memory_stores/{memory_store_id}/memory_versions',
  auth: 'api-key',
  beta,
  paging: 'cursor',
  query: { created_at: 'name[gte]' },
  replay: 'read',
  content: ['data.*.content'],
  source,
  assumed: ['operation'],
};

/**
 * Retrieves a memory version.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.3.10
 */
export const retrieveMemoryVersion: Operation<{
  params: 'memory_store_id' | 'memory_version_id';
  query: MemoryViewParams;
  response: MemoryVersion;
}> = {
  id: 'memoryStores.versions.retrieve',
  method: 'GET',
  path: '/v1/memory_stores/{memory_store_id}/memory_versions/{memory_version_id}',
  auth: 'api-key',
  beta,
  replay: 'read',
  content: ['content'],
  source,
  assumed: ['operation'],
};

/**
 * Removes what a version held, for good: content, hash, size and path become null.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.3.10
 */
export const redactMemoryVersion: Operation<{
  params: 'memory_store_id' | 'memory_version_id';
  response: MemoryVersion;
}> = {
  id: 'memoryStores.versions.redact',
  method: 'POST',
  path: '/v1/memory_stores/{memory_store_id}/memory_versions/{memory_version_id}/redact',
  auth: 'api-key',
  beta,
  replay: 'idempotent',
  source,
  assumed: ['operation'],
};

/** Operations on memory versions, by id. */
export const memoryVersionOperations: {
  readonly 'memoryStores.versions.list': typeof listMemoryVersions;
  readonly 'memoryStores.versions.retrieve': typeof retrieveMemoryVersion;
  readonly 'memoryStores.versions.redact': typeof redactMemoryVersion;
} = {
  'memoryStores.versions.list': listMemoryVersions,
  'memoryStores.versions.retrieve': retrieveMemoryVersion,
  'memoryStores.versions.redact': redactMemoryVersion,
};
