/** Events about the status of a session and its threads. */
import type { OpenEnum, UnknownMember } from '../kit/open.js';
import type { ServiceEventBase } from './agent-events.js';
import type { Metadata } from './metadata.js';
import type { SessionBudget } from './session-budgets.js';
import type { SessionAgent, SessionUsage } from './sessions.js';

/** The turn is complete. */
export interface EndTurnStop {
  /** Always `end_turn`. */
  type: 'end_turn';
}

/** The session waits for results or confirmations of tool calls. The turn is not complete. */
export interface RequiresActionStop {
  /** Identifiers of the tool use events that need a result or a confirmation. */
  event_ids: string[];
  /** Always `requires_action`. */
  type: 'requires_action';
}

/** All retries failed. Queued input was dropped. */
export interface RetriesExhaustedStop {
  /** Always `retries_exhausted`. */
  type: 'retries_exhausted';
}

/** The cost of the session has reached its budget. Raise or remove the budget and send a message to continue. */
export interface SessionBudgetReachedStop {
  /** Always `budget_reached`. */
  type: 'budget_reached';
}

/** The model refused to continue. */
export interface SessionRefusalStop {
  /** Always `refusal`. */
  type: 'refusal';
}

/** Why a session is idle. */
export type SessionStopReason =
  | EndTurnStop
  | RequiresActionStop
  | RetriesExhaustedStop
  | SessionBudgetReachedStop
  | SessionRefusalStop
  | UnknownMember;

/** Why the model refused to continue. */
export interface SessionRefusalDetails {
  /** Category of the refused content; null or absent without one. */
  category?: OpenEnum<SessionRefusalCategory> | null | undefined;
  /** Explanation; null or absent without one. */
  explanation?: string | null | undefined;
  /** Always `refusal`. */
  type: 'refusal';
}

/** Category of content that the model refuses. */
export type SessionRefusalCategory =
  'cyber' | 'bio' | 'frontier_llm' | 'reasoning_extraction' | 'general_harms';

/** The session is running. */
export interface SessionStatusRunningEvent extends ServiceEventBase {
  /** Always `session.status_running`. */
  type: 'session.status_running';
}

/** The session waits before it retries. */
export interface SessionStatusRescheduledEvent extends ServiceEventBase {
  /** Always `session.status_rescheduled`. */
  type: 'session.status_rescheduled';
}

/** The session is idle: finished, waiting for the client, or out of retries. */
export interface SessionStatusIdleEvent extends ServiceEventBase {
  /** Details of a refusal; null or absent for other reasons. Not in the documents; see 1.3.6. */
  stop_details?: SessionRefusalDetails | null | undefined;
  /** Why the session is idle. */
  stop_reason: SessionStopReason;
  /** Always `session.status_idle`. */
  type: 'session.status_idle';
}

/** The session ended permanently. */
export interface SessionStatusTerminatedEvent extends ServiceEventBase {
  /** Always `session.status_terminated`. */
  type: 'session.status_terminated';
}

/** What the session does after an error: it retries, ends the turn, or terminates. */
export interface RetryStatus {
  /** `retrying`, `exhausted` or `terminal`. */
  type: 'retrying' | 'exhausted' | 'terminal';
}

/** An error of the model or of the service. */
export interface SessionModelError {
  /** Description of the error. */
  message: string;
  /** What the session does after the error. */
  retry_status: RetryStatus | UnknownMember;
  /** Type of the error. */
  type:
    | 'unknown_error'
    | 'model_overloaded_error'
    | 'model_rate_limited_error'
    | 'model_request_failed_error'
    | 'billing_error'
    | 'tool_use_limit_reached_error'
    | 'compaction_limit_reached_error';
}

/** An error of an MCP server. */
export interface SessionMcpError {
  /** Name of the server. */
  mcp_server_name: string;
  /** Description of the error. */
  message: string;
  /** What the session does after the error. */
  retry_status: RetryStatus | UnknownMember;
  /** Type of the error. */
  type: 'mcp_connection_failed_error' | 'mcp_authentication_failed_error';
}

/** The host of a credential cannot be reached. */
export interface SessionCredentialError {
  /** Identifier of the credential. */
  credential_id: string;
  /** Description of the error. */
  message: string;
  /** What the session does after the error. */
  retry_status: RetryStatus | UnknownMember;
  /** Type of the error. */
  type: 'credential_host_unreachable_error';
  /** Identifier of the vault of the credential. */
  vault_id: string;
}

/** A repository of the session cannot be checked out. */
export interface SessionRepositoryError {
  /** Description of the error. */
  message: string;
  /** URL of the repository; null or absent when unknown. */
  repository_url?: string | null | undefined;
  /** What the session does after the error. */
  retry_status: RetryStatus | UnknownMember;
  /** Type of the error. */
  type:
    | 'repository_authentication_error'
    | 'repository_forbidden_error'
    | 'repository_not_found_error'
    | 'repository_checkout_error'
    | 'repository_clone_error';
}

/** An error of a session. */
export interface SessionErrorEvent extends ServiceEventBase {
  /** The error. */
  error:
    SessionModelError | SessionMcpError | SessionCredentialError | SessionRepositoryError | UnknownMember;
  /** Always `session.error`. */
  type: 'session.error';
}

/** The session was deleted. */
export interface SessionDeletedEvent extends ServiceEventBase {
  /** Always `session.deleted`. */
  type: 'session.deleted';
}

/** The session was updated. Only the changed fields are present. */
export interface SessionUpdatedEvent extends ServiceEventBase {
  /** Always `session.updated`. */
  type: 'session.updated';
  /** New snapshot of the agent. */
  agent?: SessionAgent | null | undefined;
  /** New budget; null if it was removed. Not in the documents; see 1.3.6. */
  budget?: SessionBudget | null | undefined;
  /** New key-value pairs. */
  metadata?: Metadata | undefined;
  /** New title. */
  title?: string | null | undefined;
}

/**
 * What a session has used so far.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.3.6
 */
export interface SessionUsageEvent extends ServiceEventBase {
  /** Budget of the session; null or absent without a limit. */
  budget?: SessionBudget | null | undefined;
  /** Always `session.usage`. */
  type: 'session.usage';
  /** Usage since the creation of the session. */
  usage: SessionUsage;
}

/** Fields of every event about a thread. */
export interface ThreadEventBase extends ServiceEventBase {
  /** Name of the thread's agent. */
  agent_name: string;
  /** Identifier of the thread. */
  session_thread_id: string;
}

/** The coordinator started a thread. */
export interface SessionThreadCreatedEvent extends ThreadEventBase {
  /** Always `session.thread_created`. */
  type: 'session.thread_created';
}

/** A thread is running. */
export interface SessionThreadStatusRunningEvent extends ThreadEventBase {
  /** Always `session.thread_status_running`. */
  type: 'session.thread_status_running';
}

/** A thread waits before it retries. */
export interface SessionThreadStatusRescheduledEvent extends ThreadEventBase {
  /** Always `session.thread_status_rescheduled`. */
  type: 'session.thread_status_rescheduled';
}

/** A thread is idle. */
export interface SessionThreadStatusIdleEvent extends ThreadEventBase {
  /** Details of a refusal; null or absent for other reasons. Not in the documents; see 1.3.6. */
  stop_details?: SessionRefusalDetails | null | undefined;
  /** Why the thread is idle. */
  stop_reason: SessionStopReason;
  /** Always `session.thread_status_idle`. */
  type: 'session.thread_status_idle';
}

/** A thread ended permanently. */
export interface SessionThreadStatusTerminatedEvent extends ThreadEventBase {
  /** Always `session.thread_status_terminated`. */
  type: 'session.thread_status_terminated';
}

/** An event about the status of a session or a thread. */
export type StatusEvent =
  | SessionStatusRunningEvent
  | SessionStatusRescheduledEvent
  | SessionStatusIdleEvent
  | SessionStatusTerminatedEvent
  | SessionErrorEvent
  | SessionDeletedEvent
  | SessionUpdatedEvent
  | SessionUsageEvent
  | SessionThreadCreatedEvent
  | SessionThreadStatusRunningEvent
  | SessionThreadStatusRescheduledEvent
  | SessionThreadStatusIdleEvent
  | SessionThreadStatusTerminatedEvent;
