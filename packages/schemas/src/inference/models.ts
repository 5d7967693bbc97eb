/** Models: metadata and capabilities. */
import type { OpenEnum } from '../kit/open.js';
import type { Operation } from '../kit/operation.js';
import type { IdPage, IdPageParams } from '../kit/paging.js';

/** Model ids for messages and legacy completions. Any other string is accepted too. */
export type Model = OpenEnum<
  | 'assistant-opus-4-7'
  | 'assistant-mythos-preview'
  | 'assistant-opus-4-6'
  | 'assistant-sonnet-4-6'
  | 'assistant-haiku-4-5'
  | 'assistant-haiku-4-5-20251001'
  | 'assistant-opus-4-5'
  | 'assistant-opus-4-5-20251101'
  | 'assistant-sonnet-4-5'
  | 'assistant-sonnet-4-5-20250929'
  | 'assistant-opus-4-1'
  | 'assistant-opus-4-1-20250805'
  | 'assistant-opus-4-0'
  | 'assistant-opus-4-20250514'
  | 'assistant-sonnet-4-0'
  | 'assistant-sonnet-4-20250514'
  | 'assistant-3-haiku-20240307'
>;

/** Whether a model supports a capability. */
export interface CapabilitySupport {
  /** True when the model supports it. */
  supported: boolean;
}

/** Context management strategies that a model supports; null when unknown. */
export interface ContextManagementCapability {
  /** True when any strategy is supported. */
  supported: boolean;
  /** Clearing of old thinking blocks; null or absent when unknown. */
  clear_thinking_20251015?: CapabilitySupport | null | undefined;
  /** Clearing of old tool uses and results; null or absent when unknown. */
  clear_tool_uses_20250919?: CapabilitySupport | null | undefined;
  /** Compaction of the conversation into a summary; null or absent when unknown. */
  compact_20260112?: CapabilitySupport | null | undefined;
}

/** Effort levels that a model supports. */
export interface EffortCapability {
  /** True when the effort can be chosen. */
  supported: boolean;
  /** Level `low`. */
  low: CapabilitySupport;
  /** Level `medium`. */
  medium: CapabilitySupport;
  /** Level `high`. */
  high: CapabilitySupport;
  /** Level `xhigh`; null or absent when unknown. */
  xhigh?: CapabilitySupport | null | undefined;
  /** Level `max`. */
  max: CapabilitySupport;
}

/** Thinking that a model supports. */
export interface ThinkingCapability {
  /** True when the model can think. */
  supported: boolean;
  /** Supported values of `thinking.type`. */
  types: ThinkingTypes;
}

/** Support for each value of `thinking.type`. */
export interface ThinkingTypes {
  /** The model decides how much to think. */
  adaptive: CapabilitySupport;
  /** Thinking with a token budget. */
  enabled: CapabilitySupport;
}

/** Capabilities of a model. */
export interface ModelCapabilities {
  /** Batch API. */
  batch: CapabilitySupport;
  /** Citations. */
  citations: CapabilitySupport;
  /** Code execution tool. */
  code_execution: CapabilitySupport;
  /** Context management. */
  context_management: ContextManagementCapability;
  /** Effort levels. */
  effort: EffortCapability;
  /** Images in requests. */
  image_input: CapabilitySupport;
  /** PDF documents in requests. */
  pdf_input: CapabilitySupport;
  /** Structured outputs, JSON mode and strict tools. */
  structured_outputs: CapabilitySupport;
  /** Thinking. */
  thinking: ThinkingCapability;
}

/**
 * Metadata and capabilities of one model.
 *
 * @source inference > ModelInfo
 */
export interface ModelInfo {
  /** Unique model identifier. */
  id: string;
  /** Capabilities; null or absent when unknown. */
  capabilities?: ModelCapabilities | null | undefined;
  /** RFC 3339 time of release; can be an epoch value when the release date is unknown. */
  created_at: string;
  /** Human-readable name. */
  display_name: string;
  /** Context window, in tokens; null or absent when unknown. */
  max_input_tokens?: number | null | undefined;
  /** Maximum value of `max_tokens` for this model; null or absent when unknown. */
  max_tokens?: number | null | undefined;
  /** Always `model`. */
  type: 'model';
}

/** Query of {@link listModels}. */
export type ModelListParams = IdPageParams;

/** Retrieves a model by id or alias. */
export const retrieveModel: Operation<{ params: 'model_id'; response: ModelInfo }> = {
  id: 'models.retrieve',
  method: 'GET',
  path: '/v1/models/{model_id}',
  namedParams: ['model_id'],
  auth: 'api-key',
  replay: 'read',
  source: 'inference > Get model: `GET /v1/models/{model_id}`',
};

/**
 * Lists the models, newest first.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.2.8
 */
export const listModels: Operation<{ query: ModelListParams; response: IdPage<ModelInfo> }> = {
  id: 'models.list',
  method: 'GET',
  path: '/v1/models',
  auth: 'api-key',
  paging: 'id',
  replay: 'read',
  source: 'inference > ModelInfo',
  assumed: ['operation'],
};

/** Operations on models, by id. */
export const modelOperations: {
  readonly 'models.retrieve': typeof retrieveModel;
  readonly 'models.list': typeof listModels;
} = { 'models.retrieve': retrieveModel, 'models.list': listModels };
