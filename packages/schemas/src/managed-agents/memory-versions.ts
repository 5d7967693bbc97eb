/** Memory versions: the history of a memory, with the author of each change. */
import type { OpenEnum, UnknownMember } from '../kit/open.js';
import type { Operation } from '../kit/operation.js';
import type { CursorPage, CursorPageParams } from '../kit/paging.js';
import type { MemoryView, MemoryViewParams } from './memories.js';
import type { InclusiveTimeRange } from './memory-stores.js';

/** A session that changed a memory. */
export interface MemorySessionActor {
  /** Identifier of the session. */
  session_id: string;
  /** Always `session_actor`. */
  type: 'session_actor';
}

/** An API key that changed a memory. */
export interface MemoryApiActor {
  /** Identifier of the key. */
  api_key_id: string;
  /** Always `api_actor`. */
  type: 'api_actor';
}

/** A user who changed a memory. */
export interface MemoryUserActor {
  /** Always `user_actor`. */
  type: 'user_actor';
  /** Identifier of the user. */
  user_id: string;
}

/** Author of a change. */
export type MemoryActor = MemorySessionActor | MemoryApiActor | MemoryUserActor | UnknownMember;

/** Type of a change. */
export type MemoryVersionOperation = 'created' | 'modified' | 'deleted';

/**
 * A version of a memory: its state after a change.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.3.10
 */
export interface MemoryVersion {
  /** Identifier, `memver_...`. */
  id: string;
  /** Time of the change (RFC 3339). */
  created_at: string;
  /** Identifier of the memory. */
  memory_id: string;
  /** Memory store that contains the memory. */
  memory_store_id: string;
  /** Type of the change. */
  operation: OpenEnum<MemoryVersionOperation>;
  /** Always `memory_version`. */
  type: 'memory_version';
  /** Content; null in the `basic` view, after a deletion and after redaction. */
  content?: string | null | undefined;
  /** SHA-256 of the content; null after a deletion and after redaction. */
  content_sha256?: string | null | undefined;
  /** Size of the content in bytes; null after a deletion and after redaction. */
  content_size_bytes?: number | null | undefined;
  /** Author of the change. */
  created_by?: MemoryActor | undefined;
  /** Path at the time of the change; null after redaction. */
  path?: string | null | undefined;
  /** Redaction time (RFC 3339); null if the version is not redacted. */
  redacted_at?: string | null | undefined;
  /** Who redacted the version. */
  redacted_by?: MemoryActor | undefined;
}

/** Query of {@link listMemoryVersions}. */
export interface MemoryVersionListParams extends CursorPageParams {
  /** Returns only changes made with this API key. */
  api_key_id?: string | undefined;
  /** Returns only changes in this time range. */
  created_at?: InclusiveTimeRange | undefined;
  /** Returns only changes of this memory. */
  memory_id?: string | undefined;
  /** Returns only changes of this type. */
  operation?: MemoryVersionOperation | undefined;
  /** Returns only changes made by this session. */
  session_id?: string | undefined;
  /** View of the versions. Default `basic`. With `full`, a page has at most 20 versions. */
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
 * Redacts a version permanently: its content, hash, size and path become null.
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
