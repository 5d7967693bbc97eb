/** Events about the status of a session and its threads. */
import * as z from 'zod';
import { timestamp } from '../kit/limits.schema.js';
import { type ObjectSchema, openEnum, openObject, openUnion, type Schema, union } from '../kit/schema.js';
import { StoredMetadata } from './metadata.contract.js';
import { SessionBudget, SessionUsage } from './session-budgets.contract.js';
import { SessionAgent } from './sessions.contract.js';
import type * as types from './status-events.js';

const base = { id: z.string().startsWith('sevt_'), processed_at: timestamp };

/** Fields of every event about a thread. */
export const ThreadEventBase: ObjectSchema<types.ThreadEventBase> = openObject('ServiceEventBase', {
  ...base,
  /** Name of the thread's agent. */
  agent_name: z.string(),
  /** Identifier of the thread. */
  session_thread_id: z.string(),
});

/** The turn is complete. */
export const EndTurnStop: ObjectSchema<types.EndTurnStop> = openObject({
  type: z.literal('end_turn'),
});

/** The session waits for results or confirmations of tool calls. The turn is not complete. */
export const RequiresActionStop: ObjectSchema<types.RequiresActionStop> = openObject({
  /** Identifiers of the tool use events that need a result or a confirmation. */
  event_ids: z.array(z.string()),
  type: z.literal('requires_action'),
});

/** All retries failed. Queued input was dropped. */
export const RetriesExhaustedStop: ObjectSchema<types.RetriesExhaustedStop> = openObject({
  type: z.literal('retries_exhausted'),
});

/**
 * The cost of the session has reached its budget. Raise or remove the budget and send a message to continue.
 */
export const SessionBudgetReachedStop: ObjectSchema<types.SessionBudgetReachedStop> = openObject({
  type: z.literal('budget_reached'),
});

/** The model refused to continue. */
export const SessionRefusalStop: ObjectSchema<types.SessionRefusalStop> = openObject({
  type: z.literal('refusal'),
});

/** Why a session is idle. */
export const SessionStopReason: Schema<types.SessionStopReason> = openUnion('type', [
  EndTurnStop,
  RequiresActionStop,
  RetriesExhaustedStop,
  SessionBudgetReachedStop,
  SessionRefusalStop,
]);

/** Category of content that the model refuses. */
export const SessionRefusalCategory: Schema<types.SessionRefusalCategory> = z.enum([
  'cyber',
  'bio',
  'frontier_llm',
  'reasoning_extraction',
  'general_harms',
]);

/** Why the model refused to continue. */
export const SessionRefusalDetails: ObjectSchema<types.SessionRefusalDetails> = openObject({
  /** Category of the refused content; null or absent without one. */
  category: openEnum(SessionRefusalCategory).nullish(),
  /** Explanation; null or absent without one. */
  explanation: z.string().nullish(),
  type: z.literal('refusal'),
});

/** What the session does after an error: it retries, ends the turn, or terminates. */
export const RetryStatus: ObjectSchema<types.RetryStatus> = openObject({
  /** `retrying`, `exhausted` or `terminal`. */
  type: z.enum(['retrying', 'exhausted', 'terminal']),
});

const retryStatus = openUnion('type', [RetryStatus]);

/** An error of the model or of the service. */
export const SessionModelError: ObjectSchema<types.SessionModelError> = openObject({
  /** Description of the error. */
  message: z.string(),
  /** What the session does after the error. */
  retry_status: retryStatus,
  /** Type of the error. */
  type: z.enum([
    'unknown_error',
    'model_overloaded_error',
    'model_rate_limited_error',
    'model_request_failed_error',
    'billing_error',
    'tool_use_limit_reached_error',
    'compaction_limit_reached_error',
  ]),
});

/** An error of an MCP server. */
export const SessionMcpError: ObjectSchema<types.SessionMcpError> = openObject({
  /** Name of the server. */
  mcp_server_name: z.string(),
  /** Description of the error. */
  message: z.string(),
  /** What the session does after the error. */
  retry_status: retryStatus,
  /** Type of the error. */
  type: z.enum(['mcp_connection_failed_error', 'mcp_authentication_failed_error']),
});

/** The host of a credential cannot be reached. */
export const SessionCredentialError: ObjectSchema<types.SessionCredentialError> = openObject({
  /** Identifier of the credential. */
  credential_id: z.string(),
  /** Description of the error. */
  message: z.string(),
  /** What the session does after the error. */
  retry_status: retryStatus,
  /** Type of the error. */
  type: z.literal('credential_host_unreachable_error'),
  /** Identifier of the vault of the credential. */
  vault_id: z.string(),
});

/** A repository of the session cannot be checked out. */
export const SessionRepositoryError: ObjectSchema<types.SessionRepositoryError> = openObject({
  /** Description of the error. */
  message: z.string(),
  /** URL of the repository; null or absent when unknown. */
  repository_url: z.string().nullish(),
  /** What the session does after the error. */
  retry_status: retryStatus,
  /** Type of the error. */
  type: z.enum([
    'repository_authentication_error',
    'repository_forbidden_error',
    'repository_not_found_error',
    'repository_checkout_error',
    'repository_clone_error',
  ]),
});

const error = openUnion('type', [
  SessionModelError,
  SessionMcpError,
  SessionCredentialError,
  SessionRepositoryError,
]);

/** The session is running. */
export const SessionStatusRunningEvent: ObjectSchema<types.SessionStatusRunningEvent> = openObject(
  'ServiceEventBase',
  {
    ...base,
    type: z.literal('session.status_running'),
  },
);

/** The session waits before it retries. */
export const SessionStatusRescheduledEvent: ObjectSchema<types.SessionStatusRescheduledEvent> = openObject(
  'ServiceEventBase',
  {
    ...base,
    type: z.literal('session.status_rescheduled'),
  },
);

/** The session is idle: finished, waiting for the client, or out of retries. */
export const SessionStatusIdleEvent: ObjectSchema<types.SessionStatusIdleEvent> = openObject(
  'ServiceEventBase',
  {
    ...base,
    /** Details of a refusal; null or absent for other reasons. Not in the documents; see 1.3.6. */
    stop_details: SessionRefusalDetails.nullish(),
    /** Why the session is idle. */
    stop_reason: SessionStopReason,
    type: z.literal('session.status_idle'),
  },
);

/** The session ended permanently. */
export const SessionStatusTerminatedEvent: ObjectSchema<types.SessionStatusTerminatedEvent> = openObject(
  'ServiceEventBase',
  {
    ...base,
    type: z.literal('session.status_terminated'),
  },
);

/** An error of a session. */
export const SessionErrorEvent: ObjectSchema<types.SessionErrorEvent> = openObject('ServiceEventBase', {
  ...base,
  /** The error. */
  error,
  type: z.literal('session.error'),
});

/** The session was deleted. */
export const SessionDeletedEvent: ObjectSchema<types.SessionDeletedEvent> = openObject('ServiceEventBase', {
  ...base,
  type: z.literal('session.deleted'),
});

/** The session was updated. Only the changed fields are present. */
export const SessionUpdatedEvent: ObjectSchema<types.SessionUpdatedEvent> = openObject('ServiceEventBase', {
  ...base,
  type: z.literal('session.updated'),
  /** New snapshot of the agent. */
  agent: SessionAgent.nullish(),
  /** New budget; null if it was removed. Not in the documents; see 1.3.6. */
  budget: SessionBudget.nullish(),
  /** New key-value pairs. */
  metadata: StoredMetadata.optional(),
  /** New title. */
  title: z.string().nullish(),
});

/**
 * What a session has used so far.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.3.6
 */
export const SessionUsageEvent: ObjectSchema<types.SessionUsageEvent> = openObject('ServiceEventBase', {
  ...base,
  /** Budget of the session; null or absent without a limit. */
  budget: SessionBudget.nullish(),
  type: z.literal('session.usage'),
  /** Usage since the creation of the session. */
  usage: SessionUsage,
});

/** The coordinator started a thread. */
export const SessionThreadCreatedEvent: ObjectSchema<types.SessionThreadCreatedEvent> = openObject(
  'ThreadEventBase',
  {
    ...ThreadEventBase.shape,
    type: z.literal('session.thread_created'),
  },
);

/** A thread is running. */
export const SessionThreadStatusRunningEvent: ObjectSchema<types.SessionThreadStatusRunningEvent> =
  openObject('ThreadEventBase', {
    ...ThreadEventBase.shape,
    type: z.literal('session.thread_status_running'),
  });

/** A thread waits before it retries. */
export const SessionThreadStatusRescheduledEvent: ObjectSchema<types.SessionThreadStatusRescheduledEvent> =
  openObject('ThreadEventBase', {
    ...ThreadEventBase.shape,
    type: z.literal('session.thread_status_rescheduled'),
  });

/** A thread is idle. */
export const SessionThreadStatusIdleEvent: ObjectSchema<types.SessionThreadStatusIdleEvent> = openObject(
  'ThreadEventBase',
  {
    ...ThreadEventBase.shape,
    /** Details of a refusal; null or absent for other reasons. Not in the documents; see 1.3.6. */
    stop_details: SessionRefusalDetails.nullish(),
    /** Why the thread is idle. */
    stop_reason: SessionStopReason,
    type: z.literal('session.thread_status_idle'),
  },
);

/** A thread ended permanently. */
export const SessionThreadStatusTerminatedEvent: ObjectSchema<types.SessionThreadStatusTerminatedEvent> =
  openObject('ThreadEventBase', {
    ...ThreadEventBase.shape,
    type: z.literal('session.thread_status_terminated'),
  });

/** An event about the status of a session or a thread. */
export const StatusEvent: Schema<types.StatusEvent> = union('type', [
  SessionStatusRunningEvent,
  SessionStatusRescheduledEvent,
  SessionStatusIdleEvent,
  SessionStatusTerminatedEvent,
  SessionErrorEvent,
  SessionDeletedEvent,
  SessionUpdatedEvent,
  SessionUsageEvent,
  SessionThreadCreatedEvent,
  SessionThreadStatusRunningEvent,
  SessionThreadStatusRescheduledEvent,
  SessionThreadStatusIdleEvent,
  SessionThreadStatusTerminatedEvent,
]);
