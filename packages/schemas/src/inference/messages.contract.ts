/** Messages: generation and token counting. */
import * as z from 'zod';
import { operationsOf, type OperationContract } from '../kit/contract.js';
import { named, object, type ObjectSchema, openObject, rule, union } from '../kit/schema.js';
import { CacheControl } from './cache-control.contract.js';
import { ContentBlockParam } from './content-blocks.contract.js';
import * as options from './message-options.contract.js';
import { MessageStreamEvent } from './message-stream.contract.js';
import type * as types from './messages.js';
import { Model } from './models.contract.js';
import { messageReads, WholeMessage } from './replies.contract.js';
import { TextBlockParam } from './text-blocks.contract.js';
import { Tool, ToolChoice } from './tools.contract.js';

/**
 * One turn of a conversation.
 *
 * Consecutive turns with the same role are merged. If the last turn has the role `assistant`, the reply continues its
 * text.
 *
 * @source inference > Create message: `POST /v1/messages`
 */
export const MessageParam: ObjectSchema<types.MessageParam> = object({
  /** Role of the turn. The system prompt is not a turn; use the field `system`. */
  role: rule('INF-110', z.enum(['user', 'assistant'])),
  /** Content blocks, or a string as shorthand for one text block. */
  content: rule('INF-111', z.union([z.string(), z.array(ContentBlockParam)])),
});

const textOnly = rule('INF-097', union('type', [TextBlockParam]));

const input = {
  /** Model that generates the reply. */
  model: rule('INF-096', named(Model)),
  /** System prompt: a string or text blocks. */
  system: rule('INF-097', z.union([z.string(), z.array(textOnly)])).optional(),
  /** Tools that the model may use. */
  tools: rule({ type: 'INF-101' }, z.array(Tool)).optional(),
  /** How the model uses the tools. Default `{ type: 'auto' }`. */
  tool_choice: ToolChoice.optional(),
  /** Whether and how the model thinks. Default: no thinking. */
  thinking: options.ThinkingConfig.optional(),
  /** Format and effort of the reply. */
  output_config: options.OutputConfig.optional(),
  /** Sets a cache breakpoint on the last cacheable block. */
  cache_control: rule({ type: 'INF-116' }, CacheControl).nullish(),
  /** Automatic edits of a long conversation. Beta. */
  context_management: options.ContextManagement.nullish(),
  /** MCP servers that the service connects to, at most 20. Beta. */
  mcp_servers: z.array(options.McpServer).max(20).optional(),
  /** Format of the reply. Beta, replaced by `output_config.format`. */
  output_format: options.JsonOutputFormat.nullish(),
  /** Speed of the reply. Beta. */
  speed: z.enum(['standard', 'fast']).nullish(),
};

const turns = z.array(MessageParam).max(100_000);

/**
 * Body of {@link createMessage}.
 *
 * @source inference > Create message: `POST /v1/messages`
 */
export const MessageCreateParams: ObjectSchema<types.MessageCreateParams> = object({
  /**
   * Maximum number of tokens to generate, up to the limit of the model (see {@link ModelInfo}). The model may stop
   * earlier. 0 writes the prompt cache without generating a reply.
   */
  max_tokens: rule({ missing: 'INF-090', type: 'INF-091', value: 'INF-091' }, z.int().min(0)),
  /** The conversation, 1 to 100,000 turns. */
  messages: rule({ missing: 'INF-095', type: 'INF-095', value: 'INF-115' }, turns),
  ...input,
  /** Strings that stop the generation. The matched string is not part of the reply. */
  stop_sequences: rule('INF-108', z.array(z.string())).optional(),
  /** Whether to stream the reply as server-sent events. */
  stream: z.boolean().optional(),
  /** Randomness, 0 to 1. Default 1. */
  temperature: rule({ type: 'INF-099' }, z.number().min(0).max(1)).optional(),
  /** Samples only from the top K options per token. For advanced use. */
  top_k: rule({ type: 'INF-103' }, z.int().min(0)).optional(),
  /** Nucleus sampling cutoff on cumulative probability, 0 to 1. For advanced use. */
  top_p: rule({ type: 'INF-104' }, z.number().min(0).max(1)).optional(),
  /** Metadata about the request, not visible to the model. */
  metadata: options.RequestMetadata.optional(),
  /** `auto` uses priority capacity if available; `standard_only` does not. Default `auto`. */
  service_tier: z.enum(['auto', 'standard_only']).optional(),
  /** Container to use: an id, or an object with skills. */
  container: z.union([z.string().min(1), options.ContainerParam]).nullish(),
  /** Region to run inference in. Defaults to that of the workspace. */
  inference_geo: z.string().min(1).nullish(),
  /** Requests a diagnosis of a prompt cache miss. Beta. */
  diagnostics: options.DiagnosticsParam.optional(),
  /** User profile to attribute the request to. Requires the beta `user-profiles-2026-03-24`. */
  user_profile_id: rule({ type: 'INF-105', value: 'INF-105' }, z.string().min(1).nullable()).optional(),
});

/**
 * Body of {@link countMessageTokens}.
 *
 * @source inference > Count tokens: `POST /v1/messages/count_tokens`
 */
export const MessageCountTokensParams: ObjectSchema<types.MessageCountTokensParams> = object({
  /** The conversation, 1 to 100,000 turns. */
  messages: rule({ missing: 'INF-180', type: 'INF-180', value: 'INF-115' }, turns),
  ...input,
  /** Model that generates the reply. */
  model: rule({ missing: 'GEN-021', type: 'INF-096' }, named(Model)),
});

/** Token counts related to context management. Beta. */
export const CountTokensContextManagement: ObjectSchema<types.CountTokensContextManagement> = openObject({
  /** Input tokens before the edits. */
  original_input_tokens: z.number(),
});

/**
 * Response of {@link countMessageTokens}.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.2.5
 */
export const MessageTokensCount: ObjectSchema<types.MessageTokensCount> = openObject({
  /** Input tokens of the whole request, including tools, images and documents. */
  input_tokens: z.int().min(1),
  /** Counts before the edits. Beta. */
  context_management: CountTokensContextManagement.nullish(),
});

const operation = operationsOf({ auth: 'api-key' });

/**
 * Creates the next assistant message. With `stream: true` the response is a stream of server-sent events.
 */
export const createMessage: OperationContract = operation({
  id: 'messages.create',
  route: 'POST /v1/messages',
  stream: 'message',
  replay: 'generate',
  secrets: ['mcp_servers.*.authorization_token'],
  content: ['messages', 'system', 'tools', 'content'],
  reads: messageReads,
  readsEvents: {
    '=': {
      message_start: { message: messageReads },
      content_block_start: { content_block: { type: '' } },
      content_block_delta: { delta: { type: '' } },
      message_delta: { delta: {}, 'usage?': messageReads.usage },
    },
  },
  source: 'inference > Create message: `POST /v1/messages`',
  assumed: ['event'],
  schemas: { body: MessageCreateParams, response: WholeMessage, event: MessageStreamEvent },
});

/** Counts the input tokens of a request without creating a message. */
export const countMessageTokens: OperationContract = operation({
  id: 'messages.countTokens',
  route: 'POST /v1/messages/count_tokens',
  replay: 'read',
  secrets: ['mcp_servers.*.authorization_token'],
  content: ['messages', 'system', 'tools'],
  reads: { input_tokens: 0 },
  source: 'inference > Count tokens: `POST /v1/messages/count_tokens`',
  assumed: ['body', 'response'],
  schemas: { body: MessageCountTokensParams, response: MessageTokensCount },
});
