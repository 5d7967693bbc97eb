/** Schemas of memory stores. */
import * as z from 'zod';
import { characters, constrain, timestamp } from '../kit/limits.schema.js';
import { cursorPage, pageLimit } from '../kit/paging.schema.js';
import { object, type ObjectSchema, openObject, rule, type Schema, type SchemasFor } from '../kit/schema.js';
import { memoryLimits } from './limits.js';
import { MetadataPatchSchema, MetadataSchema, StoredMetadataSchema } from './metadata.schema.js';
import type * as types from './memory-stores.js';
import type { memoryStoreOperations } from './operations.js';

const CONTROL_CHARACTER = /\p{Cc}/u;

/** Schema of a memory store's name, with the rule for control characters. */
const name = (controlRule: string): Schema<string> =>
  constrain(characters({ min: 1, max: memoryLimits.storeNameCharacters }), (value, report) => {
    if (CONTROL_CHARACTER.test(value)) report(controlRule, 'must not contain control characters');
  });

/** Schema of {@link types.InclusiveTimeRange}. */
export const InclusiveTimeRangeSchema: ObjectSchema<types.InclusiveTimeRange> =
  object<types.InclusiveTimeRange>()({
    gte: timestamp.optional(),
    lte: timestamp.optional(),
  });

/** Schema of {@link types.MemoryStore}. */
export const MemoryStoreSchema: ObjectSchema<types.MemoryStore> = openObject<types.MemoryStore>()({
  id: z.string().startsWith('memstore_'),
  created_at: timestamp,
  name: z.string(),
  type: z.literal('memory_store'),
  updated_at: timestamp,
  archived_at: timestamp.nullish(),
  description: z.string().optional(),
  metadata: StoredMetadataSchema.optional(),
});

/** Schema of {@link types.MemoryStoreCreateParams}. */
export const MemoryStoreCreateParamsSchema: ObjectSchema<types.MemoryStoreCreateParams> =
  object<types.MemoryStoreCreateParams>()({
    name: rule({ missing: 'MEM-013', type: 'MEM-013', value: 'MEM-014' }, name('MEM-015')),
    description: rule('MEM-017', characters({ max: memoryLimits.storeDescriptionCharacters })).optional(),
    metadata: MetadataSchema.optional(),
  });

/** Schema of {@link types.MemoryStoreUpdateParams}. */
export const MemoryStoreUpdateParamsSchema: ObjectSchema<types.MemoryStoreUpdateParams> =
  object<types.MemoryStoreUpdateParams>()({
    description: rule('MEM-026', characters({ max: memoryLimits.storeDescriptionCharacters })).nullish(),
    metadata: MetadataPatchSchema.nullish(),
    name: rule('MEM-028', name('MEM-028')).nullish(),
  });

/** Schema of {@link types.MemoryStoreListParams}. */
export const MemoryStoreListParamsSchema: ObjectSchema<types.MemoryStoreListParams> =
  object<types.MemoryStoreListParams>()({
    created_at: rule('MEM-019', InclusiveTimeRangeSchema).optional(),
    include_archived: rule('MEM-010', z.boolean()).optional(),
    limit: rule('MEM-020', pageLimit(100)).optional(),
    page: rule('MEM-022', z.string().min(1)).optional(),
  });

const deleted: ObjectSchema<types.DeletedMemoryStore> = openObject<types.DeletedMemoryStore>()({
  id: z.string(),
  type: z.literal('memory_store_deleted'),
});

/** Schemas of the operations on memory stores, by id. */
export const memoryStoreSchemas: SchemasFor<typeof memoryStoreOperations> = {
  'memoryStores.create': { body: MemoryStoreCreateParamsSchema, response: MemoryStoreSchema },
  'memoryStores.list': { query: MemoryStoreListParamsSchema, response: cursorPage(MemoryStoreSchema) },
  'memoryStores.retrieve': { response: MemoryStoreSchema },
  'memoryStores.update': { body: MemoryStoreUpdateParamsSchema, response: MemoryStoreSchema },
  'memoryStores.delete': { response: deleted },
  'memoryStores.archive': { response: MemoryStoreSchema },
};
