/** Events that the client sends to a session, as they are given and as the session stores them. */
import type {
  SessionFileSource,
  SessionMessageBlock,
  SessionMessageContent,
  SessionToolResultBlock,
  SessionToolResultContent,
} from './session-content.js';
import type { UnknownMember } from '../kit/open.js';

/** A message of the user. */
export interface UserMessageParams {
  /** What it says. */
  content: SessionMessageBlock[];
  /** Always `user.message`. */
  type: 'user.message';
}

/** Stops what is running. It overtakes queued messages. */
export interface UserInterruptParams {
  /** Always `user.interrupt`. */
  type: 'user.interrupt';
  /** Thread to stop. Default the whole session. */
  session_thread_id?: string | null | undefined;
}

/** Answer to a tool call that waits for confirmation. */
export interface UserToolConfirmationParams {
  /** Whether the tool may run. */
  result: 'allow' | 'deny';
  /** Identifier of the `agent.tool_use` or `agent.mcp_tool_use` event. */
  tool_use_id: string;
  /** Always `user.tool_confirmation`. */
  type: 'user.tool_confirmation';
  /** Reason, for the agent; only with `deny`. */
  deny_message?: string | null | undefined;
}

/**
 * Result of a custom tool.
 *
 * @source managed-agents > Events
 */
export interface UserCustomToolResultParams {
  /** Identifier of the `agent.custom_tool_use` event. */
  custom_tool_use_id: string;
  /** Always `user.custom_tool_result`. */
  type: 'user.custom_tool_result';
  /** The result. Default empty. */
  content?: SessionToolResultBlock[] | undefined;
  /** True when the tool failed. */
  is_error?: boolean | null | undefined;
}

/** Result of a built-in tool that a self-hosted environment ran. */
export interface UserToolResultParams {
  /** Identifier of the `agent.tool_use` event. */
  tool_use_id: string;
  /** Always `user.tool_result`. */
  type: 'user.tool_result';
  /** The result. Default empty. */
  content?: SessionToolResultBlock[] | undefined;
  /** True when the tool failed. */
  is_error?: boolean | null | undefined;
}

/** Criteria in text. */
export interface TextRubric {
  /** The criteria, at most 262,144 characters. */
  content: string;
  /** Always `text`. */
  type: 'text';
}

/**
 * Declares an outcome: the agent works until a grader is satisfied. One outcome at a time.
 *
 * @source managed-agents > Events
 */
export interface UserDefineOutcomeParams {
  /** What the agent is to produce. */
  description: string;
  /** What the grader looks at. */
  rubric: TextRubric | SessionFileSource;
  /** `user.define_outcome`; the short spelling is accepted too. */
  type: 'user.define_outcome' | 'define_outcome';
  /** Largest number of revision cycles, 1 to 20. Default 3. */
  max_iterations?: number | null | undefined;
}

/** An event that the client sends. */
export type UserEventParams =
  | UserMessageParams
  | UserInterruptParams
  | UserToolConfirmationParams
  | UserCustomToolResultParams
  | UserToolResultParams
  | UserDefineOutcomeParams;

/** What every event has. */
export interface SessionEventBase {
  /** Identifier, `sevt_...`. */
  id: string;
}

/** What every stored event of the client has. */
export interface UserEventBase extends SessionEventBase {
  /** RFC 3339 time at which the session took it up; null while it is queued. */
  processed_at?: string | null | undefined;
}

/** A stored message of the user. */
export interface UserMessageEvent extends UserEventBase {
  /** What it says. */
  content: SessionMessageContent[];
  /** Always `user.message`. */
  type: 'user.message';
}

/** A stored interrupt. */
export interface UserInterruptEvent extends UserEventBase {
  /** Always `user.interrupt`. */
  type: 'user.interrupt';
  /** Thread that was to stop; null for the whole session. */
  session_thread_id?: string | null | undefined;
}

/** A stored confirmation. */
export interface UserToolConfirmationEvent extends UserEventBase {
  /** Whether the tool may run. */
  result: 'allow' | 'deny';
  /** Identifier of the tool use event. */
  tool_use_id: string;
  /** Always `user.tool_confirmation`. */
  type: 'user.tool_confirmation';
  /** Reason, for the agent. */
  deny_message?: string | null | undefined;
  /** Thread of the tool use; null for the primary thread. */
  session_thread_id?: string | null | undefined;
}

/** A stored result of a custom tool. */
export interface UserCustomToolResultEvent extends UserEventBase {
  /** Identifier of the tool use event. */
  custom_tool_use_id: string;
  /** Always `user.custom_tool_result`. */
  type: 'user.custom_tool_result';
  /** The result. */
  content?: SessionToolResultContent[] | undefined;
  /** True when the tool failed. */
  is_error?: boolean | null | undefined;
  /** Thread of the tool use; null for the primary thread. */
  session_thread_id?: string | null | undefined;
}

/** A stored result of a built-in tool. */
export interface UserToolResultEvent extends UserEventBase {
  /** Identifier of the tool use event. */
  tool_use_id: string;
  /** Always `user.tool_result`. */
  type: 'user.tool_result';
  /** The result. */
  content?: SessionToolResultContent[] | undefined;
  /** True when the tool failed. */
  is_error?: boolean | null | undefined;
  /** Thread of the tool use; null for the primary thread. */
  session_thread_id?: string | null | undefined;
}

/** A stored outcome. */
export interface UserDefineOutcomeEvent extends UserEventBase {
  /** What the agent is to produce. */
  description: string;
  /** Largest number of revision cycles; null or absent when the definition named none. */
  max_iterations?: number | null | undefined;
  /** Identifier of the outcome, `outc_...`. */
  outcome_id: string;
  /** What the grader looks at. */
  rubric: TextRubric | SessionFileSource | UnknownMember;
  /** Always `user.define_outcome`. */
  type: 'user.define_outcome';
}

/** A stored event of the client. */
export type UserEvent =
  | UserMessageEvent
  | UserInterruptEvent
  | UserToolConfirmationEvent
  | UserCustomToolResultEvent
  | UserToolResultEvent
  | UserDefineOutcomeEvent;
