/** Schemas of events about the status of a session and its threads. */
import * as z from 'zod';
import { timestamp } from '../kit/limits.schema.js';
import { type ObjectSchema, openEnum, openObject, openUnion, type Schema } from '../kit/schema.js';
import { StoredMetadataSchema } from './metadata.schema.js';
import { SessionBudgetSchema } from './session-budgets.schema.js';
import { SessionAgentSchema, SessionUsageSchema } from './sessions.schema.js';
import type * as types from './status-events.js';

const base = { id: z.string().startsWith('sevt_'), processed_at: timestamp };
const thread = { ...base, agent_name: z.string(), session_thread_id: z.string() };

const stopReason: Schema<types.SessionStopReason> = openUnion<types.SessionStopReason>()('type', {
  end_turn: openObject<types.EndTurnStop>()({ type: z.literal('end_turn') }),
  requires_action: openObject<types.RequiresActionStop>()({
    event_ids: z.array(z.string()),
    type: z.literal('requires_action'),
  }),
  retries_exhausted: openObject<types.RetriesExhaustedStop>()({ type: z.literal('retries_exhausted') }),
  budget_reached: openObject<types.SessionBudgetReachedStop>()({ type: z.literal('budget_reached') }),
  refusal: openObject<types.SessionRefusalStop>()({ type: z.literal('refusal') }),
});

const stopDetails: ObjectSchema<types.SessionRefusalDetails> = openObject<types.SessionRefusalDetails>()({
  category: openEnum<types.SessionRefusalCategory>().nullish(),
  explanation: z.string().nullish(),
  type: z.literal('refusal'),
});

const retry = openObject<types.RetryStatus>()({ type: z.enum(['retrying', 'exhausted', 'terminal']) });
const retryStatus = openUnion<types.SessionModelError['retry_status']>()('type', {
  retrying: retry,
  exhausted: retry,
  terminal: retry,
});

const modelError: ObjectSchema<types.SessionModelError> = openObject<types.SessionModelError>()({
  message: z.string(),
  retry_status: retryStatus,
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

const mcpError: ObjectSchema<types.SessionMcpError> = openObject<types.SessionMcpError>()({
  mcp_server_name: z.string(),
  message: z.string(),
  retry_status: retryStatus,
  type: z.enum(['mcp_connection_failed_error', 'mcp_authentication_failed_error']),
});

const credentialError: ObjectSchema<types.SessionCredentialError> =
  openObject<types.SessionCredentialError>()({
    credential_id: z.string(),
    message: z.string(),
    retry_status: retryStatus,
    type: z.literal('credential_host_unreachable_error'),
    vault_id: z.string(),
  });

const repositoryError: ObjectSchema<types.SessionRepositoryError> =
  openObject<types.SessionRepositoryError>()({
    message: z.string(),
    repository_url: z.string().nullish(),
    retry_status: retryStatus,
    type: z.enum([
      'repository_authentication_error',
      'repository_forbidden_error',
      'repository_not_found_error',
      'repository_checkout_error',
      'repository_clone_error',
    ]),
  });

const error = openUnion<types.SessionErrorEvent['error']>()('type', {
  unknown_error: modelError,
  model_overloaded_error: modelError,
  model_rate_limited_error: modelError,
  model_request_failed_error: modelError,
  billing_error: modelError,
  mcp_connection_failed_error: mcpError,
  mcp_authentication_failed_error: mcpError,
  tool_use_limit_reached_error: modelError,
  compaction_limit_reached_error: modelError,
  credential_host_unreachable_error: credentialError,
  repository_authentication_error: repositoryError,
  repository_forbidden_error: repositoryError,
  repository_not_found_error: repositoryError,
  repository_checkout_error: repositoryError,
  repository_clone_error: repositoryError,
});

/** Members of {@link types.StatusEvent}, by type. */
export const statusEventMembers: {
  readonly [Type in types.StatusEvent['type']]: Schema<Extract<types.StatusEvent, { type: Type }>>;
} = {
  'session.status_running': openObject<types.SessionStatusRunningEvent>()({
    ...base,
    type: z.literal('session.status_running'),
  }),
  'session.status_rescheduled': openObject<types.SessionStatusRescheduledEvent>()({
    ...base,
    type: z.literal('session.status_rescheduled'),
  }),
  'session.status_idle': openObject<types.SessionStatusIdleEvent>()({
    ...base,
    stop_details: stopDetails.nullish(),
    stop_reason: stopReason,
    type: z.literal('session.status_idle'),
  }),
  'session.status_terminated': openObject<types.SessionStatusTerminatedEvent>()({
    ...base,
    type: z.literal('session.status_terminated'),
  }),
  'session.error': openObject<types.SessionErrorEvent>()({
    ...base,
    error,
    type: z.literal('session.error'),
  }),
  'session.deleted': openObject<types.SessionDeletedEvent>()({ ...base, type: z.literal('session.deleted') }),
  'session.updated': openObject<types.SessionUpdatedEvent>()({
    ...base,
    type: z.literal('session.updated'),
    agent: SessionAgentSchema.nullish(),
    budget: SessionBudgetSchema.nullish(),
    metadata: StoredMetadataSchema.optional(),
    title: z.string().nullish(),
  }),
  'session.usage': openObject<types.SessionUsageEvent>()({
    ...base,
    budget: SessionBudgetSchema.nullish(),
    type: z.literal('session.usage'),
    usage: SessionUsageSchema,
  }),
  'session.thread_created': openObject<types.SessionThreadCreatedEvent>()({
    ...thread,
    type: z.literal('session.thread_created'),
  }),
  'session.thread_status_running': openObject<types.SessionThreadStatusRunningEvent>()({
    ...thread,
    type: z.literal('session.thread_status_running'),
  }),
  'session.thread_status_rescheduled': openObject<types.SessionThreadStatusRescheduledEvent>()({
    ...thread,
    type: z.literal('session.thread_status_rescheduled'),
  }),
  'session.thread_status_idle': openObject<types.SessionThreadStatusIdleEvent>()({
    ...thread,
    stop_details: stopDetails.nullish(),
    stop_reason: stopReason,
    type: z.literal('session.thread_status_idle'),
  }),
  'session.thread_status_terminated': openObject<types.SessionThreadStatusTerminatedEvent>()({
    ...thread,
    type: z.literal('session.thread_status_terminated'),
  }),
};
