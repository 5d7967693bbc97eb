/** Schemas of webhook events. */
import * as z from 'zod';
import { timestamp } from '../kit/limits.schema.js';
import { each, type ObjectSchema, openEnum, openObject, openUnion } from '../kit/schema.js';
import type * as types from './webhook-events.js';

const SESSION = [
  'session.created',
  'session.pending',
  'session.running',
  'session.idled',
  'session.requires_action',
  'session.archived',
  'session.deleted',
  'session.updated',
  'session.budget_reached',
  'session.status_run_started',
  'session.status_idled',
  'session.status_rescheduled',
  'session.status_terminated',
  'session.outcome_evaluation_ended',
] as const;
const THREAD = ['session.thread_created', 'session.thread_idled', 'session.thread_terminated'] as const;
const CREDENTIAL = [
  'vault_credential.created',
  'vault_credential.archived',
  'vault_credential.deleted',
  'vault_credential.refresh_failed',
] as const;
const OBJECT = [
  'vault.created',
  'vault.archived',
  'vault.deleted',
  'agent.created',
  'agent.updated',
  'agent.archived',
  'agent.deleted',
  'environment.created',
  'environment.updated',
  'environment.archived',
  'environment.deleted',
  'memory_store.created',
  'memory_store.archived',
  'memory_store.deleted',
] as const;

/** All known types of webhook events. */
export const WEBHOOK_EVENT_TYPES: readonly [
  ...typeof SESSION,
  ...typeof THREAD,
  ...typeof CREDENTIAL,
  ...typeof OBJECT,
] = [...SESSION, ...THREAD, ...CREDENTIAL, ...OBJECT];

const fields = { id: z.string(), organization_id: z.string(), workspace_id: z.string() };

/** Schema of {@link types.WebhookEvent}. */
export const WebhookEventSchema: ObjectSchema<types.WebhookEvent> = openObject<types.WebhookEvent>()({
  id: z.string(),
  created_at: timestamp,
  data: openUnion<types.WebhookEventData>()('type', {
    ...each(SESSION, openObject<types.SessionWebhookData>()({ ...fields, type: z.enum(SESSION) })),
    ...each(
      THREAD,
      openObject<types.SessionThreadWebhookData>()({
        ...fields,
        session_thread_id: z.string().optional(),
        type: z.enum(THREAD),
      }),
    ),
    ...each(
      CREDENTIAL,
      openObject<types.VaultCredentialWebhookData>()({
        ...fields,
        type: z.enum(CREDENTIAL),
        vault_id: z.string(),
      }),
    ),
    ...each(OBJECT, openObject<types.ObjectWebhookData>()({ ...fields, type: z.enum(OBJECT) })),
  }),
  type: openEnum<'event'>(),
});
