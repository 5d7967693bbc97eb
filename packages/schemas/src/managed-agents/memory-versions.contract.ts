/** Memory versions: the history of a memory, with the author of each change. */
import { operationsOf, type OperationContract, typed } from '../kit/contract.js';
import * as z from 'zod';
import { timestamp } from '../kit/limits.schema.js';
import { cursorPage, pageLimit } from '../kit/paging.schema.js';
import { object, type ObjectSchema, openEnum, openObject, openUnion, type Schema } from '../kit/schema.js';
import type { MemoryViewParams } from './memories.js';
import { MemoryView } from './memories.contract.js';
import { InclusiveTimeRange } from './memory-stores.contract.js';
import { managedAgents } from './service.js';
import type * as types from './memory-versions.js';

/** Type of a change. */
export const MemoryVersionOperation: Schema<types.MemoryVersionOperation> = z.enum([
  'created',
  'modified',
  'deleted',
]);

/** A user who changed a memory. */
export const MemoryUserActor: ObjectSchema<types.MemoryUserActor> = openObject({
  type: z.literal('user_actor'),
  /** Identifier of the user. */
  user_id: z.string(),
});

/** An API key that changed a memory. */
export const MemoryApiActor: ObjectSchema<types.MemoryApiActor> = openObject({
  /** Identifier of the key. */
  api_key_id: z.string(),
  type: z.literal('api_actor'),
});

/** A session that changed a memory. */
export const MemorySessionActor: ObjectSchema<types.MemorySessionActor> = openObject({
  /** Identifier of the session. */
  session_id: z.string(),
  type: z.literal('session_actor'),
});

/** Author of a change. */
export const MemoryActor: Schema<types.MemoryActor> = openUnion('type', [
  MemorySessionActor,
  MemoryApiActor,
  MemoryUserActor,
]);

/**
 * A version of a memory: its state after a change.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.3.10
 */
export const MemoryVersion: ObjectSchema<types.MemoryVersion> = openObject({
  /** Identifier, `memver_...`. */
  id: z.string().startsWith('memver_'),
  /** Time of the change (RFC 3339). */
  created_at: timestamp,
  /** Identifier of the memory. */
  memory_id: z.string(),
  /** Memory store that contains the memory. */
  memory_store_id: z.string(),
  /** Type of the change. */
  operation: openEnum(MemoryVersionOperation),
  type: z.literal('memory_version'),
  /** Content; null in the `basic` view, after a deletion and after redaction. */
  content: z.string().nullish(),
  /** SHA-256 of the content; null after a deletion and after redaction. */
  content_sha256: z.string().nullish(),
  /** Size of the content in bytes; null after a deletion and after redaction. */
  content_size_bytes: z.int().nullish(),
  /** Author of the change. */
  created_by: MemoryActor.optional(),
  /** Path at the time of the change; null after redaction. */
  path: z.string().nullish(),
  /** Redaction time (RFC 3339); null if the version is not redacted. */
  redacted_at: timestamp.nullish(),
  /** Who redacted the version. */
  redacted_by: MemoryActor.optional(),
});

/** Query of {@link listMemoryVersions}. */
export const MemoryVersionListParams: ObjectSchema<types.MemoryVersionListParams> = object(
  'CursorPageParams',
  {
    /** Returns only changes made with this API key. */
    api_key_id: z.string().optional(),
    /** Returns only changes in this time range. */
    created_at: InclusiveTimeRange.optional(),
    limit: pageLimit(100).optional(),
    /** Returns only changes of this memory. */
    memory_id: z.string().optional(),
    /** Returns only changes of this type. */
    operation: MemoryVersionOperation.optional(),
    page: z.string().min(1).optional(),
    /** Returns only changes made by this session. */
    session_id: z.string().optional(),
    /** View of the versions. Default `basic`. With `full`, a page has at most 20 versions. */
    view: MemoryView.optional(),
  },
);

/** The query of {@link retrieveMemoryVersion}. */
export const RetrieveMemoryVersionQuery: ObjectSchema<MemoryViewParams> = typed(
  'MemoryViewParams',
  object({
    view: MemoryView.optional(),
  }),
);

/** Reads and redacts memory versions: the content of a memory after each change. */
const operation = operationsOf({
  client: 'MemoryVersions',
  ...managedAgents,
  source: 'managed-agents > Memory stores',
  assumed: ['operation'],
  notShown: '1.3.10',
});

/** Lists the versions of all memories in a store, newest first. */
export const listMemoryVersions: OperationContract = operation({
  id: 'memoryStores.versions.list',
  route: 'GET /v1/memory_stores/{memory_store_id}/memory_versions',
  paging: 'cursor',
  query: { created_at: 'name[gte]' },
  content: ['data.*.content'],
  schemas: { query: MemoryVersionListParams, response: cursorPage(MemoryVersion) },
});

/** Retrieves a memory version. */
export const retrieveMemoryVersion: OperationContract = operation({
  id: 'memoryStores.versions.retrieve',
  route: 'GET /v1/memory_stores/{memory_store_id}/memory_versions/{memory_version_id}',
  content: ['content'],
  schemas: { query: RetrieveMemoryVersionQuery, response: MemoryVersion },
});

/** Redacts a version permanently: its content, hash, size and path become null. */
export const redactMemoryVersion: OperationContract = operation({
  id: 'memoryStores.versions.redact',
  route: 'POST /v1/memory_stores/{memory_store_id}/memory_versions/{memory_version_id}/redact',
  replay: 'idempotent',
  schemas: { response: MemoryVersion },
});
