/** Schemas of models. */
import { s } from '../kit/schema.js';
import { idPage, pageLimit } from '../kit/paging.schema.js';
import { named, object, openObject, rule, type Schema, type SchemasFor } from '../kit/schema.js';
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

const support: Schema<CapabilitySupport> = openObject<CapabilitySupport>()({ supported: s.boolean() });

const capabilities: Schema<ModelCapabilities> = openObject<ModelCapabilities>()({
  batch: support,
  citations: support,
  code_execution: support,
  context_management: openObject<ContextManagementCapability>()({
    supported: s.boolean(),
    clear_thinking_20251015: support.nullable(),
    clear_tool_uses_20250919: support.nullable(),
    compact_20260112: support.nullable(),
  }),
  effort: openObject<EffortCapability>()({
    supported: s.boolean(),
    low: support,
    medium: support,
    high: support,
    xhigh: support.nullable(),
    max: support,
  }),
  image_input: support,
  pdf_input: support,
  structured_outputs: support,
  thinking: openObject<ThinkingCapability>()({
    supported: s.boolean(),
    types: openObject<ThinkingTypes>()({ adaptive: support, enabled: support }),
  }),
});

/** Schema of {@link ModelInfo}. */
export const ModelInfoSchema: Schema<ModelInfo> = openObject<ModelInfo>()({
  id: named(s.string().min(1)),
  capabilities: capabilities.nullable(),
  created_at: s.dateTime(),
  display_name: s.string(),
  max_input_tokens: s.int().nullable(),
  max_tokens: s.int().nullable(),
  type: s.literal('model'),
});

/** Schema of {@link ModelListParams}. */
export const ModelListParamsSchema: Schema<ModelListParams> = object<ModelListParams>()({
  after_id: named(s.string().min(1)).optional(),
  before_id: named(s.string().min(1)).optional(),
  limit: rule('GEN-005', pageLimit(1000)).optional(),
});

/** Schemas of the operations on models, by id. */
export const modelSchemas: SchemasFor<typeof modelOperations> = {
  'models.retrieve': { response: ModelInfoSchema },
  'models.list': { query: ModelListParamsSchema, response: idPage(ModelInfoSchema) },
};
