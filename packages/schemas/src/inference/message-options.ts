/** Options of message generation other than messages and tools. */

/** Thinking with a token budget. */
export interface ThinkingEnabled {
  /** Always `enabled`. */
  type: 'enabled';
  /** Most tokens to think with: at least 1,024, less than `max_tokens`. */
  budget_tokens: number;
  /** `omitted` leaves the text of thoughts empty. Default `summarized`. */
  display?: 'summarized' | 'omitted' | null | undefined;
}

/** The model decides how much to think. */
export interface ThinkingAdaptive {
  /** Always `adaptive`. */
  type: 'adaptive';
  /** `omitted` leaves the text of thoughts empty. Default `summarized`. */
  display?: 'summarized' | 'omitted' | null | undefined;
}

/** No thinking. */
export interface ThinkingDisabled {
  /** Always `disabled`. */
  type: 'disabled';
}

/**
 * Whether and how the model thinks before it answers.
 *
 * @source inference > Create message: `POST /v1/messages`
 */
export type ThinkingConfig = ThinkingEnabled | ThinkingAdaptive | ThinkingDisabled;

/** Facts about the request that the model does not see. */
export interface RequestMetadata {
  /**
   * Opaque external identifier of the user (uuid, hash), at most 256 characters. It must not hold names, e-mail
   * addresses or phone numbers.
   */
  user_id?: string | null | undefined;
}

/**
 * Asks for a reply that is JSON of the given schema.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.2.3
 */
export interface JsonOutputFormat {
  /** Always `json_schema`. */
  type: 'json_schema';
  /** JSON Schema of the reply. */
  schema: Record<string, unknown>;
}

/** Tokens that a whole task may use. Beta. */
export interface TaskBudget {
  /** Always `tokens`. */
  type: 'tokens';
  /** Tokens of the task. */
  total: number;
  /** Tokens left; defaults to `total`. */
  remaining?: number | null | undefined;
}

/**
 * How the reply is made.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.2.3
 */
export interface OutputConfig {
  /** How much effort the model spends; null is the model's default. */
  effort?: 'low' | 'medium' | 'high' | 'xhigh' | 'max' | null | undefined;
  /** Form of the reply; null is free text. */
  format?: JsonOutputFormat | null | undefined;
  /** Tokens that the whole task may use. Beta. */
  task_budget?: TaskBudget | null | undefined;
}

/** A skill to load into the container. */
export interface ContainerSkillParam {
  /** Id of the skill. */
  skill_id: string;
  /** Whose skill it is. */
  type: 'vendor' | 'custom';
  /** Version; the newest when left out. */
  version?: string | undefined;
}

/**
 * A container to use.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.2.1
 */
export interface ContainerParam {
  /** Id of a container of an earlier reply; a new one when left out. */
  id?: string | null | undefined;
  /** Skills to load, at most 8. */
  skills?: ContainerSkillParam[] | null | undefined;
}

/** A number of input tokens. */
export interface InputTokensAmount {
  /** Always `input_tokens`. */
  type: 'input_tokens';
  /** How many. */
  value: number;
}

/** A number of tool uses. */
export interface ToolUsesAmount {
  /** Always `tool_uses`. */
  type: 'tool_uses';
  /** How many. */
  value: number;
}

/** Clears old tool uses and their results. */
export interface ClearToolUsesEdit {
  /** Always `clear_tool_uses_20250919`. */
  type: 'clear_tool_uses_20250919';
  /** When to clear. */
  trigger?: InputTokensAmount | ToolUsesAmount | undefined;
  /** How many of the newest tool uses stay. */
  keep?: ToolUsesAmount | undefined;
  /** Least tokens to clear, else nothing is cleared. */
  clear_at_least?: InputTokensAmount | null | undefined;
  /** Whether inputs are cleared too, or of which tools. */
  clear_tool_inputs?: boolean | string[] | null | undefined;
  /** Tools that are never cleared. */
  exclude_tools?: string[] | null | undefined;
}

/** A number of turns with thinking. */
export interface ThinkingTurns {
  /** Always `thinking_turns`. */
  type: 'thinking_turns';
  /** How many. */
  value: number;
}

/** All turns with thinking. */
export interface AllThinkingTurns {
  /** Always `all`. */
  type: 'all';
}

/** Clears thinking of old turns. */
export interface ClearThinkingEdit {
  /** Always `clear_thinking_20251015`. */
  type: 'clear_thinking_20251015';
  /** How many of the newest turns keep theirs. */
  keep?: ThinkingTurns | AllThinkingTurns | 'all' | undefined;
}

/** Replaces the conversation so far by a summary. */
export interface CompactEdit {
  /** Always `compact_20260112`. */
  type: 'compact_20260112';
  /** When to compact. */
  trigger?: InputTokensAmount | null | undefined;
  /** What the summary should keep. */
  instructions?: string | null | undefined;
  /** True stops after the summary with the stop reason `compaction`. */
  pause_after_compaction?: boolean | undefined;
}

/** One edit of the conversation. */
export type ContextEdit = ClearToolUsesEdit | ClearThinkingEdit | CompactEdit;

/**
 * Edits that keep a long conversation within the context window. Beta.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.2.3
 */
export interface ContextManagement {
  /** The edits, in order. */
  edits?: ContextEdit[] | undefined;
}

/** Asks why the prompt cache was missed. Beta. */
export interface DiagnosticsParam {
  /** Id of the message whose cache entry was expected. */
  previous_message_id?: string | null | undefined;
}

/** Which tools of an MCP server are offered. */
export interface McpToolConfiguration {
  /** Names of the tools; all when null. */
  allowed_tools?: string[] | null | undefined;
  /** False leaves all out. Default true. */
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
  /** Name, as tool sets refer to it. */
  name: string;
  /** Address. */
  url: string;
  /** Token for the server. Never logged. */
  authorization_token?: string | null | undefined;
  /** Which tools are offered. */
  tool_configuration?: McpToolConfiguration | null | undefined;
}
