/**
 * Handlers for webhook endpoints.
 *
 * Rules: WHK-005.
 */
import type { WebhookEndpoint, webhookOperations } from '@parlance/schemas';
import type { HandlersFor } from '../engine/call.js';
import { badRequest } from '../engine/refusal.js';
import { changed, find, remove, touch } from '../records/find.js';
import { idPage } from '../records/pages.js';
import { collection, type CollectionName } from '../world/store.js';
import type { World } from '../world/world.js';
import { targetsOf } from './targets.js';

/** A stored endpoint. */
export interface StoredEndpoint extends WebhookEndpoint {
  /** Signing secret, with the prefix `whsec_`. */
  readonly secret: string;
}

/** Webhook endpoints of the organization. */
export const webhookEndpoints: CollectionName<StoredEndpoint> = collection('webhook_endpoints');

const named = { what: 'webhook endpoint' };
const MAX_ENDPOINTS = 32;

/** Handlers for the webhook operations. */
export const webhookHandlers: HandlersFor<typeof webhookOperations> = {
  'webhooks.create': ({ world, body, now }) => {
    const records = world.store.of(webhookEndpoints);
    if (records.size >= MAX_ENDPOINTS)
      throw badRequest('WHK-001', '', `an organization can have at most ${MAX_ENDPOINTS} webhook endpoints`);
    requireTarget(world, body.url);
    const id = world.id('whe_');
    const secret = newSecret(world);
    const endpoint = records.put(id, {
      id,
      created_at: now,
      description: body.description ?? '',
      disabled_reason: '',
      enabled_events: body.enabled_events,
      name: body.name ?? '',
      state: 'enabled',
      updated_at: now,
      url: body.url,
      secret,
    });
    return { ...showEndpoint(endpoint), signing_secret: secret };
  },
  'webhooks.retrieve': ({ world, params }) =>
    showEndpoint(find(world.store.of(webhookEndpoints), params.webhook_endpoint_id, named)),
  'webhooks.list': (call) =>
    idPage(call, {
      from: call.world.store.of(webhookEndpoints),
      order: call.query.order === 'asc' ? 'asc' : 'desc',
      show: showEndpoint,
    }),
  'webhooks.update': ({ world, params, body }) => {
    const records = world.store.of(webhookEndpoints);
    const endpoint = find(records, params.webhook_endpoint_id, named);
    if (body.url !== undefined) requireTarget(world, body.url);
    const { enabled_events, ...rest } = body;
    const next = changed(endpoint, {
      ...rest,
      enabled_events: enabled_events?.length === 0 ? undefined : enabled_events,
    });
    return showEndpoint(next === endpoint ? endpoint : records.put(endpoint.id, touch(world.clock, next)));
  },
  'webhooks.delete': ({ world, params }) => {
    remove(world.store.of(webhookEndpoints), params.webhook_endpoint_id, named);
    return { id: params.webhook_endpoint_id, type: 'webhook_endpoint_deleted' };
  },
  'webhooks.regenerateSigningSecret': ({ world, params }) => {
    const records = world.store.of(webhookEndpoints);
    const endpoint = find(records, params.webhook_endpoint_id, named);
    const secret = newSecret(world);
    records.put(endpoint.id, touch(world.clock, { ...endpoint, secret }));
    return { signing_secret: secret };
  },
};

function showEndpoint(endpoint: StoredEndpoint): WebhookEndpoint {
  const { secret: _, ...shown } = endpoint;
  return shown;
}

function newSecret(world: World): string {
  return `whsec_${Buffer.from(world.id('')).toString('base64')}`;
}

/** @throws {Refusal} 400 unless the emulator can, and may, send requests to the URL. */
function requireTarget(world: World, url: string): void {
  if (/^[^/]*\/\/[^/]*@/.test(url))
    throw badRequest('WHK-003', 'url', 'must not contain a user name or password');
  if (!targetsOf(world).allows(url))
    throw badRequest(
      'WHK-003',
      'url',
      'must be a loopback address, unless the emulator was started with `webhookTargets: "any"`',
    );
}
