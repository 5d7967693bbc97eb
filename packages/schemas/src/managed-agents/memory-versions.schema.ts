/** Schemas of memory versions. */
import { s } from '../kit/schema.js';
import { timestamp } from '../kit/limits.schema.js';
import { cursorPage, pageLimit } from '../kit/paging.schema.js';
import { object, openEnum, openObject, openUnion, type Schema, type SchemasFor } from '../kit/schema.js';
import type { MemoryViewParams } from './memories.js';
import { MemoryViewSchema } from './memories.schema.js';
import { InclusiveTimeRangeSchema } from './memory-stores.schema.js';
import type {
  MemoryApiActor,
  MemoryActor,
  MemoryVersion,
  MemoryVersionListParams,
  MemoryVersionOperation,
  memoryVersionOperations,
  MemorySessionActor,
  MemoryUserActor,
} from './memory-versions.js';

const actor: Schema<MemoryActor> = openUnion<MemoryActor>()('type', {
  session_actor: openObject<MemorySessionActor>()({
    session_id: s.string(),
    type: s.literal('session_actor'),
  }),
  api_actor: openObject<MemoryApiActor>()({ api_key_id: s.string(), type: s.literal('api_actor') }),
  user_actor: openObject<MemoryUserActor>()({ type: s.literal('user_actor'), user_id: s.string() }),
});

/** Schema of {@link MemoryVersion}. */
export const MemoryVersionSchema: Schema<MemoryVersion> = openObject<MemoryVersion>()({
  id: s.string().startsWith('memver_'),
  created_at: timestamp,
  memory_id: s.string(),
  memory_store_id: s.string(),
  operation: openEnum<MemoryVersionOperation>(),
  type: s.literal('memory_version'),
  content: s.string().nullable().optional(),
  content_sha256: s.string().nullable().optional(),
  content_size_bytes: s.int().nullable().optional(),
  created_by: actor.optional(),
  path: s.string().nullable().optional(),
  redacted_at: timestamp.nullable().optional(),
  redacted_by: actor.optional(),
});

const listParams: Schema<MemoryVersionListParams> = object<MemoryVersionListParams>()({
  api_key_id: s.string().optional(),
  created_at: InclusiveTimeRangeSchema.optional(),
  limit: pageLimit(100).optional(),
  memory_id: s.string().optional(),
  operation: s.enum(['created', 'modified', 'deleted']).optional(),
  page: s.string().min(1).optional(),
  session_id: s.string().optional(),
  view: MemoryViewSchema.optional(),
});

/** Schemas of the operations on memory versions, by id. */
export const memoryVersionSchemas: SchemasFor<typeof memoryVersionOperations> = {
  'memoryStores.versions.list': { query: listParams, response: cursorPage(MemoryVersionSchema) },
  'memoryStores.versions.retrieve': {
    query: object<MemoryViewParams>()({ view: MemoryViewSchema.optional() }),
    response: MemoryVersionSchema,
  },
  'memoryStores.versions.redact': { response: MemoryVersionSchema },
};
