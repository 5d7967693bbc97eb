/** Webhook endpoints of the organization. */
import * as z from 'zod';
import { type OperationContract, operationsOf } from '../kit/contract.js';
import { idCursorFields, oneCursor } from '../kit/id-page-params.schema.js';
import { timestamp } from '../kit/limits.schema.js';
import { idPage } from '../kit/paging.schema.js';
import {
  knownEnum,
  object,
  type ObjectSchema,
  openEnum,
  openObject,
  rule,
  type Schema,
} from '../kit/schema.js';
import { WebhookEventType } from '../managed-agents/webhook-events.contract.js';
import { adminLimit } from './id-page-params.schema.js';
import type * as types from './webhooks.js';

/** Whether events are delivered to an endpoint. */
export const WebhookEndpointState: Schema<types.WebhookEndpointState> = z.enum(['enabled', 'disabled']);

/**
 * A URL that events are delivered to.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.6
 */
export const WebhookEndpoint: ObjectSchema<types.WebhookEndpoint> = openObject({
  /** Identifier. */
  id: z.string(),
  /** Creation time (RFC 3339). */
  created_at: timestamp,
  /** Notes; empty by default. */
  description: z.string(),
  /** Why the service disabled the endpoint; empty if it did not. */
  disabled_reason: z.string(),
  /** Types of the events that are delivered. */
  enabled_events: z.array(openEnum(WebhookEventType)),
  /** Label; empty by default. */
  name: z.string(),
  /** Whether events are delivered. */
  state: openEnum(WebhookEndpointState),
  /** Time of the last change (RFC 3339). */
  updated_at: timestamp,
  /** HTTPS URL. */
  url: z.string(),
});

const secret = z.string().startsWith('whsec_');

const eventType = knownEnum(WebhookEventType);

const url = rule('WHK-003', z.string().regex(/^https?:\/\/\S+$/, 'must be an HTTPS URL'));

/** Body of {@link createWebhook}. */
export const WebhookCreateParams: ObjectSchema<types.WebhookCreateParams> = object({
  /** Types of the events to deliver, at least one. */
  enabled_events: rule('WHK-002', z.array(eventType).min(1)),
  /** HTTPS URL to deliver to. */
  url,
  /** Notes. Default: empty. */
  description: z.string().optional(),
  /** Label. Default: empty. */
  name: z.string().optional(),
});

/** Body of {@link updateWebhook}. Omitted fields keep their value. */
export const WebhookUpdateParams: ObjectSchema<types.WebhookUpdateParams> = object({
  /** New notes. */
  description: z.string().optional(),
  /** Types of the events to deliver, instead of the current ones. An empty list changes nothing. */
  enabled_events: rule('WHK-002', z.array(eventType)).optional(),
  /** New label. */
  name: z.string().optional(),
  /** `disabled` stops deliveries: events that happen in the meantime are never delivered. */
  state: rule('WHK-004', knownEnum(WebhookEndpointState)).optional(),
  /** New HTTPS URL. */
  url: url.optional(),
});

/** Query of {@link listWebhooks}. The cursors are endpoint ids. */
export const WebhookListParams: ObjectSchema<types.WebhookListParams> = oneCursor(
  object('IdPageParams', {
    ...idCursorFields,
    limit: adminLimit,
    /** Order by creation time. Default `desc`, newest first. */
    order: knownEnum(['asc', 'desc']).nullish(),
  }),
);

/** A new endpoint, with the secret that its deliveries are signed with. */
export const NewWebhookEndpoint: ObjectSchema<types.NewWebhookEndpoint> = openObject('WebhookEndpoint', {
  ...WebhookEndpoint.shape,
  /** Secret with the prefix `whsec_`. No other response returns it. */
  signing_secret: secret,
});

/** Response to {@link deleteWebhook}. */
export const DeletedWebhookEndpoint: ObjectSchema<types.DeletedWebhookEndpoint> = openObject({
  /** Identifier of the deleted endpoint. */
  id: z.string(),
  type: z.literal('webhook_endpoint_deleted'),
});

/** A new secret of an endpoint. */
export const WebhookSigningSecret: ObjectSchema<types.WebhookSigningSecret> = openObject({
  /** Secret with the prefix `whsec_`. No other response returns it. */
  signing_secret: secret,
});

/**
 * Manages webhook endpoints, the URLs that events are delivered to. `verifyWebhook` of `@parlance/managed-agents/webhooks`
 * verifies the deliveries.
 */
const operation = operationsOf({
  client: 'Webhooks',
  auth: 'admin-key',
  beta: 'webhooks-2026-10-07',
  source: 'compliance > Administration: organization',
  assumed: ['operation'],
  notShown: '1.6',
});

/** Creates an endpoint. Store the `signing_secret` of the response: no other response returns it. */
export const createWebhook: OperationContract = operation({
  id: 'webhooks.create',
  route: 'POST /v1/organizations/webhooks',
  replay: 'create',
  secrets: ['signing_secret'],
  schemas: { body: WebhookCreateParams, response: NewWebhookEndpoint },
});

/** Retrieves an endpoint. */
export const retrieveWebhook: OperationContract = operation({
  id: 'webhooks.retrieve',
  route: 'GET /v1/organizations/webhooks/{webhook_endpoint_id}',
  schemas: { response: WebhookEndpoint },
});

/** Lists the endpoints of the organization. */
export const listWebhooks: OperationContract = operation({
  id: 'webhooks.list',
  route: 'GET /v1/organizations/webhooks',
  paging: 'id',
  schemas: { query: WebhookListParams, response: idPage(WebhookEndpoint) },
});

/** Updates an endpoint, or disables it. */
export const updateWebhook: OperationContract = operation({
  id: 'webhooks.update',
  route: 'POST /v1/organizations/webhooks/{webhook_endpoint_id}',
  replay: 'idempotent',
  schemas: { body: WebhookUpdateParams, response: WebhookEndpoint },
});

/** Deletes an endpoint. */
export const deleteWebhook: OperationContract = operation({
  id: 'webhooks.delete',
  route: 'DELETE /v1/organizations/webhooks/{webhook_endpoint_id}',
  schemas: { response: DeletedWebhookEndpoint },
});

/**
 * Replaces the signing secret of an endpoint. The old one stops working immediately: until your handler has the new one, it
 * rejects deliveries, which are then retried.
 */
export const regenerateWebhookSecret: OperationContract = operation({
  id: 'webhooks.regenerateSigningSecret',
  route: 'POST /v1/organizations/webhooks/{webhook_endpoint_id}/regenerate_signing_secret',
  replay: 'create',
  secrets: ['signing_secret'],
  schemas: { response: WebhookSigningSecret },
});
