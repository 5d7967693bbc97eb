/** Schemas of memories. */
import * as z from 'zod';
import { constrain, timestamp } from '../kit/limits.schema.js';
import { cursorPage, pageLimit } from '../kit/paging.schema.js';
import {
  object,
  type ObjectSchema,
  openObject,
  openUnion,
  type Schema,
  type SchemasFor,
} from '../kit/schema.js';
import { memoryLimits } from './limits.js';
import { memoryPathProblems } from './memory-path.js';
import type * as types from './memories.js';
import type { memoryOperations } from './operations.js';

/** Rule for a field that is out of range. */
const BAD_FIELD = 'GEN-005';

const encoder = new TextEncoder();
const byteLength = (text: string): number => encoder.encode(text).length;

/** Schema of a memory's view. */
export const MemoryViewSchema: Schema<types.MemoryView> = z.enum(['basic', 'full']);

/** Schema of a memory's content. */
export const MemoryContentSchema: Schema<string> = constrain(z.string(), (value, report) => {
  if (byteLength(value) > memoryLimits.contentBytes)
    report(BAD_FIELD, `must have at most ${memoryLimits.contentBytes} bytes`);
});

/** Schema of a memory's path. */
export const MemoryPathSchema: Schema<string> = constrain(z.string(), (path, report) => {
  for (const problem of memoryPathProblems(path)) report(BAD_FIELD, problem);
});

/** Schema of {@link types.Memory}. */
export const MemorySchema: ObjectSchema<types.Memory> = openObject<types.Memory>()({
  id: z.string().startsWith('mem_'),
  content_sha256: z.string().regex(/^[0-9a-f]{64}$/),
  content_size_bytes: z.int().min(0),
  created_at: timestamp,
  memory_store_id: z.string(),
  memory_version_id: z.string(),
  path: z.string(),
  type: z.literal('memory'),
  updated_at: timestamp,
  content: z.string().nullish(),
});

const listItem: Schema<types.MemoryListItem> = openUnion<types.MemoryListItem>()('type', {
  memory: MemorySchema,
  memory_prefix: openObject<types.MemoryPrefix>()({ path: z.string(), type: z.literal('memory_prefix') }),
});

const viewParams: ObjectSchema<types.MemoryViewParams> = object<types.MemoryViewParams>()({
  view: MemoryViewSchema.optional(),
});

/** Schema of {@link types.MemoryCreateParams}. */
export const MemoryCreateParamsSchema: ObjectSchema<types.MemoryCreateParams> =
  object<types.MemoryCreateParams>()({
    content: MemoryContentSchema.nullable(),
    path: MemoryPathSchema,
  });

/** Schema of {@link types.MemoryUpdateParams}. */
export const MemoryUpdateParamsSchema: ObjectSchema<types.MemoryUpdateParams> =
  object<types.MemoryUpdateParams>()({
    content: MemoryContentSchema.nullish(),
    path: MemoryPathSchema.nullish(),
    precondition: object<types.MemoryPrecondition>()({
      type: z.literal('content_sha256'),
      content_sha256: z.string().optional(),
    }).optional(),
  });

const listParams: ObjectSchema<types.MemoryListParams> = object<types.MemoryListParams>()({
  depth: z.int().min(0).optional(),
  limit: pageLimit(100).optional(),
  order: z.enum(['asc', 'desc']).optional(),
  order_by: z.enum(['path', 'created_at', 'updated_at']).optional(),
  page: z.string().min(1).optional(),
  path_prefix: z.string().optional(),
  view: MemoryViewSchema.optional(),
});

/** Schemas of the operations on memories, by id. */
export const memorySchemas: SchemasFor<typeof memoryOperations> = {
  'memoryStores.memories.create': {
    query: viewParams,
    body: MemoryCreateParamsSchema,
    response: MemorySchema,
  },
  'memoryStores.memories.list': { query: listParams, response: cursorPage(listItem) },
  'memoryStores.memories.retrieve': { query: viewParams, response: MemorySchema },
  'memoryStores.memories.update': {
    query: viewParams,
    body: MemoryUpdateParamsSchema,
    response: MemorySchema,
  },
  'memoryStores.memories.delete': {
    query: object<types.MemoryDeleteParams>()({ expected_content_sha256: z.string().optional() }),
    response: openObject<types.DeletedMemory>()({ id: z.string(), type: z.literal('memory_deleted') }),
  },
};
