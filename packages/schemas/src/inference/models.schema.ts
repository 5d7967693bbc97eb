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
import type {
  CapabilitySupport,
  ContextManagementCapability,
  EffortCapability,
  ModelCapabilities,
  ModelInfo,
  ModelListParams,
  modelOperations,
  ThinkingCapability,
  ThinkingTypes,
} from './models.js';

const support: ObjectSchema<CapabilitySupport> = openObject<CapabilitySupport>()({ supported: z.boolean() });

const capabilities: ObjectSchema<ModelCapabilities> = openObject<ModelCapabilities>()({
  batch: support,
  citations: support,
  code_execution: support,
  context_management: openObject<ContextManagementCapability>()({
    supported: z.boolean(),
    clear_thinking_20251015: support.nullish(),
    clear_tool_uses_20250919: support.nullish(),
    compact_20260112: support.nullish(),
  }),
  effort: openObject<EffortCapability>()({
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
  thinking: openObject<ThinkingCapability>()({
    supported: z.boolean(),
    types: openObject<ThinkingTypes>()({ adaptive: support, enabled: support }),
  }),
});

const modelId: Schema<string> = named(z.string().min(1));

/** Schema of {@link ModelInfo}. */
export const ModelInfoSchema: ObjectSchema<ModelInfo> = openObject<ModelInfo>()({
  id: modelId,
  capabilities: capabilities.nullish(),
  created_at: timestamp,
  display_name: z.string(),
  max_input_tokens: z.int().nullish(),
  max_tokens: z.int().nullish(),
  type: z.literal('model'),
});

/** Schema of {@link ModelListParams}. */
export const ModelListParamsSchema: ObjectSchema<ModelListParams> = object<ModelListParams>()({
  after_id: modelId.optional(),
  before_id: modelId.optional(),
  limit: rule('GEN-005', pageLimit(1000)).optional(),
});

/** Schemas of the operations on models, by id. */
export const modelSchemas: SchemasFor<typeof modelOperations> = {
  'models.retrieve': { response: ModelInfoSchema },
  'models.list': { query: ModelListParamsSchema, response: idPage(ModelInfoSchema, modelId) },
};
