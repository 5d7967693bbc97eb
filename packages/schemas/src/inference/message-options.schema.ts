/** Schemas of the options of message generation. */
import * as z from 'zod';
import { characters, record } from '../kit/limits.schema.js';
import { object, type ObjectSchema, rule, type Schema, union } from '../kit/schema.js';
import type {
  AllThinkingTurns,
  ClearThinkingEdit,
  ClearToolUsesEdit,
  CompactEdit,
  ContainerParam,
  ContainerSkillParam,
  ContextEdit,
  ContextManagement,
  DiagnosticsParam,
  InputTokensAmount,
  JsonOutputFormat,
  McpServer,
  McpToolConfiguration,
  OutputConfig,
  RequestMetadata,
  TaskBudget,
  ThinkingAdaptive,
  ThinkingConfig,
  ThinkingDisabled,
  ThinkingEnabled,
  ThinkingTurns,
  ToolUsesAmount,
} from './message-options.js';

const display = z.enum(['summarized', 'omitted']).nullish();

/** Schema of {@link ThinkingConfig}. */
export const ThinkingConfigSchema: Schema<ThinkingConfig> = rule(
  'INF-100',
  union<ThinkingConfig>()('type', {
    enabled: object<ThinkingEnabled>()({
      type: z.literal('enabled'),
      budget_tokens: rule('GEN-005', z.int().min(1024)),
      display,
    }),
    adaptive: object<ThinkingAdaptive>()({ type: z.literal('adaptive'), display }),
    disabled: object<ThinkingDisabled>()({ type: z.literal('disabled') }),
  }),
);

/** Schema of {@link RequestMetadata}. */
export const RequestMetadataSchema: ObjectSchema<RequestMetadata> = object<RequestMetadata>()({
  user_id: characters({ max: 256 }).nullish(),
});

/** Schema of {@link JsonOutputFormat}. */
export const JsonOutputFormatSchema: ObjectSchema<JsonOutputFormat> = object<JsonOutputFormat>()({
  type: z.literal('json_schema'),
  schema: record(z.unknown()),
});

/** Schema of {@link OutputConfig}. */
export const OutputConfigSchema: ObjectSchema<OutputConfig> = object<OutputConfig>()({
  effort: z.enum(['low', 'medium', 'high', 'xhigh', 'max']).nullish(),
  format: JsonOutputFormatSchema.nullish(),
  task_budget: object<TaskBudget>()({
    type: z.literal('tokens'),
    total: z.int().min(1),
    remaining: z.int().min(0).nullish(),
  }).nullish(),
});

const skill: ObjectSchema<ContainerSkillParam> = object<ContainerSkillParam>()({
  skill_id: z.string().min(1),
  type: z.enum(['vendor', 'custom']),
  version: z.string().min(1).optional(),
});

/** Schema of {@link ContainerParam}. */
export const ContainerParamSchema: ObjectSchema<ContainerParam> = object<ContainerParam>()({
  id: z.string().min(1).nullish(),
  skills: z.array(skill).max(8).nullish(),
});

const inputTokens: ObjectSchema<InputTokensAmount> = object<InputTokensAmount>()({
  type: z.literal('input_tokens'),
  value: z.int().min(0),
});

const toolUses: ObjectSchema<ToolUsesAmount> = object<ToolUsesAmount>()({
  type: z.literal('tool_uses'),
  value: z.int().min(0),
});

const clearToolUses: ObjectSchema<ClearToolUsesEdit> = object<ClearToolUsesEdit>()({
  type: z.literal('clear_tool_uses_20250919'),
  trigger: union<InputTokensAmount | ToolUsesAmount>()('type', {
    input_tokens: inputTokens,
    tool_uses: toolUses,
  }).optional(),
  keep: toolUses.optional(),
  clear_at_least: inputTokens.nullish(),
  clear_tool_inputs: z.union([z.boolean(), z.array(z.string())]).nullish(),
  exclude_tools: z.array(z.string()).nullish(),
});

const clearThinking: ObjectSchema<ClearThinkingEdit> = object<ClearThinkingEdit>()({
  type: z.literal('clear_thinking_20251015'),
  keep: z
    .union([
      union<ThinkingTurns | AllThinkingTurns>()('type', {
        thinking_turns: object<ThinkingTurns>()({
          type: z.literal('thinking_turns'),
          value: z.int().min(1),
        }),
        all: object<AllThinkingTurns>()({ type: z.literal('all') }),
      }),
      z.literal('all'),
    ])
    .optional(),
});

const compact: ObjectSchema<CompactEdit> = object<CompactEdit>()({
  type: z.literal('compact_20260112'),
  trigger: inputTokens.nullish(),
  instructions: z.string().nullish(),
  pause_after_compaction: z.boolean().optional(),
});

/** Schema of {@link ContextManagement}. */
export const ContextManagementSchema: ObjectSchema<ContextManagement> = object<ContextManagement>()({
  edits: z
    .array(
      union<ContextEdit>()('type', {
        clear_tool_uses_20250919: clearToolUses,
        clear_thinking_20251015: clearThinking,
        compact_20260112: compact,
      }),
    )
    .optional(),
});

/** Schema of {@link DiagnosticsParam}. */
export const DiagnosticsParamSchema: ObjectSchema<DiagnosticsParam> = object<DiagnosticsParam>()({
  previous_message_id: z.string().min(1).nullish(),
});

/** Schema of {@link McpServer}. */
export const McpServerSchema: ObjectSchema<McpServer> = object<McpServer>()({
  type: z.literal('url'),
  name: z.string().min(1),
  url: z.string().min(1),
  authorization_token: z.string().nullish(),
  tool_configuration: object<McpToolConfiguration>()({
    allowed_tools: z.array(z.string()).nullish(),
    enabled: z.boolean().nullish(),
  }).nullish(),
});
