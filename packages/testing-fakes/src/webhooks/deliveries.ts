/**
 * Delivers webhook events: signed, retried with backoff, and in order for each object.
 *
 * Rules: WHK-006, WHK-008.
 */
import { createHmac } from 'node:crypto';
import type { WebhookEvent, WebhookEventType } from '@parlance/schemas';
import { collection, type CollectionName } from '../world/store.js';
import type { World } from '../world/world.js';
import { webhookEndpoints, type StoredEndpoint } from './endpoints.js';
import { targetsOf } from './targets.js';

/** An event on its way to an endpoint. Removed when it was acknowledged, or its last attempt failed. */
export interface StoredDelivery {
  readonly endpointId: string;
  /** Deliveries with the same key are sent one after the other. */
  readonly orderKey: string;
  readonly event: WebhookEvent;
  /** Failed attempts. */
  readonly failures: number;
  /** When the next attempt is due, in milliseconds since the Unix epoch. */
  readonly dueAt: number;
}

/** Pending deliveries of a world. */
export const webhookDeliveries: CollectionName<StoredDelivery> = collection('webhook_deliveries');

/** Delays before the retries, in milliseconds. */
export const RETRY_DELAYS_MS: readonly number[] = [
  1000, 5000, 30_000, 120_000, 600_000, 1_800_000, 7_200_000,
];
/** How long an endpoint may take to respond, in milliseconds of real time. */
const RESPONSE_MS = 10_000;

/** An event to deliver. */
export interface EventToDeliver {
  readonly type: WebhookEventType;
  /** Id of the object. */
  readonly id: string;
  /** Additional fields of its data. */
  readonly about?: { readonly vault_id?: string; readonly session_thread_id?: string } | undefined;
}

/**
 * Delivers an event to the endpoints that are subscribed to its type.
 *
 * @param world - World, or the view of a workspace, that the object belongs to.
 * @param event - The event.
 */
export function deliver(world: World, { type, id, about }: EventToDeliver): void {
  const endpoints = world.store
    .of(webhookEndpoints)
    .entries()
    .filter(({ record }) => record.state === 'enabled' && record.enabled_events.includes(type));
  if (endpoints.length === 0) return;
  const { organizationId: organization_id, workspaceId: workspace_id } = world;
  const event = {
    id: world.id('event_'),
    created_at: world.clock.iso(),
    data: { id, organization_id, type, workspace_id, ...about },
    type: 'event',
  } as WebhookEvent;
  for (const endpoint of endpoints) {
    const delivery = { endpointId: endpoint.id, orderKey: `${endpoint.id}/${id}`, event, failures: 0 };
    const deliveryId = world.id('dlv_');
    world.store.of(webhookDeliveries).put(deliveryId, { ...delivery, dueAt: world.clock.now() });
    send(world.whole, delivery.orderKey);
  }
}

/** Resumes the pending deliveries of a world that has just been opened. */
export function resumeDeliveries(world: World): void {
  for (const { record } of world.store.of(webhookDeliveries).entries()) send(world, record.orderKey);
}

/** Sends the deliveries of a key one after the other, unless that is being done already. */
function send(world: World, orderKey: string): void {
  const active = world.local('webhook-senders', () => new Set<string>());
  if (active.has(orderKey)) return;
  active.add(orderKey);
  void sendAll(world, orderKey).finally(() => active.delete(orderKey));
}

async function sendAll(world: World, orderKey: string): Promise<void> {
  // The request that caused the event is answered first.
  await new Promise((resolve) => setImmediate(resolve));
  for (;;) {
    const records = world.store.of(webhookDeliveries);
    const next = records.entries().find(({ record }) => record.orderKey === orderKey);
    if (next === undefined || world.clock.isStopped) return;
    const { id, record } = next;
    const wait = record.dueAt - world.clock.now();
    if (wait > 0) {
      await world.clock.sleep(wait);
      continue;
    }
    const endpoint = world.store.of(webhookEndpoints).get(record.endpointId);
    const isDone = endpoint?.state !== 'enabled' || (await attempt(world, endpoint, record));
    if (world.clock.isStopped) return;
    const delay = RETRY_DELAYS_MS[record.failures];
    if (isDone || delay === undefined) records.delete(id);
    else records.put(id, { ...record, failures: record.failures + 1, dueAt: world.clock.now() + delay });
    world.store.commit();
  }
}

/** Sends a delivery. Returns whether it was acknowledged, with any 2xx status. */
async function attempt(
  world: World,
  { url, secret }: StoredEndpoint,
  { event }: StoredDelivery,
): Promise<boolean> {
  if (!targetsOf(world).allows(url)) return false;
  const body = JSON.stringify(event);
  // Real time: receivers compare it with their own clock.
  const timestamp = String(Math.floor(Date.now() / 1000));
  const headers = {
    'content-type': 'application/json',
    'webhook-id': event.id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatureOf({ secret, signed: `${event.id}.${timestamp}.${body}` }),
  };
  try {
    const signal = AbortSignal.timeout(RESPONSE_MS);
    const response = await fetch(url, { method: 'POST', headers, body, redirect: 'manual', signal });
    await response.body?.cancel();
    return response.ok;
  } catch {
    // No connection, or no response in time: the next attempt may succeed.
    return false;
  }
}

function signatureOf({ secret, signed }: { readonly secret: string; readonly signed: string }): string {
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  return `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
}
