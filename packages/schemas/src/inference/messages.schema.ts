/** Schemas of messages. */
import * as z from 'zod';
import { constrain, timestamp } from '../kit/limits.schema.js';
import {
  named,
  object,
  type ObjectSchema,
  openEnum,
  openObject,
  openUnion,
  rule,
  type SchemasFor,
  union,
} from '../kit/schema.js';
import { CacheControl } from './cache-control.contract.js';
import { ContentBlock, ContentBlockParam } from './content-blocks.contract.js';
import {
  ContainerParamSchema,
  ContextManagementSchema,
  DiagnosticsParamSchema,
  JsonOutputFormatSchema,
  McpServerSchema,
  OutputConfigSchema,
  RequestMetadataSchema,
  ThinkingConfigSchema,
} from './message-options.schema.js';
import { messageStreamEvent } from './message-stream.schema.js';
import type * as types from './messages.js';
import type { Model } from './models.js';
import type { messageOperations } from './operations.js';
import { TextBlockParam } from './text-blocks.contract.js';
import type * as texts from './text-blocks.js';
import { ToolChoiceSchema, ToolSchema } from './tools.schema.js';
import { UsageSchema } from './usage.schema.js';

/** Schema of {@link types.MessageParam}. */
export const MessageParamSchema: ObjectSchema<types.MessageParam> = object<types.MessageParam>()({
  role: rule('INF-110', z.enum(['user', 'assistant'])),
  content: rule('INF-111', z.union([z.string(), z.array(ContentBlockParam)])),
});

const textOnly = rule('INF-097', union<texts.TextBlockParam>()('type', { text: TextBlockParam }));

const input = {
  model: rule('INF-096', named(openEnum<Model>())),
  system: rule('INF-097', z.union([z.string(), z.array(textOnly)])).optional(),
  tools: rule({ type: 'INF-101' }, z.array(ToolSchema)).optional(),
  tool_choice: ToolChoiceSchema.optional(),
  thinking: ThinkingConfigSchema.optional(),
  output_config: OutputConfigSchema.optional(),
  cache_control: rule({ type: 'INF-116' }, CacheControl).nullish(),
  context_management: ContextManagementSchema.nullish(),
  mcp_servers: z.array(McpServerSchema).max(20).optional(),
  output_format: JsonOutputFormatSchema.nullish(),
  speed: z.enum(['standard', 'fast']).nullish(),
};

const turns = z.array(MessageParamSchema).max(100_000);

/** Schema of {@link types.MessageCreateParams}. */
export const MessageCreateParamsSchema: ObjectSchema<types.MessageCreateParams> =
  object<types.MessageCreateParams>()({
    max_tokens: rule({ missing: 'INF-090', type: 'INF-091', value: 'INF-091' }, z.int().min(0)),
    messages: rule({ missing: 'INF-095', type: 'INF-095', value: 'INF-115' }, turns),
    ...input,
    stop_sequences: rule('INF-108', z.array(z.string())).optional(),
    stream: z.boolean().optional(),
    temperature: rule({ type: 'INF-099' }, z.number().min(0).max(1)).optional(),
    top_k: rule({ type: 'INF-103' }, z.int().min(0)).optional(),
    top_p: rule({ type: 'INF-104' }, z.number().min(0).max(1)).optional(),
    metadata: RequestMetadataSchema.optional(),
    service_tier: z.enum(['auto', 'standard_only']).optional(),
    container: z.union([z.string().min(1), ContainerParamSchema]).nullish(),
    inference_geo: z.string().min(1).nullish(),
    diagnostics: DiagnosticsParamSchema.optional(),
    user_profile_id: rule({ type: 'INF-105', value: 'INF-105' }, z.string().min(1).nullable()).optional(),
  });

/** Schema of {@link types.MessageCountTokensParams}. */
export const MessageCountTokensParamsSchema: ObjectSchema<types.MessageCountTokensParams> =
  object<types.MessageCountTokensParams>()({
    messages: rule({ missing: 'INF-180', type: 'INF-180', value: 'INF-115' }, turns),
    ...input,
    model: rule({ missing: 'GEN-021', type: 'INF-096' }, named(openEnum<Model>())),
  });

const container: ObjectSchema<types.Container> = openObject<types.Container>()({
  id: z.string(),
  expires_at: timestamp,
  skills: z
    .array(
      openObject<types.ContainerSkill>()({
        skill_id: z.string(),
        type: named(openEnum<'vendor' | 'custom'>()),
        version: z.string().optional(),
      }),
    )
    .nullish(),
});

const stopDetails: ObjectSchema<types.RefusalStopDetails> = openObject<types.RefusalStopDetails>()({
  type: z.literal('refusal'),
  category: openEnum<'cyber' | 'bio'>().nullish(),
  explanation: z.string().nullish(),
});

const contextManagement: ObjectSchema<types.ContextManagementResult> =
  openObject<types.ContextManagementResult>()({
    applied_edits: z.array(
      openUnion<types.ContextManagementResult['applied_edits'][number]>()('type', {
        clear_tool_uses_20250919: openObject<types.ClearedToolUses>()({
          type: z.literal('clear_tool_uses_20250919'),
          cleared_input_tokens: z.number(),
          cleared_tool_uses: z.number(),
        }),
        clear_thinking_20251015: openObject<types.ClearedThinking>()({
          type: z.literal('clear_thinking_20251015'),
          cleared_input_tokens: z.number(),
          cleared_thinking_turns: z.number(),
        }),
      }),
    ),
  });

const diagnostics: ObjectSchema<types.Diagnostics> = openObject<types.Diagnostics>()({
  cache_miss_reason: openObject<types.CacheMissReason>()({
    type: openEnum<types.CacheMissReason['type']>(),
    cache_missed_input_tokens: z.number().optional(),
  }).nullish(),
});

/** Schema of {@link types.Message}. */
export const MessageSchema: ObjectSchema<types.Message> = openObject<types.Message>()({
  id: z.string().min(1),
  type: z.literal('message'),
  role: z.literal('assistant'),
  content: z.array(ContentBlock),
  model: named(openEnum<Model>()),
  container: container.nullish(),
  stop_details: stopDetails.nullish(),
  stop_reason: openEnum<types.StopReason>().nullish(),
  stop_sequence: z.string().nullish(),
  usage: UsageSchema,
  context_management: contextManagement.nullish(),
  diagnostics: diagnostics.nullish(),
});

/** A message outside a stream. According to the documents, its `stop_reason` is never null. */
const wholeMessage = constrain(MessageSchema, ({ stop_reason: reason }, report) => {
  if (reason == null) report('INF-028', 'is required in a response that is not streamed', ['stop_reason']);
});

/** Schema of {@link types.MessageTokensCount}. */
export const MessageTokensCountSchema: ObjectSchema<types.MessageTokensCount> =
  openObject<types.MessageTokensCount>()({
    input_tokens: z.int().min(1),
    context_management: openObject<types.CountTokensContextManagement>()({
      original_input_tokens: z.number(),
    }).nullish(),
  });

/** Schemas of the operations on messages, by id. */
export const messageSchemas: SchemasFor<typeof messageOperations> = {
  'messages.create': {
    body: MessageCreateParamsSchema,
    response: wholeMessage,
    event: messageStreamEvent({ message: MessageSchema, container, stopDetails, contextManagement }),
  },
  'messages.countTokens': { body: MessageCountTokensParamsSchema, response: MessageTokensCountSchema },
};
