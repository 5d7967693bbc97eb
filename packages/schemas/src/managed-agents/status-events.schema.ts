/** Schemas of events about the status of a session and its threads. */
import * as z from 'zod';
import { timestamp } from '../kit/limits.schema.js';
import { type ObjectSchema, openObject, openUnion, type Schema } from '../kit/schema.js';
import { StoredMetadataSchema } from './metadata.schema.js';
import { SessionAgentSchema } from './sessions.schema.js';
import type {
  EndTurnStop,
  RequiresActionStop,
  RetriesExhaustedStop,
  RetryStatus,
  SessionDeletedEvent,
  SessionErrorEvent,
  SessionMcpError,
  SessionModelError,
  SessionStatusIdleEvent,
  SessionStatusRescheduledEvent,
  SessionStatusRunningEvent,
  SessionStatusTerminatedEvent,
  SessionStopReason,
  SessionThreadCreatedEvent,
  SessionThreadStatusIdleEvent,
  SessionThreadStatusRescheduledEvent,
  SessionThreadStatusRunningEvent,
  SessionThreadStatusTerminatedEvent,
  SessionUpdatedEvent,
  StatusEvent,
} from './status-events.js';

const base = { id: z.string().startsWith('sevt_'), processed_at: timestamp };
const thread = { ...base, agent_name: z.string(), session_thread_id: z.string() };

const stopReason: Schema<SessionStopReason> = openUnion<SessionStopReason>()('type', {
  end_turn: openObject<EndTurnStop>()({ type: z.literal('end_turn') }),
  requires_action: openObject<RequiresActionStop>()({
    event_ids: z.array(z.string()),
    type: z.literal('requires_action'),
  }),
  retries_exhausted: openObject<RetriesExhaustedStop>()({ type: z.literal('retries_exhausted') }),
});

const retry = openObject<RetryStatus>()({ type: z.enum(['retrying', 'exhausted', 'terminal']) });
const retryStatus = openUnion<SessionModelError['retry_status']>()('type', {
  retrying: retry,
  exhausted: retry,
  terminal: retry,
});

const modelError: ObjectSchema<SessionModelError> = openObject<SessionModelError>()({
  message: z.string(),
  retry_status: retryStatus,
  type: z.enum([
    'unknown_error',
    'model_overloaded_error',
    'model_rate_limited_error',
    'model_request_failed_error',
    'billing_error',
  ]),
});

const mcpError: ObjectSchema<SessionMcpError> = openObject<SessionMcpError>()({
  mcp_server_name: z.string(),
  message: z.string(),
  retry_status: retryStatus,
  type: z.enum(['mcp_connection_failed_error', 'mcp_authentication_failed_error']),
});

const error = openUnion<SessionErrorEvent['error']>()('type', {
  unknown_error: modelError,
  model_overloaded_error: modelError,
  model_rate_limited_error: modelError,
  model_request_failed_error: modelError,
  billing_error: modelError,
  mcp_connection_failed_error: mcpError,
  mcp_authentication_failed_error: mcpError,
});

/** Members of {@link StatusEvent}, by type. */
export const statusEventMembers: {
  readonly [Type in StatusEvent['type']]: Schema<Extract<StatusEvent, { type: Type }>>;
} = {
  'session.status_running': openObject<SessionStatusRunningEvent>()({
    ...base,
    type: z.literal('session.status_running'),
  }),
  'session.status_rescheduled': openObject<SessionStatusRescheduledEvent>()({
    ...base,
    type: z.literal('session.status_rescheduled'),
  }),
  'session.status_idle': openObject<SessionStatusIdleEvent>()({
    ...base,
    stop_reason: stopReason,
    type: z.literal('session.status_idle'),
  }),
  'session.status_terminated': openObject<SessionStatusTerminatedEvent>()({
    ...base,
    type: z.literal('session.status_terminated'),
  }),
  'session.error': openObject<SessionErrorEvent>()({ ...base, error, type: z.literal('session.error') }),
  'session.deleted': openObject<SessionDeletedEvent>()({ ...base, type: z.literal('session.deleted') }),
  'session.updated': openObject<SessionUpdatedEvent>()({
    ...base,
    type: z.literal('session.updated'),
    agent: SessionAgentSchema.nullish(),
    metadata: StoredMetadataSchema.optional(),
    title: z.string().nullish(),
  }),
  'session.thread_created': openObject<SessionThreadCreatedEvent>()({
    ...thread,
    type: z.literal('session.thread_created'),
  }),
  'session.thread_status_running': openObject<SessionThreadStatusRunningEvent>()({
    ...thread,
    type: z.literal('session.thread_status_running'),
  }),
  'session.thread_status_rescheduled': openObject<SessionThreadStatusRescheduledEvent>()({
    ...thread,
    type: z.literal('session.thread_status_rescheduled'),
  }),
  'session.thread_status_idle': openObject<SessionThreadStatusIdleEvent>()({
    ...thread,
    stop_reason: stopReason,
    type: z.literal('session.thread_status_idle'),
  }),
  'session.thread_status_terminated': openObject<SessionThreadStatusTerminatedEvent>()({
    ...thread,
    type: z.literal('session.thread_status_terminated'),
  }),
};
