/** Options of message generation other than messages and tools. */
import * as z from 'zod';
import { characters, record } from '../kit/limits.schema.js';
import { object, type ObjectSchema, rule, type Schema, union } from '../kit/schema.js';
import type * as types from './message-options.js';

const display = z.enum(['summarized', 'omitted']).nullish();

/** Thinking with a token budget. */
export const ThinkingEnabled: ObjectSchema<types.ThinkingEnabled> = object({
  type: z.literal('enabled'),
  /** Maximum number of tokens for thinking: at least 1,024 and less than `max_tokens`. */
  budget_tokens: rule('GEN-005', z.int().min(1024)),
  /** `omitted` leaves the text of thinking blocks empty. Default `summarized`. */
  display,
});

/** Lets the model decide when and how much to think. */
export const ThinkingAdaptive: ObjectSchema<types.ThinkingAdaptive> = object({
  type: z.literal('adaptive'),
  /** `omitted` leaves the text of thinking blocks empty. Default `summarized`. */
  display,
});

/** Disables thinking. */
export const ThinkingDisabled: ObjectSchema<types.ThinkingDisabled> = object({
  type: z.literal('disabled'),
});

/**
 * Whether and how the model thinks before it replies.
 *
 * @source inference > Create message: `POST /v1/messages`
 */
export const ThinkingConfig: Schema<types.ThinkingConfig> = rule(
  'INF-100',
  union('type', [ThinkingEnabled, ThinkingAdaptive, ThinkingDisabled]),
);

/** Metadata about the request, not visible to the model. */
export const RequestMetadata: ObjectSchema<types.RequestMetadata> = object({
  /**
   * Opaque identifier of the user in your system (a UUID or hash), at most 256 characters. It must not contain names,
   * e-mail addresses or phone numbers.
   */
  user_id: characters({ max: 256 }).nullish(),
});

/**
 * Constrains the reply to JSON that matches a schema.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.2.3
 */
export const JsonOutputFormat: ObjectSchema<types.JsonOutputFormat> = object({
  type: z.literal('json_schema'),
  /** JSON Schema of the reply. */
  schema: record(z.unknown()),
});

/** Token budget of a whole task. Beta. */
export const TaskBudget: ObjectSchema<types.TaskBudget> = object({
  type: z.literal('tokens'),
  /** Total number of tokens. */
  total: z.int().min(1),
  /** Remaining tokens. Defaults to `total`. */
  remaining: z.int().min(0).nullish(),
});

/**
 * Format and effort of the reply.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.2.3
 */
export const OutputConfig: ObjectSchema<types.OutputConfig> = object({
  /** Effort of the model; null for the model's default. */
  effort: z.enum(['low', 'medium', 'high', 'xhigh', 'max']).nullish(),
  /** Format of the reply; null for free text. */
  format: JsonOutputFormat.nullish(),
  /** Token budget of the whole task. Beta. */
  task_budget: TaskBudget.nullish(),
});

/** A skill to load into the container. */
export const ContainerSkillParam: ObjectSchema<types.ContainerSkillParam> = object({
  /** Id of the skill. */
  skill_id: z.string().min(1),
  /** `vendor` for skills of the vendor, `custom` for your own. */
  type: z.enum(['vendor', 'custom']),
  /** Version of the skill. Defaults to the latest. */
  version: z.string().min(1).optional(),
});

/**
 * Container to use.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.2.1
 */
export const ContainerParam: ObjectSchema<types.ContainerParam> = object({
  /** Id of a container from an earlier reply. Default: a new container. */
  id: z.string().min(1).nullish(),
  /** Skills to load, at most 8. */
  skills: z.array(ContainerSkillParam).max(8).nullish(),
});

/** A number of input tokens. */
export const InputTokensAmount: ObjectSchema<types.InputTokensAmount> = object({
  type: z.literal('input_tokens'),
  /** The amount. */
  value: z.int().min(0),
});

/** A number of tool uses. */
export const ToolUsesAmount: ObjectSchema<types.ToolUsesAmount> = object({
  type: z.literal('tool_uses'),
  /** The amount. */
  value: z.int().min(0),
});

/** Clears old tool uses and their results. */
export const ClearToolUsesEdit: ObjectSchema<types.ClearToolUsesEdit> = object({
  type: z.literal('clear_tool_uses_20250919'),
  /** Threshold at which to clear. */
  trigger: union('type', [InputTokensAmount, ToolUsesAmount]).optional(),
  /** Number of most recent tool uses to keep. */
  keep: ToolUsesAmount.optional(),
  /** Minimum number of tokens to clear; below it nothing is cleared. */
  clear_at_least: InputTokensAmount.nullish(),
  /** Whether to clear tool inputs too, or the tools whose inputs to clear. */
  clear_tool_inputs: z.union([z.boolean(), z.array(z.string())]).nullish(),
  /** Tools that are never cleared. */
  exclude_tools: z.array(z.string()).nullish(),
});

/** A number of turns with thinking. */
export const ThinkingTurns: ObjectSchema<types.ThinkingTurns> = object({
  type: z.literal('thinking_turns'),
  /** The amount. */
  value: z.int().min(1),
});

/** All turns with thinking. */
export const AllThinkingTurns: ObjectSchema<types.AllThinkingTurns> = object({
  type: z.literal('all'),
});

/** Clears the thinking of old turns. */
export const ClearThinkingEdit: ObjectSchema<types.ClearThinkingEdit> = object({
  type: z.literal('clear_thinking_20251015'),
  /** Number of most recent thinking turns to keep. */
  keep: z.union([union('type', [ThinkingTurns, AllThinkingTurns]), z.literal('all')]).optional(),
});

/** Replaces the conversation so far with a summary. */
export const CompactEdit: ObjectSchema<types.CompactEdit> = object({
  type: z.literal('compact_20260112'),
  /** Threshold at which to compact. */
  trigger: InputTokensAmount.nullish(),
  /** Instructions for the summary. */
  instructions: z.string().nullish(),
  /** Whether to stop after the summary, with the stop reason `compaction`. */
  pause_after_compaction: z.boolean().optional(),
});

/** An edit of the conversation. */
export const ContextEdit: Schema<types.ContextEdit> = union('type', [
  ClearToolUsesEdit,
  ClearThinkingEdit,
  CompactEdit,
]);

/**
 * Automatic edits that keep a long conversation within the context window. Beta.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.2.3
 */
export const ContextManagement: ObjectSchema<types.ContextManagement> = object({
  /** The edits, in order. */
  edits: z.array(ContextEdit).optional(),
});

/** Requests a diagnosis of a prompt cache miss. Beta. */
export const DiagnosticsParam: ObjectSchema<types.DiagnosticsParam> = object({
  /** Id of the message whose cache entry was expected. */
  previous_message_id: z.string().min(1).nullish(),
});

/** Selects the tools of an MCP server. */
export const McpToolConfiguration: ObjectSchema<types.McpToolConfiguration> = object({
  /** Names of the tools to make available; null for all. */
  allowed_tools: z.array(z.string()).nullish(),
  /** Whether the server's tools are available. Default true. */
  enabled: z.boolean().nullish(),
});

/**
 * An MCP server that the service connects to. Beta.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.2.3
 */
export const McpServer: ObjectSchema<types.McpServer> = object({
  type: z.literal('url'),
  /** Name of the server, which `mcp_toolset` tools refer to. */
  name: z.string().min(1),
  /** URL of the server. */
  url: z.string().min(1),
  /** Authorization token for the server. Never logged. */
  authorization_token: z.string().nullish(),
  /** Tools of the server that the model can use. */
  tool_configuration: McpToolConfiguration.nullish(),
});
