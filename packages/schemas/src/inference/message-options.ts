/** Options of message generation other than messages and tools. */

/** Thinking with a token budget. */
export interface ThinkingEnabled {
  /** Always `enabled`. */
  type: 'enabled';
  /** Maximum number of tokens for thinking: at least 1,024 and less than `max_tokens`. */
  budget_tokens: number;
  /** `omitted` leaves the text of thinking blocks empty. Default `summarized`. */
  display?: 'summarized' | 'omitted' | null | undefined;
}

/** Lets the model decide when and how much to think. */
export interface ThinkingAdaptive {
  /** Always `adaptive`. */
  type: 'adaptive';
  /** `omitted` leaves the text of thinking blocks empty. Default `summarized`. */
  display?: 'summarized' | 'omitted' | null | undefined;
}

/** Disables thinking. */
export interface ThinkingDisabled {
  /** Always `disabled`. */
  type: 'disabled';
}

/**
 * Whether and how the model thinks before it replies.
 *
 * @source inference > Create message: `POST /v1/messages`
 */
export type ThinkingConfig = ThinkingEnabled | ThinkingAdaptive | ThinkingDisabled;

/** Metadata about the request, not visible to the model. */
export interface RequestMetadata {
  /**
   * Opaque identifier of the user in your system (a UUID or hash), at most 256 characters. It must not contain names,
   * e-mail addresses or phone numbers.
   */
  user_id?: string | null | undefined;
}

/**
 * Constrains the reply to JSON that matches a schema.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.2.3
 */
export interface JsonOutputFormat {
  /** Always `json_schema`. */
  type: 'json_schema';
  /** JSON Schema of the reply. */
  schema: Record<string, unknown>;
}

/** Token budget of a whole task. Beta. */
export interface TaskBudget {
  /** Always `tokens`. */
  type: 'tokens';
  /** Total number of tokens. */
  total: number;
  /** Remaining tokens. Defaults to `total`. */
  remaining?: number | null | undefined;
}

/**
 * Format and effort of the reply.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.2.3
 */
export interface OutputConfig {
  /** Effort of the model; null for the model's default. */
  effort?: 'low' | 'medium' | 'high' | 'xhigh' | 'max' | null | undefined;
  /** Format of the reply; null for free text. */
  format?: JsonOutputFormat | null | undefined;
  /** Token budget of the whole task. Beta. */
  task_budget?: TaskBudget | null | undefined;
}

/** A skill to load into the container. */
export interface ContainerSkillParam {
  /** Id of the skill. */
  skill_id: string;
  /** `vendor` for skills of the vendor, `custom` for your own. */
  type: 'vendor' | 'custom';
  /** Version of the skill. Defaults to the latest. */
  version?: string | undefined;
}

/**
 * Container to use.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.2.1
 */
export interface ContainerParam {
  /** Id of a container from an earlier reply. Default: a new container. */
  id?: string | null | undefined;
  /** Skills to load, at most 8. */
  skills?: ContainerSkillParam[] | null | undefined;
}

/** A number of input tokens. */
export interface InputTokensAmount {
  /** Always `input_tokens`. */
  type: 'input_tokens';
  /** The amount. */
  value: number;
}

/** A number of tool uses. */
export interface ToolUsesAmount {
  /** Always `tool_uses`. */
  type: 'tool_uses';
  /** The amount. */
  value: number;
}

/** Clears old tool uses and their results. */
export interface ClearToolUsesEdit {
  /** Always `clear_tool_uses_20250919`. */
  type: 'clear_tool_uses_20250919';
  /** Threshold at which to clear. */
  trigger?: InputTokensAmount | ToolUsesAmount | undefined;
  /** Number of most recent tool uses to keep. */
  keep?: ToolUsesAmount | undefined;
  /** Minimum number of tokens to clear; below it nothing is cleared. */
  clear_at_least?: InputTokensAmount | null | undefined;
  /** Whether to clear tool inputs too, or the tools whose inputs to clear. */
  clear_tool_inputs?: boolean | string[] | null | undefined;
  /** Tools that are never cleared. */
  exclude_tools?: string[] | null | undefined;
}

/** A number of turns with thinking. */
export interface ThinkingTurns {
  /** Always `thinking_turns`. */
  type: 'thinking_turns';
  /** The amount. */
  value: number;
}

/** All turns with thinking. */
export interface AllThinkingTurns {
  /** Always `all`. */
  type: 'all';
}

/** Clears the thinking of old turns. */
export interface ClearThinkingEdit {
  /** Always `clear_thinking_20251015`. */
  type: 'clear_thinking_20251015';
  /** Number of most recent thinking turns to keep. */
  keep?: ThinkingTurns | AllThinkingTurns | 'all' | undefined;
}

/** Replaces the conversation so far with a summary. */
export interface CompactEdit {
  /** Always `compact_20260112`. */
  type: 'compact_20260112';
  /** Threshold at which to compact. */
  trigger?: InputTokensAmount | null | undefined;
  /** Instructions for the summary. */
  instructions?: string | null | undefined;
  /** Whether to stop after the summary, with the stop reason `compaction`. */
  pause_after_compaction?: boolean | undefined;
}

/** An edit of the conversation. */
export type ContextEdit = ClearToolUsesEdit | ClearThinkingEdit | CompactEdit;

/**
 * Automatic edits that keep a long conversation within the context window. Beta.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.2.3
 */
export interface ContextManagement {
  /** The edits, in order. */
  edits?: ContextEdit[] | undefined;
}

/** Requests a diagnosis of a prompt cache miss. Beta. */
export interface DiagnosticsParam {
  /** Id of the message whose cache entry was expected. */
  previous_message_id?: string | null | undefined;
}

/** Selects the tools of an MCP server. */
export interface McpToolConfiguration {
  /** Names of the tools to make available; null for all. */
  allowed_tools?: string[] | null | undefined;
  /** Whether the server's tools are available. Default true. */
  enabled?: boolean | null | undefined;
}

/**
 * An MCP server that the service connects to. Beta.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.2.3
 */
export interface McpServer {
  /** Always `url`. */
  type: 'url';
  /** Name of the server, which `mcp_toolset` tools refer to. */
  name: string;
  /** URL of the server. */
  url: string;
  /** Authorization token for the server. Never logged. */
  authorization_token?: string | null | undefined;
  /** Tools of the server that the model can use. */
  tool_configuration?: McpToolConfiguration | null | undefined;
}
