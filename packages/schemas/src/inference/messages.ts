/** Messages: generation and token counting. */
import type { OpenEnum, UnknownMember } from '../kit/open.js';
import type { Operation } from '../kit/operation.js';
import type { CacheControl } from './cache-control.js';
import type { ContentBlock, ContentBlockParam } from './content-blocks.js';
import type { TextBlockParam } from './text-blocks.js';
import type {
  ContainerParam,
  ContextManagement,
  DiagnosticsParam,
  JsonOutputFormat,
  McpServer,
  OutputConfig,
  RequestMetadata,
  ThinkingConfig,
} from './message-options.js';
import type { MessageStreamEvent } from './message-stream.js';
import type { Model } from './models.js';
import type { Tool, ToolChoice } from './tools.js';
import type { Usage } from './usage.js';

/**
 * One turn of a conversation.
 *
 * Consecutive turns with the same role are merged. If the last turn has the role `assistant`, the reply continues its
 * text.
 *
 * @source inference > Create message: `POST /v1/messages`
 */
export interface MessageParam {
  /** Role of the turn. The system prompt is not a turn; use the field `system`. */
  role: 'user' | 'assistant';
  /** Content blocks, or a string as shorthand for one text block. */
  content: string | ContentBlockParam[];
}

/** Fields that message creation and token counting share. */
interface MessageInput {
  /** The conversation, 1 to 100,000 turns. */
  messages: MessageParam[];
  /** Model that generates the reply. */
  model: Model;
  /** System prompt: a string or text blocks. */
  system?: string | TextBlockParam[] | undefined;
  /** Tools that the model may use. */
  tools?: Tool[] | undefined;
  /** How the model uses the tools. Default `{ type: 'auto' }`. */
  tool_choice?: ToolChoice | undefined;
  /** Whether and how the model thinks. Default: no thinking. */
  thinking?: ThinkingConfig | undefined;
  /** Format and effort of the reply. */
  output_config?: OutputConfig | undefined;
  /** Sets a cache breakpoint on the last cacheable block. */
  cache_control?: CacheControl | null | undefined;
  /** Automatic edits of a long conversation. Beta. */
  context_management?: ContextManagement | null | undefined;
  /** MCP servers that the service connects to, at most 20. Beta. */
  mcp_servers?: McpServer[] | undefined;
  /** Format of the reply. Beta, replaced by `output_config.format`. */
  output_format?: JsonOutputFormat | null | undefined;
  /** Speed of the reply. Beta. */
  speed?: 'standard' | 'fast' | null | undefined;
}

/**
 * Body of {@link createMessage}.
 *
 * @source inference > Create message: `POST /v1/messages`
 */
export interface MessageCreateParams extends MessageInput {
  /**
   * Maximum number of tokens to generate, up to the limit of the model (see {@link ModelInfo}). The model may stop
   * earlier. 0 writes the prompt cache without generating a reply.
   */
  max_tokens: number;
  /** Strings that stop the generation. The matched string is not part of the reply. */
  stop_sequences?: string[] | undefined;
  /** Whether to stream the reply as server-sent events. */
  stream?: boolean | undefined;
  /** Randomness, 0 to 1. Default 1. */
  temperature?: number | undefined;
  /** Samples only from the top K options per token. For advanced use. */
  top_k?: number | undefined;
  /** Nucleus sampling cutoff on cumulative probability, 0 to 1. For advanced use. */
  top_p?: number | undefined;
  /** Metadata about the request, not visible to the model. */
  metadata?: RequestMetadata | undefined;
  /** `auto` uses priority capacity if available; `standard_only` does not. Default `auto`. */
  service_tier?: 'auto' | 'standard_only' | undefined;
  /** Container to use: an id, or an object with skills. */
  container?: string | ContainerParam | null | undefined;
  /** Region to run inference in. Defaults to that of the workspace. */
  inference_geo?: string | null | undefined;
  /** Requests a diagnosis of a prompt cache miss. Beta. */
  diagnostics?: DiagnosticsParam | undefined;
  /** User profile to attribute the request to. Requires the beta `user-profiles-2026-03-24`. */
  user_profile_id?: string | null | undefined;
}

/**
 * Body of {@link countMessageTokens}.
 *
 * @source inference > Count tokens: `POST /v1/messages/count_tokens`
 */
export interface MessageCountTokensParams extends MessageInput {}

/** A skill that is loaded into the container. */
export interface ContainerSkill {
  /** Id of the skill. */
  skill_id: string;
  /** `vendor` for skills of the vendor, `custom` for your own. */
  type: OpenEnum<'vendor' | 'custom'>;
  /** Loaded version. */
  version?: string | undefined;
}

/** The container in which the model ran code. */
export interface Container {
  /** Id, to pass as `container` in a later request. */
  id: string;
  /** Time at which it expires (RFC 3339). Each use extends it. */
  expires_at: string;
  /** Loaded skills; null if none were loaded. */
  skills?: ContainerSkill[] | null | undefined;
}

/** Why the model stopped. */
export type StopReason = OpenEnum<
  | 'end_turn'
  | 'max_tokens'
  | 'stop_sequence'
  | 'tool_use'
  | 'pause_turn'
  | 'refusal'
  | 'compaction'
  | 'model_context_window_exceeded'
>;

/** Details of a refusal. */
export interface RefusalStopDetails {
  /** Always `refusal`. */
  type: 'refusal';
  /** Category of the violation; null or absent if it does not match one. */
  category?: OpenEnum<'cyber' | 'bio'> | null | undefined;
  /** Human-readable explanation; null or absent if there is none. Its wording may change. */
  explanation?: string | null | undefined;
}

/** An edit that the service made to the conversation. */
export interface ClearedToolUses {
  /** Always `clear_tool_uses_20250919`. */
  type: 'clear_tool_uses_20250919';
  /** Input tokens cleared. */
  cleared_input_tokens: number;
  /** Tool uses cleared. */
  cleared_tool_uses: number;
}

/** Thinking that was cleared from the conversation. */
export interface ClearedThinking {
  /** Always `clear_thinking_20251015`. */
  type: 'clear_thinking_20251015';
  /** Input tokens cleared. */
  cleared_input_tokens: number;
  /** Turns cleared. */
  cleared_thinking_turns: number;
}

/** Edits made to the conversation. Beta. */
export interface ContextManagementResult {
  /** The edits, in order. */
  applied_edits: (ClearedToolUses | ClearedThinking | UnknownMember)[];
}

/** Why the prompt cache was missed. */
export interface CacheMissReason {
  /** What differed, or why the reason is unknown. */
  type: OpenEnum<
    | 'model_changed'
    | 'system_changed'
    | 'tools_changed'
    | 'messages_changed'
    | 'previous_message_not_found'
    | 'unavailable'
  >;
  /** Input tokens that missed the cache. */
  cache_missed_input_tokens?: number | undefined;
}

/** Diagnostics of a reply. Beta. */
export interface Diagnostics {
  /** Why the prompt cache was missed; null or absent when it was not. */
  cache_miss_reason?: CacheMissReason | null | undefined;
}

/**
 * A reply of the model.
 *
 * @source inference > Message (response of message generation)
 */
export interface Message {
  /** Unique identifier. Its format and length may change. */
  id: string;
  /** Always `message`. */
  type: 'message';
  /** Always `assistant`. */
  role: 'assistant';
  /** Content blocks of the reply. */
  content: ContentBlock[];
  /** Model that generated the reply. */
  model: Model;
  /** Container that was used; null or absent when none was used. */
  container?: Container | null | undefined;
  /** Details of a refusal; null or absent when the model did not refuse. */
  stop_details?: RefusalStopDetails | null | undefined;
  /** Why the model stopped. Null or absent only in the `message_start` event of a stream. */
  stop_reason?: StopReason | null | undefined;
  /** Custom stop sequence that was generated; null or absent if there was no match. */
  stop_sequence?: string | null | undefined;
  /** Token usage. */
  usage: Usage;
  /** Edits made to the conversation. Beta. */
  context_management?: ContextManagementResult | null | undefined;
  /** Diagnostics. Beta. */
  diagnostics?: Diagnostics | null | undefined;
}

/** Token counts related to context management. Beta. */
export interface CountTokensContextManagement {
  /** Input tokens before the edits. */
  original_input_tokens: number;
}

/**
 * Response of {@link countMessageTokens}.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.2.5
 */
export interface MessageTokensCount {
  /** Input tokens of the whole request, including tools, images and documents. */
  input_tokens: number;
  /** Counts before the edits. Beta. */
  context_management?: CountTokensContextManagement | null | undefined;
}

/** Creates the next assistant message. With `stream: true` the response is a stream of server-sent events. */
export const createMessage: Operation<{
  body: MessageCreateParams;
  response: Message;
  event: MessageStreamEvent;
}> = {
  id: 'messages.create',
  method: 'POST',
  path: '/v1/messages',
  auth: 'api-key',
  stream: 'message',
  replay: 'generate',
  secrets: ['mcp_servers.*.authorization_token'],
  content: ['messages', 'system', 'tools', 'content'],
  source: 'inference > Create message: `POST /v1/messages`',
  assumed: ['event'],
};

/** Counts the input tokens of a request without creating a message. */
export const countMessageTokens: Operation<{
  body: MessageCountTokensParams;
  response: MessageTokensCount;
}> = {
  id: 'messages.countTokens',
  method: 'POST',
  path: '/v1/messages/count_tokens',
  auth: 'api-key',
  replay: 'read',
  secrets: ['mcp_servers.*.authorization_token'],
  content: ['messages', 'system', 'tools'],
  source: 'inference > Count tokens: `POST /v1/messages/count_tokens`',
  assumed: ['body', 'response'],
};
