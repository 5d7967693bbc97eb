/** Schemas of the options of message generation. */
import { s } from '../kit/schema.js';
import { characters } from '../kit/limits.schema.js';
import { object, rule, union, type Schema } from '../kit/schema.js';
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

const display = s.enum(['summarized', 'omitted']).nullable().optional();

/** Schema of {@link ThinkingConfig}. */
export const ThinkingConfigSchema: Schema<ThinkingConfig> = rule(
  'INF-100',
  union<ThinkingConfig>()('type', {
    enabled: object<ThinkingEnabled>()({
      type: s.literal('enabled'),
      budget_tokens: rule('GEN-005', s.int().min(1024)),
      display,
    }),
    adaptive: object<ThinkingAdaptive>()({ type: s.literal('adaptive'), display }),
    disabled: object<ThinkingDisabled>()({ type: s.literal('disabled') }),
  }),
);

/** Schema of {@link RequestMetadata}. */
export const RequestMetadataSchema: Schema<RequestMetadata> = object<RequestMetadata>()({
  user_id: characters({ max: 256 }).nullable().optional(),
});

/** Schema of {@link JsonOutputFormat}. */
export const JsonOutputFormatSchema: Schema<JsonOutputFormat> = object<JsonOutputFormat>()({
  type: s.literal('json_schema'),
  schema: s.record(s.unknown()),
});

/** Schema of {@link OutputConfig}. */
export const OutputConfigSchema: Schema<OutputConfig> = object<OutputConfig>()({
  effort: s.enum(['low', 'medium', 'high', 'xhigh', 'max']).nullable().optional(),
  format: JsonOutputFormatSchema.nullable().optional(),
  task_budget: object<TaskBudget>()({
    type: s.literal('tokens'),
    total: s.int().min(1),
    remaining: s.int().min(0).nullable().optional(),
  })
    .nullable()
    .optional(),
});

const skill: Schema<ContainerSkillParam> = object<ContainerSkillParam>()({
  skill_id: s.string().min(1),
  type: s.enum(['vendor', 'custom']),
  version: s.string().min(1).optional(),
});

/** Schema of {@link ContainerParam}. */
export const ContainerParamSchema: Schema<ContainerParam> = object<ContainerParam>()({
  id: s.string().min(1).nullable().optional(),
  skills: s.array(skill).max(8).nullable().optional(),
});

const inputTokens: Schema<InputTokensAmount> = object<InputTokensAmount>()({
  type: s.literal('input_tokens'),
  value: s.int().min(0),
});

const toolUses: Schema<ToolUsesAmount> = object<ToolUsesAmount>()({
  type: s.literal('tool_uses'),
  value: s.int().min(0),
});

const clearToolUses: Schema<ClearToolUsesEdit> = object<ClearToolUsesEdit>()({
  type: s.literal('clear_tool_uses_20250919'),
  trigger: union<InputTokensAmount | ToolUsesAmount>()('type', {
    input_tokens: inputTokens,
    tool_uses: toolUses,
  }).optional(),
  keep: toolUses.optional(),
  clear_at_least: inputTokens.nullable().optional(),
  clear_tool_inputs: s
    .union([s.boolean(), s.array(s.string())])
    .nullable()
    .optional(),
  exclude_tools: s.array(s.string()).nullable().optional(),
});

const clearThinking: Schema<ClearThinkingEdit> = object<ClearThinkingEdit>()({
  type: s.literal('clear_thinking_20251015'),
  keep: s
    .union([
      union<ThinkingTurns | AllThinkingTurns>()('type', {
        thinking_turns: object<ThinkingTurns>()({
          type: s.literal('thinking_turns'),
          value: s.int().min(1),
        }),
        all: object<AllThinkingTurns>()({ type: s.literal('all') }),
      }),
      s.literal('all'),
    ])
    .optional(),
});

const compact: Schema<CompactEdit> = object<CompactEdit>()({
  type: s.literal('compact_20260112'),
  trigger: inputTokens.nullable().optional(),
  instructions: s.string().nullable().optional(),
  pause_after_compaction: s.boolean().optional(),
});

/** Schema of {@link ContextManagement}. */
export const ContextManagementSchema: Schema<ContextManagement> = object<ContextManagement>()({
  edits: s
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
export const DiagnosticsParamSchema: Schema<DiagnosticsParam> = object<DiagnosticsParam>()({
  previous_message_id: s.string().min(1).nullable().optional(),
});

/** Schema of {@link McpServer}. */
export const McpServerSchema: Schema<McpServer> = object<McpServer>()({
  type: s.literal('url'),
  name: s.string().min(1),
  url: s.string().min(1),
  authorization_token: s.string().nullable().optional(),
  tool_configuration: object<McpToolConfiguration>()({
    allowed_tools: s.array(s.string()).nullable().optional(),
    enabled: s.boolean().nullable().optional(),
  })
    .nullable()
    .optional(),
});
