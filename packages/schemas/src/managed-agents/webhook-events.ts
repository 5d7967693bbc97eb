/** Webhook events: notices that an object has changed. They are thin: retrieve the object for its state. */
import type { OpenEnum, UnknownMember } from '../kit/open.js';

/** Type of an event about a session. */
export type SessionWebhookType =
  | 'session.created'
  | 'session.pending'
  | 'session.running'
  | 'session.idled'
  | 'session.requires_action'
  | 'session.archived'
  | 'session.deleted'
  | 'session.updated'
  | 'session.budget_reached'
  | 'session.status_run_started'
  | 'session.status_idled'
  | 'session.status_rescheduled'
  | 'session.status_terminated'
  | 'session.outcome_evaluation_ended';

/** Type of an event about a thread of a session. */
export type SessionThreadWebhookType =
  'session.thread_created' | 'session.thread_idled' | 'session.thread_terminated';

/** Type of an event about a credential of a vault. */
export type VaultCredentialWebhookType =
  | 'vault_credential.created'
  | 'vault_credential.archived'
  | 'vault_credential.deleted'
  | 'vault_credential.refresh_failed';

/** Type of an event about another object. */
export type ObjectWebhookType =
  | 'vault.created'
  | 'vault.archived'
  | 'vault.deleted'
  | 'agent.created'
  | 'agent.updated'
  | 'agent.archived'
  | 'agent.deleted'
  | 'environment.created'
  | 'environment.updated'
  | 'environment.archived'
  | 'environment.deleted'
  | 'memory_store.created'
  | 'memory_store.archived'
  | 'memory_store.deleted';

/** Type of a webhook event. Endpoints subscribe to types. */
export type WebhookEventType =
  SessionWebhookType | SessionThreadWebhookType | VaultCredentialWebhookType | ObjectWebhookType;

/** Fields of every {@link WebhookEventData}. */
export interface WebhookEventFields {
  /** Identifier of the object that changed. */
  id: string;
  /** Organization of the object. */
  organization_id: string;
  /** Workspace of the object. */
  workspace_id: string;
}

/** A session changed. `id` is that of the session. */
export interface SessionWebhookData extends WebhookEventFields {
  /** What happened. */
  type: SessionWebhookType;
}

/** A thread of a session changed. `id` is that of the session. */
export interface SessionThreadWebhookData extends WebhookEventFields {
  /** Identifier of the thread. Absent in events of older services. */
  session_thread_id?: string | undefined;
  /** What happened. */
  type: SessionThreadWebhookType;
}

/** A credential changed. `id` is that of the credential. */
export interface VaultCredentialWebhookData extends WebhookEventFields {
  /** What happened. */
  type: VaultCredentialWebhookType;
  /** Identifier of its vault. */
  vault_id: string;
}

/** Another object changed. */
export interface ObjectWebhookData extends WebhookEventFields {
  /** What happened. */
  type: ObjectWebhookType;
}

/** What a webhook event is about. */
export type WebhookEventData =
  | SessionWebhookData
  | SessionThreadWebhookData
  | VaultCredentialWebhookData
  | ObjectWebhookData
  | UnknownMember;

/**
 * A webhook event.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.6 and A.23
 */
export interface WebhookEvent {
  /** Identifier. Deliveries of the same event have the same one, so use it to ignore duplicates. */
  id: string;
  /** When the object changed (RFC 3339). */
  created_at: string;
  /** The object and what happened to it. */
  data: WebhookEventData;
  /** Always `event`. */
  type: OpenEnum<'event'>;
}
