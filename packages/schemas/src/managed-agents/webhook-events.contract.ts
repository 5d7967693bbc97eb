/**
 * Webhook events: notices that an object has changed. They are thin: retrieve the object for its state.
 */
import * as z from 'zod';
import { timestamp } from '../kit/limits.schema.js';
import { type ObjectSchema, openEnum, openObject, openUnion, type Schema } from '../kit/schema.js';
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

/** Type of an event about a session. */
export const SessionWebhookType: Schema<types.SessionWebhookType> = z.enum(SESSION);

const THREAD = ['session.thread_created', 'session.thread_idled', 'session.thread_terminated'] as const;

/** Type of an event about a thread of a session. */
export const SessionThreadWebhookType: Schema<types.SessionThreadWebhookType> = z.enum(THREAD);

const CREDENTIAL = [
  'vault_credential.created',
  'vault_credential.archived',
  'vault_credential.deleted',
  'vault_credential.refresh_failed',
] as const;

/** Type of an event about a credential of a vault. */
export const VaultCredentialWebhookType: Schema<types.VaultCredentialWebhookType> = z.enum(CREDENTIAL);

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

/** Type of an event about another object. */
export const ObjectWebhookType: Schema<types.ObjectWebhookType> = z.enum(OBJECT);

const ORGANIZATION = [
  'external_key.failed',
  'external_key.recovered',
  'user_profile.enforcement_action_opened',
  'user_profile.enforcement_action_resolved',
  'user_profile.program_status_updated',
] as const;

/**
 * Type of an event about an external key or a user profile, which belong to no workspace.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.6 and A.23
 */
export const OrganizationWebhookType: Schema<types.OrganizationWebhookType> = z.enum(ORGANIZATION);

/** All known types of webhook events. */
export const WEBHOOK_EVENT_TYPES: readonly [
  ...typeof SESSION,
  ...typeof THREAD,
  ...typeof CREDENTIAL,
  ...typeof OBJECT,
  ...typeof ORGANIZATION,
] = [...SESSION, ...THREAD, ...CREDENTIAL, ...OBJECT, ...ORGANIZATION];

/** Type of a webhook event. Endpoints subscribe to types. */
export const WebhookEventType: Schema<types.WebhookEventType> = z.union([
  SessionWebhookType,
  SessionThreadWebhookType,
  VaultCredentialWebhookType,
  ObjectWebhookType,
  OrganizationWebhookType,
]);

/** Fields of every {@link WebhookEventData} about an object of a workspace. */
export const WebhookEventFields: ObjectSchema<types.WebhookEventFields> = openObject({
  /** Identifier of the object that changed. */
  id: z.string(),
  /** Organization of the object. */
  organization_id: z.string(),
  /** Workspace of the object. */
  workspace_id: z.string(),
});

/** A session changed. `id` is that of the session. */
export const SessionWebhookData: ObjectSchema<types.SessionWebhookData> = openObject('WebhookEventFields', {
  ...WebhookEventFields.shape,
  /** What happened. */
  type: SessionWebhookType,
});

/** A thread of a session changed. `id` is that of the session. */
export const SessionThreadWebhookData: ObjectSchema<types.SessionThreadWebhookData> = openObject(
  'WebhookEventFields',
  {
    ...WebhookEventFields.shape,
    /** Identifier of the thread. Absent in events of older services. */
    session_thread_id: z.string().optional(),
    /** What happened. */
    type: SessionThreadWebhookType,
  },
);

/** A credential changed. `id` is that of the credential. */
export const VaultCredentialWebhookData: ObjectSchema<types.VaultCredentialWebhookData> = openObject(
  'WebhookEventFields',
  {
    ...WebhookEventFields.shape,
    /** What happened. */
    type: VaultCredentialWebhookType,
    /** Identifier of its vault. */
    vault_id: z.string(),
  },
);

/** Another object changed. */
export const ObjectWebhookData: ObjectSchema<types.ObjectWebhookData> = openObject('WebhookEventFields', {
  ...WebhookEventFields.shape,
  /** What happened. */
  type: ObjectWebhookType,
});

/**
 * An external key or a user profile changed. `id` is that of the key or of the profile.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.6 and A.23
 */
export const OrganizationWebhookData: ObjectSchema<types.OrganizationWebhookData> = openObject({
  /** Identifier of the key or of the profile. */
  id: z.string(),
  /** Organization of the object. */
  organization_id: z.string(),
  /** Identifier of the enforcement action. Absent in events about other changes. */
  enforcement_action_id: z.string().optional(),
  /** What happened. */
  type: OrganizationWebhookType,
});

/** What a webhook event is about. */
export const WebhookEventData: Schema<types.WebhookEventData> = openUnion('type', [
  SessionWebhookData,
  SessionThreadWebhookData,
  VaultCredentialWebhookData,
  ObjectWebhookData,
  OrganizationWebhookData,
]);

/**
 * A webhook event.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.6 and A.23
 */
export const WebhookEvent: ObjectSchema<types.WebhookEvent> = openObject({
  /** Identifier. Deliveries of the same event have the same one, so use it to ignore duplicates. */
  id: z.string(),
  /** When the object changed (RFC 3339). */
  created_at: timestamp,
  /** The object and what happened to it. */
  data: WebhookEventData,
  /** Always `event`. */
  type: openEnum(['event']),
});
