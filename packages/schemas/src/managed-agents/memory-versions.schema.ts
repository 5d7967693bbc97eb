/** Schemas of memory versions. */
import * as z from 'zod';
import { timestamp } from '../kit/limits.schema.js';
import { cursorPage, pageLimit } from '../kit/paging.schema.js';
import {
  object,
  type ObjectSchema,
  openEnum,
  openObject,
  openUnion,
  type Schema,
  type SchemasFor,
} from '../kit/schema.js';
import type { MemoryViewParams } from './memories.js';
import { MemoryViewSchema } from './memories.schema.js';
import { InclusiveTimeRangeSchema } from './memory-stores.schema.js';
import type * as types from './memory-versions.js';
import type { memoryVersionOperations } from './operations.js';

const actor: Schema<types.MemoryActor> = openUnion<types.MemoryActor>()('type', {
  session_actor: openObject<types.MemorySessionActor>()({
    session_id: z.string(),
    type: z.literal('session_actor'),
  }),
  api_actor: openObject<types.MemoryApiActor>()({ api_key_id: z.string(), type: z.literal('api_actor') }),
  user_actor: openObject<types.MemoryUserActor>()({ type: z.literal('user_actor'), user_id: z.string() }),
});

/** Schema of {@link types.MemoryVersion}. */
export const MemoryVersionSchema: ObjectSchema<types.MemoryVersion> = openObject<types.MemoryVersion>()({
  id: z.string().startsWith('memver_'),
  created_at: timestamp,
  memory_id: z.string(),
  memory_store_id: z.string(),
  operation: openEnum<types.MemoryVersionOperation>(),
  type: z.literal('memory_version'),
  content: z.string().nullish(),
  content_sha256: z.string().nullish(),
  content_size_bytes: z.int().nullish(),
  created_by: actor.optional(),
  path: z.string().nullish(),
  redacted_at: timestamp.nullish(),
  redacted_by: actor.optional(),
});

const listParams: ObjectSchema<types.MemoryVersionListParams> = object<types.MemoryVersionListParams>()({
  api_key_id: z.string().optional(),
  created_at: InclusiveTimeRangeSchema.optional(),
  limit: pageLimit(100).optional(),
  memory_id: z.string().optional(),
  operation: z.enum(['created', 'modified', 'deleted']).optional(),
  page: z.string().min(1).optional(),
  session_id: z.string().optional(),
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
