/** Models: metadata and capabilities. */
import * as z from 'zod';
import { operationsOf, type OperationContract } from '../kit/contract.js';
import { timestamp } from '../kit/limits.schema.js';
import { idPage, pageLimit } from '../kit/paging.schema.js';
import type { IdPage } from '../kit/paging.js';
import {
  knownEnum,
  named,
  object,
  type ObjectSchema,
  openEnum,
  openObject,
  rule,
  type Schema,
} from '../kit/schema.js';
import type * as types from './models.js';

/** Model ids for messages and legacy completions. Any other string is accepted too. */
export const Model: Schema<types.Model> = openEnum([
  'assistant-opus-4-7',
  'assistant-mythos-preview',
  'assistant-opus-4-6',
  'assistant-sonnet-4-6',
  'assistant-haiku-4-5',
  'assistant-haiku-4-5-20251001',
  'assistant-opus-4-5',
  'assistant-opus-4-5-20251101',
  'assistant-sonnet-4-5',
  'assistant-sonnet-4-5-20250929',
  'assistant-opus-4-1',
  'assistant-opus-4-1-20250805',
  'assistant-opus-4-0',
  'assistant-opus-4-20250514',
  'assistant-sonnet-4-0',
  'assistant-sonnet-4-20250514',
  'assistant-3-haiku-20240307',
]);

/**
 * Stage of a model: `active`, `deprecated` (still works, will be retired) or `retired` (requests fail).
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.2.8
 */
export const ModelLifecycle: Schema<types.ModelLifecycle> = z.enum(['active', 'deprecated', 'retired']);

/** Whether a model supports a capability. */
export const CapabilitySupport: ObjectSchema<types.CapabilitySupport> = openObject({
  /** Whether the model supports the capability. */
  supported: z.boolean(),
});

/** Context management strategies that a model supports. */
export const ContextManagementCapability: ObjectSchema<types.ContextManagementCapability> = openObject({
  /** Whether the model supports any strategy. */
  supported: z.boolean(),
  /** Clearing of old thinking blocks; null or absent when unknown. */
  clear_thinking_20251015: CapabilitySupport.nullish(),
  /** Clearing of old tool uses and results; null or absent when unknown. */
  clear_tool_uses_20250919: CapabilitySupport.nullish(),
  /** Compaction of the conversation into a summary; null or absent when unknown. */
  compact_20260112: CapabilitySupport.nullish(),
});

/** Effort levels that a model supports. */
export const EffortCapability: ObjectSchema<types.EffortCapability> = openObject({
  /** Whether the effort can be set. */
  supported: z.boolean(),
  /** Support for the level `low`. */
  low: CapabilitySupport,
  /** Support for the level `medium`. */
  medium: CapabilitySupport,
  /** Support for the level `high`. */
  high: CapabilitySupport,
  /** Support for the level `xhigh`; null or absent when unknown. */
  xhigh: CapabilitySupport.nullish(),
  /** Support for the level `max`. */
  max: CapabilitySupport,
});

/** Support for each value of `thinking.type`. */
export const ThinkingTypes: ObjectSchema<types.ThinkingTypes> = openObject({
  /** The model decides how much to think. */
  adaptive: CapabilitySupport,
  /** Thinking with a token budget. */
  enabled: CapabilitySupport,
});

/** Kinds of thinking that a model supports. */
export const ThinkingCapability: ObjectSchema<types.ThinkingCapability> = openObject({
  /** Whether the model can think. */
  supported: z.boolean(),
  /** Supported values of `thinking.type`. */
  types: ThinkingTypes,
});

/** Capabilities of a model. */
export const ModelCapabilities: ObjectSchema<types.ModelCapabilities> = openObject({
  /** Support for the batch API. */
  batch: CapabilitySupport,
  /** Support for citations. */
  citations: CapabilitySupport,
  /** Support for the code execution tool. */
  code_execution: CapabilitySupport,
  /** Support for context management. */
  context_management: ContextManagementCapability,
  /** Supported effort levels. */
  effort: EffortCapability,
  /** Support for images in requests. */
  image_input: CapabilitySupport,
  /** Support for PDF documents in requests. */
  pdf_input: CapabilitySupport,
  /** Support for structured outputs, JSON mode and strict tools. */
  structured_outputs: CapabilitySupport,
  /** Supported kinds of thinking. */
  thinking: ThinkingCapability,
});

const modelId: Schema<string> = named(z.string().min(1));

/**
 * Metadata and capabilities of one model.
 *
 * @source inference > ModelInfo
 */
export const ModelInfo: ObjectSchema<types.ModelInfo> = openObject({
  /** Unique identifier of the model. Pass it as `model`. */
  id: modelId,
  /** Capabilities; null or absent when unknown. */
  capabilities: ModelCapabilities.nullish(),
  /** Release time (RFC 3339); may be an epoch value if the release date is unknown. */
  created_at: timestamp,
  /** When the model was deprecated (RFC 3339); null or absent while it is active. */
  deprecated_at: timestamp.nullish(),
  /** Human-readable name. */
  display_name: z.string(),
  /**
   * Stage of the model. Absent in responses of older services.
   *
   * @remarks Not in the documents; see "What the documents do not show" 1.2.8
   */
  lifecycle: openEnum(ModelLifecycle).optional(),
  /** Context window, in tokens; null or absent when unknown. */
  max_input_tokens: z.int().nullish(),
  /** Maximum value of `max_tokens` for this model; null or absent when unknown. */
  max_tokens: z.int().nullish(),
  /** When the model is planned to be retired (RFC 3339); null or absent without a plan. */
  retires_at: timestamp.nullish(),
  type: z.literal('model'),
});

/** Query of {@link listModels}. */
export const ModelListParams: ObjectSchema<types.ModelListParams> = object('IdPageParams', {
  after_id: modelId.optional(),
  before_id: modelId.optional(),
  limit: rule('GEN-005', pageLimit(1000)).optional(),
  /**
   * Keeps models in one of these stages; {bounds}. Default: `active` and `deprecated`.
   *
   * @remarks Not in the documents; see "What the documents do not show" 1.2.8
   */
  lifecycle: rule('MOD-001', z.array(knownEnum(ModelLifecycle)).max(3)).optional(),
});

/** A page of {@link types.ModelInfo}. */
export const ModelInfoPage: ObjectSchema<IdPage<types.ModelInfo>> = idPage(ModelInfo, modelId);

/** Retrieves and lists models with their limits and capabilities. */
const operation = operationsOf({ client: 'Models', auth: 'api-key', notShown: '1.2.8' });

/**
 * Retrieves a model by id or alias. Use it to resolve an alias to the id that it currently points to.
 *
 * @throws `NotFoundError` When the model does not exist.
 */
export const retrieveModel: OperationContract = operation({
  id: 'models.retrieve',
  route: 'GET /v1/models/{model_id}',
  namedParams: ['model_id'],
  source: 'inference > Get model: `GET /v1/models/{model_id}`',
  schemas: { response: ModelInfo },
});

/** Lists the available models, newest first. */
export const listModels: OperationContract = operation({
  id: 'models.list',
  route: 'GET /v1/models',
  paging: 'id',
  query: { lifecycle: 'name[]' },
  source: 'inference > ModelInfo',
  assumed: ['operation'],
  schemas: { query: ModelListParams, response: ModelInfoPage },
});
