/** Events that tell the state of a session and of its threads. */
import type { UnknownMember } from '../kit/open.js';
import type { ServiceEventBase } from './agent-events.js';
import type { Metadata } from './metadata.js';
import type { SessionAgent } from './sessions.js';

/** The turn is finished. */
export interface EndTurnStop {
  /** Always `end_turn`. */
  type: 'end_turn';
}

/** The session waits for results or confirmations: the work is not done. */
export interface RequiresActionStop {
  /** Identifiers of the tool use events that wait. */
  event_ids: string[];
  /** Always `requires_action`. */
  type: 'requires_action';
}

/** Retries are used up; queued input was dropped. */
export interface RetriesExhaustedStop {
  /** Always `retries_exhausted`. */
  type: 'retries_exhausted';
}

/** Why a session is idle. */
export type SessionStopReason = EndTurnStop | RequiresActionStop | RetriesExhaustedStop | UnknownMember;

/** The session runs. */
export interface SessionStatusRunningEvent extends ServiceEventBase {
  /** Always `session.status_running`. */
  type: 'session.status_running';
}

/** The session waits before it tries again. */
export interface SessionStatusRescheduledEvent extends ServiceEventBase {
  /** Always `session.status_rescheduled`. */
  type: 'session.status_rescheduled';
}

/** The session is idle: finished, waiting for the client, or out of retries. */
export interface SessionStatusIdleEvent extends ServiceEventBase {
  /** Why. */
  stop_reason: SessionStopReason;
  /** Always `session.status_idle`. */
  type: 'session.status_idle';
}

/** The session ended for good. */
export interface SessionStatusTerminatedEvent extends ServiceEventBase {
  /** Always `session.status_terminated`. */
  type: 'session.status_terminated';
}

/** What happens after an error: the session tries again, gives up this turn, or ends. */
export interface RetryStatus {
  /** `retrying`, `exhausted` or `terminal`. */
  type: 'retrying' | 'exhausted' | 'terminal';
}

/** An error of the model or of the service. */
export interface SessionModelError {
  /** What happened. */
  message: string;
  /** What happens now. */
  retry_status: RetryStatus | UnknownMember;
  /** Kind of error. */
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
  /** What happened. */
  message: string;
  /** What happens now. */
  retry_status: RetryStatus | UnknownMember;
  /** Kind of error. */
  type: 'mcp_connection_failed_error' | 'mcp_authentication_failed_error';
}

/** Something failed in a session. */
export interface SessionErrorEvent extends ServiceEventBase {
  /** What. */
  error: SessionModelError | SessionMcpError | UnknownMember;
  /** Always `session.error`. */
  type: 'session.error';
}

/** The session is deleted. */
export interface SessionDeletedEvent extends ServiceEventBase {
  /** Always `session.deleted`. */
  type: 'session.deleted';
}

/** The session was changed; only what changed is there. */
export interface SessionUpdatedEvent extends ServiceEventBase {
  /** Always `session.updated`. */
  type: 'session.updated';
  /** The agent's definition from now on. */
  agent?: SessionAgent | null | undefined;
  /** The key-value pairs from now on. */
  metadata?: Metadata | undefined;
  /** The title from now on. */
  title?: string | null | undefined;
}

/** What every event about a thread has. */
export interface ThreadEventBase extends ServiceEventBase {
  /** Name of the thread's agent. */
  agent_name: string;
  /** The thread. */
  session_thread_id: string;
}

/** The coordinator started a thread. */
export interface SessionThreadCreatedEvent extends ThreadEventBase {
  /** Always `session.thread_created`. */
  type: 'session.thread_created';
}

/** A thread runs. */
export interface SessionThreadStatusRunningEvent extends ThreadEventBase {
  /** Always `session.thread_status_running`. */
  type: 'session.thread_status_running';
}

/** A thread waits before it tries again. */
export interface SessionThreadStatusRescheduledEvent extends ThreadEventBase {
  /** Always `session.thread_status_rescheduled`. */
  type: 'session.thread_status_rescheduled';
}

/** A thread is idle. */
export interface SessionThreadStatusIdleEvent extends ThreadEventBase {
  /** Why. */
  stop_reason: SessionStopReason;
  /** Always `session.thread_status_idle`. */
  type: 'session.thread_status_idle';
}

/** A thread ended for good. */
export interface SessionThreadStatusTerminatedEvent extends ThreadEventBase {
  /** Always `session.thread_status_terminated`. */
  type: 'session.thread_status_terminated';
}

/** An event that tells the state of a session or of a thread. */
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
