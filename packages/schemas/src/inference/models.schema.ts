/** Schemas of models. */
import * as z from 'zod';
import { timestamp } from '../kit/limits.schema.js';
import { idPage, pageLimit } from '../kit/paging.schema.js';
import {
  named,
  object,
  type ObjectSchema,
  openObject,
  rule,
  type Schema,
  type SchemasFor,
} from '../kit/schema.js';
import type * as types from './models.js';
import type { modelOperations } from './operations.js';

const support: ObjectSchema<types.CapabilitySupport> = openObject<types.CapabilitySupport>()({
  supported: z.boolean(),
});

const capabilities: ObjectSchema<types.ModelCapabilities> = openObject<types.ModelCapabilities>()({
  batch: support,
  citations: support,
  code_execution: support,
  context_management: openObject<types.ContextManagementCapability>()({
    supported: z.boolean(),
    clear_thinking_20251015: support.nullish(),
    clear_tool_uses_20250919: support.nullish(),
    compact_20260112: support.nullish(),
  }),
  effort: openObject<types.EffortCapability>()({
    supported: z.boolean(),
    low: support,
    medium: support,
    high: support,
    xhigh: support.nullish(),
    max: support,
  }),
  image_input: support,
  pdf_input: support,
  structured_outputs: support,
  thinking: openObject<types.ThinkingCapability>()({
    supported: z.boolean(),
    types: openObject<types.ThinkingTypes>()({ adaptive: support, enabled: support }),
  }),
});

const modelId: Schema<string> = named(z.string().min(1));

/** Schema of {@link types.ModelInfo}. */
export const ModelInfoSchema: ObjectSchema<types.ModelInfo> = openObject<types.ModelInfo>()({
  id: modelId,
  capabilities: capabilities.nullish(),
  created_at: timestamp,
  display_name: z.string(),
  max_input_tokens: z.int().nullish(),
  max_tokens: z.int().nullish(),
  type: z.literal('model'),
});

/** Schema of {@link types.ModelListParams}. */
export const ModelListParamsSchema: ObjectSchema<types.ModelListParams> = object<types.ModelListParams>()({
  after_id: modelId.optional(),
  before_id: modelId.optional(),
  limit: rule('GEN-005', pageLimit(1000)).optional(),
});

/** Schemas of the operations on models, by id. */
export const modelSchemas: SchemasFor<typeof modelOperations> = {
  'models.retrieve': { response: ModelInfoSchema },
  'models.list': { query: ModelListParamsSchema, response: idPage(ModelInfoSchema, modelId) },
};
