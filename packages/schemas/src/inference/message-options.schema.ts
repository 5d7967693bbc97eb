/** Schemas of the options of message generation. */
import * as z from 'zod';
import { characters, record } from '../kit/limits.schema.js';
import { object, type ObjectSchema, rule, type Schema, union } from '../kit/schema.js';
import type * as types from './message-options.js';

const display = z.enum(['summarized', 'omitted']).nullish();

/** Schema of {@link types.ThinkingConfig}. */
export const ThinkingConfigSchema: Schema<types.ThinkingConfig> = rule(
  'INF-100',
  union<types.ThinkingConfig>()('type', {
    enabled: object<types.ThinkingEnabled>()({
      type: z.literal('enabled'),
      budget_tokens: rule('GEN-005', z.int().min(1024)),
      display,
    }),
    adaptive: object<types.ThinkingAdaptive>()({ type: z.literal('adaptive'), display }),
    disabled: object<types.ThinkingDisabled>()({ type: z.literal('disabled') }),
  }),
);

/** Schema of {@link types.RequestMetadata}. */
export const RequestMetadataSchema: ObjectSchema<types.RequestMetadata> = object<types.RequestMetadata>()({
  user_id: characters({ max: 256 }).nullish(),
});

/** Schema of {@link types.JsonOutputFormat}. */
export const JsonOutputFormatSchema: ObjectSchema<types.JsonOutputFormat> = object<types.JsonOutputFormat>()({
  type: z.literal('json_schema'),
  schema: record(z.unknown()),
});

/** Schema of {@link types.OutputConfig}. */
export const OutputConfigSchema: ObjectSchema<types.OutputConfig> = object<types.OutputConfig>()({
  effort: z.enum(['low', 'medium', 'high', 'xhigh', 'max']).nullish(),
  format: JsonOutputFormatSchema.nullish(),
  task_budget: object<types.TaskBudget>()({
    type: z.literal('tokens'),
    total: z.int().min(1),
    remaining: z.int().min(0).nullish(),
  }).nullish(),
});

const skill: ObjectSchema<types.ContainerSkillParam> = object<types.ContainerSkillParam>()({
  skill_id: z.string().min(1),
  type: z.enum(['vendor', 'custom']),
  version: z.string().min(1).optional(),
});

/** Schema of {@link types.ContainerParam}. */
export const ContainerParamSchema: ObjectSchema<types.ContainerParam> = object<types.ContainerParam>()({
  id: z.string().min(1).nullish(),
  skills: z.array(skill).max(8).nullish(),
});

const inputTokens: ObjectSchema<types.InputTokensAmount> = object<types.InputTokensAmount>()({
  type: z.literal('input_tokens'),
  value: z.int().min(0),
});

const toolUses: ObjectSchema<types.ToolUsesAmount> = object<types.ToolUsesAmount>()({
  type: z.literal('tool_uses'),
  value: z.int().min(0),
});

const clearToolUses: ObjectSchema<types.ClearToolUsesEdit> = object<types.ClearToolUsesEdit>()({
  type: z.literal('clear_tool_uses_20250919'),
  trigger: union<types.InputTokensAmount | types.ToolUsesAmount>()('type', {
    input_tokens: inputTokens,
    tool_uses: toolUses,
  }).optional(),
  keep: toolUses.optional(),
  clear_at_least: inputTokens.nullish(),
  clear_tool_inputs: z.union([z.boolean(), z.array(z.string())]).nullish(),
  exclude_tools: z.array(z.string()).nullish(),
});

const clearThinking: ObjectSchema<types.ClearThinkingEdit> = object<types.ClearThinkingEdit>()({
  type: z.literal('clear_thinking_20251015'),
  keep: z
    .union([
      union<types.ThinkingTurns | types.AllThinkingTurns>()('type', {
        thinking_turns: object<types.ThinkingTurns>()({
          type: z.literal('thinking_turns'),
          value: z.int().min(1),
        }),
        all: object<types.AllThinkingTurns>()({ type: z.literal('all') }),
      }),
      z.literal('all'),
    ])
    .optional(),
});

const compact: ObjectSchema<types.CompactEdit> = object<types.CompactEdit>()({
  type: z.literal('compact_20260112'),
  trigger: inputTokens.nullish(),
  instructions: z.string().nullish(),
  pause_after_compaction: z.boolean().optional(),
});

/** Schema of {@link types.ContextManagement}. */
export const ContextManagementSchema: ObjectSchema<types.ContextManagement> =
  object<types.ContextManagement>()({
    edits: z
      .array(
        union<types.ContextEdit>()('type', {
          clear_tool_uses_20250919: clearToolUses,
          clear_thinking_20251015: clearThinking,
          compact_20260112: compact,
        }),
      )
      .optional(),
  });

/** Schema of {@link types.DiagnosticsParam}. */
export const DiagnosticsParamSchema: ObjectSchema<types.DiagnosticsParam> = object<types.DiagnosticsParam>()({
  previous_message_id: z.string().min(1).nullish(),
});

/** Schema of {@link types.McpServer}. */
export const McpServerSchema: ObjectSchema<types.McpServer> = object<types.McpServer>()({
  type: z.literal('url'),
  name: z.string().min(1),
  url: z.string().min(1),
  authorization_token: z.string().nullish(),
  tool_configuration: object<types.McpToolConfiguration>()({
    allowed_tools: z.array(z.string()).nullish(),
    enabled: z.boolean().nullish(),
  }).nullish(),
});
