/** Events about the status of a session and its threads. */
import type { UnknownMember } from '../kit/open.js';
import type { ServiceEventBase } from './agent-events.js';
import type { Metadata } from './metadata.js';
import type { SessionAgent } from './sessions.js';

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

/** Why a session is idle. */
export type SessionStopReason = EndTurnStop | RequiresActionStop | RetriesExhaustedStop | UnknownMember;

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
    | 'billing_error';
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

/** An error of a session. */
export interface SessionErrorEvent extends ServiceEventBase {
  /** The error. */
  error: SessionModelError | SessionMcpError | UnknownMember;
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
  /** New key-value pairs. */
  metadata?: Metadata | undefined;
  /** New title. */
  title?: string | null | undefined;
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
  | SessionThreadCreatedEvent
  | SessionThreadStatusRunningEvent
  | SessionThreadStatusRescheduledEvent
  | SessionThreadStatusIdleEvent
  | SessionThreadStatusTerminatedEvent;
