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
  /** Whether the model supports the capability. */
  supported: boolean;
}

/** Context management strategies that a model supports. */
export interface ContextManagementCapability {
  /** Whether the model supports any strategy. */
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
  /** Whether the effort can be set. */
  supported: boolean;
  /** Support for the level `low`. */
  low: CapabilitySupport;
  /** Support for the level `medium`. */
  medium: CapabilitySupport;
  /** Support for the level `high`. */
  high: CapabilitySupport;
  /** Support for the level `xhigh`; null or absent when unknown. */
  xhigh?: CapabilitySupport | null | undefined;
  /** Support for the level `max`. */
  max: CapabilitySupport;
}

/** Kinds of thinking that a model supports. */
export interface ThinkingCapability {
  /** Whether the model can think. */
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
  /** Support for the batch API. */
  batch: CapabilitySupport;
  /** Support for citations. */
  citations: CapabilitySupport;
  /** Support for the code execution tool. */
  code_execution: CapabilitySupport;
  /** Support for context management. */
  context_management: ContextManagementCapability;
  /** Supported effort levels. */
  effort: EffortCapability;
  /** Support for images in requests. */
  image_input: CapabilitySupport;
  /** Support for PDF documents in requests. */
  pdf_input: CapabilitySupport;
  /** Support for structured outputs, JSON mode and strict tools. */
  structured_outputs: CapabilitySupport;
  /** Supported kinds of thinking. */
  thinking: ThinkingCapability;
}

/**
 * Metadata and capabilities of one model.
 *
 * @source inference > ModelInfo
 */
export interface ModelInfo {
  /** Unique identifier of the model. Pass it as `model`. */
  id: string;
  /** Capabilities; null or absent when unknown. */
  capabilities?: ModelCapabilities | null | undefined;
  /** Release time (RFC 3339); may be an epoch value if the release date is unknown. */
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
