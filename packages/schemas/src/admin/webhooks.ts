/** Webhook endpoints of the organization. */
import type { OpenEnum } from '../kit/open.js';
import type { Operation } from '../kit/operation.js';
import type { IdPage, IdPageParams } from '../kit/paging.js';
import type { WebhookEventType } from '../managed-agents/webhook-events.js';

/** Whether events are delivered to an endpoint. */
export type WebhookEndpointState = 'enabled' | 'disabled';

/**
 * A URL that events are delivered to.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.6
 */
export interface WebhookEndpoint {
  /** Identifier. */
  id: string;
  /** Creation time (RFC 3339). */
  created_at: string;
  /** Notes; empty by default. */
  description: string;
  /** Why the service disabled the endpoint; empty if it did not. */
  disabled_reason: string;
  /** Types of the events that are delivered. */
  enabled_events: OpenEnum<WebhookEventType>[];
  /** Label; empty by default. */
  name: string;
  /** Whether events are delivered. */
  state: OpenEnum<WebhookEndpointState>;
  /** Time of the last change (RFC 3339). */
  updated_at: string;
  /** HTTPS URL. */
  url: string;
}

/** A new endpoint, with the secret that its deliveries are signed with. */
export interface NewWebhookEndpoint extends WebhookEndpoint {
  /** Secret with the prefix `whsec_`. No other response returns it. */
  signing_secret: string;
}

/** A new secret of an endpoint. */
export interface WebhookSigningSecret {
  /** Secret with the prefix `whsec_`. No other response returns it. */
  signing_secret: string;
}

/** Response to {@link deleteWebhook}. */
export interface DeletedWebhookEndpoint {
  /** Identifier of the deleted endpoint. */
  id: string;
  /** Always `webhook_endpoint_deleted`. */
  type: 'webhook_endpoint_deleted';
}

/** Body of {@link createWebhook}. */
export interface WebhookCreateParams {
  /** Types of the events to deliver, at least one. */
  enabled_events: OpenEnum<WebhookEventType>[];
  /** HTTPS URL to deliver to. */
  url: string;
  /** Notes. Default: empty. */
  description?: string | undefined;
  /** Label. Default: empty. */
  name?: string | undefined;
}

/** Body of {@link updateWebhook}. Omitted fields keep their value. */
export interface WebhookUpdateParams {
  /** New notes. */
  description?: string | undefined;
  /** Types of the events to deliver, instead of the current ones. An empty list changes nothing. */
  enabled_events?: OpenEnum<WebhookEventType>[] | undefined;
  /** New label. */
  name?: string | undefined;
  /** `disabled` stops deliveries: events that happen in the meantime are never delivered. */
  state?: OpenEnum<WebhookEndpointState> | undefined;
  /** New HTTPS URL. */
  url?: string | undefined;
}

/** Query of {@link listWebhooks}. The cursors are endpoint ids. */
export interface WebhookListParams extends IdPageParams {
  /** Order by creation time. Default `desc`, newest first. */
  order?: OpenEnum<'asc' | 'desc'> | null | undefined;
}

const beta = 'webhooks-2026-10-07';
const source = 'compliance > Administration: organization';

/**
 * Creates a webhook endpoint.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.6
 */
export const createWebhook: Operation<{ body: WebhookCreateParams; response: NewWebhookEndpoint }> = {
  id: 'webhooks.create',
  method: 'POST',
  path: '/v1/organizations/webhooks',
  auth: 'admin-key',
  beta,
  replay: 'create',
  secrets: ['signing_secret'],
  source,
  assumed: ['operation'],
};

/**
 * Retrieves a webhook endpoint.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.6
 */
export const retrieveWebhook: Operation<{ params: 'webhook_endpoint_id'; response: WebhookEndpoint }> = {
  id: 'webhooks.retrieve',
  method: 'GET',
  path: '/v1/organizations/webhooks/{webhook_endpoint_id}',
  auth: 'admin-key',
  beta,
  replay: 'read',
  source,
  assumed: ['operation'],
};

/**
 * Lists the webhook endpoints of the organization.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.6
 */
export const listWebhooks: Operation<{ query: WebhookListParams; response: IdPage<WebhookEndpoint> }> = {
  id: 'webhooks.list',
  method: 'GET',
  path: '/v1/organizations/webhooks',
  auth: 'admin-key',
  beta,
  paging: 'id',
  replay: 'read',
  source,
  assumed: ['operation'],
};

/**
 * Updates a webhook endpoint.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.6
 */
export const updateWebhook: Operation<{
  params: 'webhook_endpoint_id';
  body: WebhookUpdateParams;
  response: WebhookEndpoint;
}> = {
  id: 'webhooks.update',
  method: 'POST',
  path: '/v1/organizations/webhooks/{webhook_endpoint_id}',
  auth: 'admin-key',
  beta,
  replay: 'idempotent',
  source,
  assumed: ['operation'],
};

/**
 * Deletes a webhook endpoint.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.6
 */
export const deleteWebhook: Operation<{ params: 'webhook_endpoint_id'; response: DeletedWebhookEndpoint }> = {
  id: 'webhooks.delete',
  method: 'DELETE',
  path: '/v1/organizations/webhooks/{webhook_endpoint_id}',
  auth: 'admin-key',
  beta,
  replay: 'idempotent',
  source,
  assumed: ['operation'],
};

/**
 * Replaces the secret of a webhook endpoint. The old one stops working immediately.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.6
 */
export const regenerateWebhookSecret: Operation<{
  params: 'webhook_endpoint_id';
  response: WebhookSigningSecret;
}> = {
  id: 'webhooks.regenerateSigningSecret',
  method: 'POST',
  path: '/v1/organizations/webhooks/{webhook_endpoint_id}/regenerate_signing_secret',
  auth: 'admin-key',
  beta,
  replay: 'create',
  secrets: ['signing_secret'],
  source,
  assumed: ['operation'],
};
