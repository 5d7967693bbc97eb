/** Events that the client sends to a session, in requests and as stored by the session. */
import type {
  SessionFileSource,
  SessionMessageBlock,
  SessionMessageContent,
  SessionTextBlock,
  SessionToolResultBlock,
  SessionToolResultContent,
} from './session-content.js';
import type { UnknownMember } from '../kit/open.js';

/** Sends a message of the user to the agent. */
export interface UserMessageParams {
  /** Content of the message. */
  content: SessionMessageBlock[];
  /** Always `user.message`. */
  type: 'user.message';
}

/** Interrupts the running turn, before any queued messages. */
export interface UserInterruptParams {
  /** Always `user.interrupt`. */
  type: 'user.interrupt';
  /** Thread to interrupt. Defaults to the whole session. */
  session_thread_id?: string | null | undefined;
}

/** Allows or denies a tool call that waits for confirmation. */
export interface UserToolConfirmationParams {
  /** Whether the tool may run. */
  result: 'allow' | 'deny';
  /** Identifier of the `agent.tool_use` or `agent.mcp_tool_use` event. */
  tool_use_id: string;
  /** Always `user.tool_confirmation`. */
  type: 'user.tool_confirmation';
  /** Reason to report to the agent. Only with `deny`. */
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
  /** Result of the tool. Default: empty. */
  content?: SessionToolResultBlock[] | undefined;
  /** Whether the tool failed. */
  is_error?: boolean | null | undefined;
}

/** Returns the result of a built-in tool that a self-hosted environment ran. */
export interface UserToolResultParams {
  /** Identifier of the `agent.tool_use` event. */
  tool_use_id: string;
  /** Always `user.tool_result`. */
  type: 'user.tool_result';
  /** Result of the tool. Default: empty. */
  content?: SessionToolResultBlock[] | undefined;
  /** Whether the tool failed. */
  is_error?: boolean | null | undefined;
}

/** Criteria for the grader, as text. */
export interface TextRubric {
  /** The criteria, at most 262,144 characters. */
  content: string;
  /** Always `text`. */
  type: 'text';
}

/**
 * Defines an outcome: the agent works until a grader is satisfied. A session has one active outcome at a time.
 *
 * @source managed-agents > Events
 */
export interface UserDefineOutcomeParams {
  /** What the agent should produce. */
  description: string;
  /** Criteria for the grader. */
  rubric: TextRubric | SessionFileSource;
  /** Always `user.define_outcome`. The short form `define_outcome` is accepted too. */
  type: 'user.define_outcome' | 'define_outcome';
  /** Maximum number of revision cycles, 1 to 20. Default 3. */
  max_iterations?: number | null | undefined;
}

/**
 * Text of the operator, added to the system prompt for later model requests. The service rejects it while the session waits for
 * results or confirmations.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.3.6
 */
export interface SystemMessageParams {
  /** 1 to 1,000 texts. */
  content: SessionTextBlock[];
  /** Always `system.message`. */
  type: 'system.message';
}

/** An event to send to a session. */
export type UserEventParams =
  | UserMessageParams
  | UserInterruptParams
  | UserToolConfirmationParams
  | UserCustomToolResultParams
  | UserToolResultParams
  | UserDefineOutcomeParams
  | SystemMessageParams;

/** Fields of every event. */
export interface SessionEventBase {
  /** Identifier, `sevt_...`. */
  id: string;
}

/** Fields of every stored event of the client. */
export interface UserEventBase extends SessionEventBase {
  /** Time at which the session processed the event (RFC 3339); null while it is queued. */
  processed_at?: string | null | undefined;
}

/** A stored message of the user. */
export interface UserMessageEvent extends UserEventBase {
  /** Content of the message. */
  content: SessionMessageContent[];
  /** Always `user.message`. */
  type: 'user.message';
}

/** A stored interrupt. */
export interface UserInterruptEvent extends UserEventBase {
  /** Always `user.interrupt`. */
  type: 'user.interrupt';
  /** Thread to interrupt; null for the whole session. */
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
  /** Reason that the agent received. */
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
  /** Result of the tool. */
  content?: SessionToolResultContent[] | undefined;
  /** Whether the tool failed. */
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
  /** Result of the tool. */
  content?: SessionToolResultContent[] | undefined;
  /** Whether the tool failed. */
  is_error?: boolean | null | undefined;
  /** Thread of the tool use; null for the primary thread. */
  session_thread_id?: string | null | undefined;
}

/** A stored outcome. */
export interface UserDefineOutcomeEvent extends UserEventBase {
  /** What the agent should produce. */
  description: string;
  /** Maximum number of revision cycles; null or absent if it was not set. */
  max_iterations?: number | null | undefined;
  /** Identifier of the outcome, `outc_...`. */
  outcome_id: string;
  /** Criteria for the grader. */
  rubric: TextRubric | SessionFileSource | UnknownMember;
  /** Always `user.define_outcome`. */
  type: 'user.define_outcome';
}

/** A stored text of the operator. */
export interface SystemMessageEvent extends UserEventBase {
  /** The texts. */
  content: SessionTextBlock[];
  /** Always `system.message`. */
  type: 'system.message';
}

/** A stored event of the client. */
export type UserEvent =
  | UserMessageEvent
  | UserInterruptEvent
  | UserToolConfirmationEvent
  | UserCustomToolResultEvent
  | UserToolResultEvent
  | UserDefineOutcomeEvent
  | SystemMessageEvent;
