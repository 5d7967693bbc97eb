/** Schemas of webhook endpoints. */
import * as z from 'zod';
import { idCursorFields, oneCursor } from '../kit/id-page-params.schema.js';
import { timestamp } from '../kit/limits.schema.js';
import type { OpenEnum } from '../kit/open.js';
import { idPage } from '../kit/paging.schema.js';
import {
  knownEnum,
  object,
  type ObjectSchema,
  openEnum,
  openObject,
  rule,
  type Schema,
  type SchemasFor,
} from '../kit/schema.js';
import { WEBHOOK_EVENT_TYPES } from '../managed-agents/webhook-events.contract.js';
import type { WebhookEventType } from '../managed-agents/webhook-events.js';
import { adminLimit } from './id-page-params.schema.js';
import type * as types from './webhooks.js';
import type { webhookOperations } from './operations.js';

const endpoint = {
  id: z.string(),
  created_at: timestamp,
  description: z.string(),
  disabled_reason: z.string(),
  enabled_events: z.array(openEnum<WebhookEventType>()),
  name: z.string(),
  state: openEnum<types.WebhookEndpointState>(),
  updated_at: timestamp,
  url: z.string(),
};

/** Schema of {@link types.WebhookEndpoint}. */
export const WebhookEndpointSchema: ObjectSchema<types.WebhookEndpoint> =
  openObject<types.WebhookEndpoint>()(endpoint);

const secret = z.string().startsWith('whsec_');
const eventType: Schema<OpenEnum<WebhookEventType>> =
  knownEnum<OpenEnum<WebhookEventType>>()(WEBHOOK_EVENT_TYPES);
const url = rule('WHK-003', z.string().regex(/^https?:\/\/\S+$/, 'must be an HTTPS URL'));

/** Schema of {@link types.WebhookCreateParams}. */
export const WebhookCreateParamsSchema: ObjectSchema<types.WebhookCreateParams> =
  object<types.WebhookCreateParams>()({
    enabled_events: rule('WHK-002', z.array(eventType).min(1)),
    url,
    description: z.string().optional(),
    name: z.string().optional(),
  });

/** Schema of {@link types.WebhookUpdateParams}. */
export const WebhookUpdateParamsSchema: ObjectSchema<types.WebhookUpdateParams> =
  object<types.WebhookUpdateParams>()({
    description: z.string().optional(),
    enabled_events: rule('WHK-002', z.array(eventType)).optional(),
    name: z.string().optional(),
    state: rule(
      'WHK-004',
      knownEnum<OpenEnum<types.WebhookEndpointState>>()(['enabled', 'disabled']),
    ).optional(),
    url: url.optional(),
  });

const listParams: ObjectSchema<types.WebhookListParams> = oneCursor(
  object<types.WebhookListParams>()({
    ...idCursorFields,
    limit: adminLimit,
    order: knownEnum<OpenEnum<'asc' | 'desc'>>()(['asc', 'desc']).nullish(),
  }),
);

/** Schemas of the operations on webhook endpoints, by id. */
export const webhookSchemas: SchemasFor<typeof webhookOperations> = {
  'webhooks.create': {
    body: WebhookCreateParamsSchema,
    response: openObject<types.NewWebhookEndpoint>()({ ...endpoint, signing_secret: secret }),
  },
  'webhooks.retrieve': { response: WebhookEndpointSchema },
  'webhooks.list': {
    query: listParams,
    response: idPage(WebhookEndpointSchema as Schema<types.WebhookEndpoint>),
  },
  'webhooks.update': { body: WebhookUpdateParamsSchema, response: WebhookEndpointSchema },
  'webhooks.delete': {
    response: openObject<types.DeletedWebhookEndpoint>()({
      id: z.string(),
      type: z.literal('webhook_endpoint_deleted'),
    }),
  },
  'webhooks.regenerateSigningSecret': {
    response: openObject<types.WebhookSigningSecret>()({ signing_secret: secret }),
  },
};
