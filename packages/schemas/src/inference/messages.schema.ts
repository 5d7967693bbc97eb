/** Schemas of messages. */
import { s } from '../kit/schema.js';
import {
  named,
  object,
  openEnum,
  openObject,
  openUnion,
  rule,
  type Schema,
  type SchemasFor,
  union,
} from '../kit/schema.js';
import { CacheControlSchema } from './cache-control.schema.js';
import { ContentBlockParamSchema, ContentBlockSchema } from './content-blocks.schema.js';
import type { TextBlockParam } from './content-blocks.js';
import { TextBlockParamSchema } from './input-blocks.schema.js';
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
import type {
  CacheMissReason,
  ClearedThinking,
  ClearedToolUses,
  Container,
  ContainerSkill,
  ContextManagementResult,
  CountTokensContextManagement,
  Diagnostics,
  Message,
  MessageCountTokensParams,
  MessageCreateParams,
  messageOperations,
  MessageParam,
  MessageTokensCount,
  RefusalStopDetails,
  StopReason,
} from './messages.js';
import type { Model } from './models.js';
import { ToolChoiceSchema, ToolSchema } from './tools.schema.js';
import { UsageSchema } from './usage.schema.js';

/** Schema of {@link MessageParam}. */
export const MessageParamSchema: Schema<MessageParam> = object<MessageParam>()({
  role: rule('INF-110', s.enum(['user', 'assistant'])),
  content: rule('INF-111', s.union([s.string(), s.array(ContentBlockParamSchema)])),
});

const textOnly = rule('INF-097', union<TextBlockParam>()('type', { text: TextBlockParamSchema }));

const input = {
  model: rule('INF-096', named(openEnum<Model>())),
  system: rule('INF-097', s.union([s.string(), s.array(textOnly)])).optional(),
  tools: rule({ type: 'INF-101' }, s.array(ToolSchema)).optional(),
  tool_choice: ToolChoiceSchema.optional(),
  thinking: ThinkingConfigSchema.optional(),
  output_config: OutputConfigSchema.optional(),
  cache_control: rule({ type: 'INF-116' }, CacheControlSchema).nullable().optional(),
  context_management: ContextManagementSchema.nullable().optional(),
  mcp_servers: s.array(McpServerSchema).max(20).optional(),
  output_format: JsonOutputFormatSchema.nullable().optional(),
  speed: s.enum(['standard', 'fast']).nullable().optional(),
};

const turns = s.array(MessageParamSchema).max(100_000);

/** Schema of {@link MessageCreateParams}. */
export const MessageCreateParamsSchema: Schema<MessageCreateParams> = object<MessageCreateParams>()({
  max_tokens: rule({ missing: 'INF-090', type: 'INF-091', value: 'INF-091' }, s.int().min(0)),
  messages: rule({ missing: 'INF-095', type: 'INF-095', value: 'INF-115' }, turns),
  ...input,
  stop_sequences: rule('INF-108', s.array(s.string())).optional(),
  stream: s.boolean().optional(),
  temperature: rule({ type: 'INF-099' }, s.number().min(0).max(1)).optional(),
  top_k: rule({ type: 'INF-103' }, s.int().min(0)).optional(),
  top_p: rule({ type: 'INF-104' }, s.number().min(0).max(1)).optional(),
  metadata: RequestMetadataSchema.optional(),
  service_tier: s.enum(['auto', 'standard_only']).optional(),
  container: s
    .union([s.string().min(1), ContainerParamSchema])
    .nullable()
    .optional(),
  inference_geo: s.string().min(1).nullable().optional(),
  diagnostics: DiagnosticsParamSchema.optional(),
  user_profile_id: rule({ type: 'INF-105', value: 'INF-105' }, s.string().min(1).nullable()).optional(),
});

/** Schema of {@link MessageCountTokensParams}. */
export const MessageCountTokensParamsSchema: Schema<MessageCountTokensParams> =
  object<MessageCountTokensParams>()({
    messages: rule({ missing: 'INF-180', type: 'INF-180', value: 'INF-115' }, turns),
    ...input,
    model: rule({ missing: 'GEN-021', type: 'INF-096' }, named(openEnum<Model>())),
  });

const container: Schema<Container> = openObject<Container>()({
  id: s.string(),
  expires_at: s.dateTime(),
  skills: s
    .array(
      openObject<ContainerSkill>()({
        skill_id: s.string(),
        type: named(openEnum<'vendor' | 'custom'>()),
        version: s.string().optional(),
      }),
    )
    .nullable()
    .optional(),
});

const stopDetails: Schema<RefusalStopDetails> = openObject<RefusalStopDetails>()({
  type: s.literal('refusal'),
  category: openEnum<'cyber' | 'bio'>().nullable(),
  explanation: s.string().nullable(),
});

const contextManagement: Schema<ContextManagementResult> = openObject<ContextManagementResult>()({
  applied_edits: s.array(
    openUnion<ContextManagementResult['applied_edits'][number]>()('type', {
      clear_tool_uses_20250919: openObject<ClearedToolUses>()({
        type: s.literal('clear_tool_uses_20250919'),
        cleared_input_tokens: s.number(),
        cleared_tool_uses: s.number(),
      }),
      clear_thinking_20251015: openObject<ClearedThinking>()({
        type: s.literal('clear_thinking_20251015'),
        cleared_input_tokens: s.number(),
        cleared_thinking_turns: s.number(),
      }),
    }),
  ),
});

const diagnostics: Schema<Diagnostics> = openObject<Diagnostics>()({
  cache_miss_reason: openObject<CacheMissReason>()({
    type: openEnum<CacheMissReason['type']>(),
    cache_missed_input_tokens: s.number().optional(),
  }).nullable(),
});

/** Schema of {@link Message}. */
export const MessageSchema: Schema<Message> = openObject<Message>()({
  id: s.string().min(1),
  type: s.literal('message'),
  role: s.literal('assistant'),
  content: s.array(ContentBlockSchema),
  model: named(openEnum<Model>()),
  container: container.nullable(),
  stop_details: stopDetails.nullable(),
  stop_reason: openEnum<StopReason>().nullable(),
  stop_sequence: s.string().nullable(),
  usage: UsageSchema,
  context_management: contextManagement.nullable().optional(),
  diagnostics: diagnostics.nullable().optional(),
});

/** Schema of {@link MessageTokensCount}. */
export const MessageTokensCountSchema: Schema<MessageTokensCount> = openObject<MessageTokensCount>()({
  input_tokens: s.int().min(1),
  context_management: openObject<CountTokensContextManagement>()({
    original_input_tokens: s.number(),
  })
    .nullable()
    .optional(),
});

/** Schemas of the operations on messages, by id. */
export const messageSchemas: SchemasFor<typeof messageOperations> = {
  'messages.create': {
    body: MessageCreateParamsSchema,
    response: MessageSchema,
    event: messageStreamEvent({ message: MessageSchema, container, stopDetails, contextManagement }),
  },
  'messages.countTokens': { body: MessageCountTokensParamsSchema, response: MessageTokensCountSchema },
};
