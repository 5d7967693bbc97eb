import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { AdminClient, type WebhookEventType } from '@parlance/admin';
import { verifyWebhook } from '@parlance/managed-agents/webhooks';
import { expect, onTestFinished, test } from 'vitest';
import { createFake } from '../fake/create-fake.js';
import type { FakeOptions } from '../fake/fake-options.js';
import { asker, verifies } from '../testing/index.js';

interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly event: {
    readonly id: string;
    readonly created_at: string;
    readonly data: Readonly<Record<string, string>>;
  };
}

/** A receiver on loopback. It responds with the statuses in turn, then with 200. */
async function receive(...statuses: number[]) {
  const received: Received[] = [];
  const waiting: (() => void)[] = [];
  const server = createServer(async (request, response) => {
    const body = await text(request);
    received.push({ headers: request.headers, body, event: JSON.parse(body) });
    response.writeHead(statuses.shift() ?? 200).end();
    waiting.splice(0).forEach((wake) => wake());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
  const until = async (count: number): Promise<readonly Received[]> => {
    while (received.length < count) await new Promise<void>((resolve) => waiting.push(resolve));
    return received;
  };
  return { url, received, until };
}

function open(options: FakeOptions = {}) {
  const fake = createFake({ checkResponses: true, ...options });
  onTestFinished(() => fake.close());
  const admin = new AdminClient({ baseUrl: fake.url, adminKey: fake.keys.admin, http: fake.http() });
  const ask = asker(fake, 'managed-agents-2026-04-01,agent-memory-2026-07-22,webhooks-2026-10-07');
  const asAdmin = (line: Parameters<typeof ask>[0], body?: unknown) =>
    ask(line, body, { headers: { 'x-api-key': fake.keys.admin } });
  const subscribe = (url: string, ...enabled_events: WebhookEventType[]) =>
    admin.webhooks.create({ url, enabled_events });
  return { fake, admin, ask, asAdmin, subscribe };
}

const PATH = '/v1/organizations/webhooks';

test('an endpoint subscribes to known events at a loopback address', async () => {
  verifies('WHK-001', 'WHK-002', 'WHK-003', 'WHK-004', 'WHK-005');
  const { admin, asAdmin } = open();
  const url = 'http://127.0.0.1:9/';
  const create = (body: object) =>
    asAdmin(`POST ${PATH}`, { url, enabled_events: ['vault.created'], ...body });
  expect(await create({ enabled_events: [] })).toMatchObject({ status: 400, rule: 'WHK-002' });
  expect(await create({ enabled_events: ['vault.lost'] })).toMatchObject({ status: 400, rule: 'WHK-002' });
  for (const other of [
    'https://hooks.example.com/',
    'http://127.0.0.1.example.com/',
    'http://10.0.0.1/',
    'http://user:password@127.0.0.1/',
    '/hook',
  ])
    expect([other, await create({ url: other })]).toMatchObject([other, { status: 400, rule: 'WHK-003' }]);
  const { json } = await create({ name: 'Local' });
  expect(json).toMatchObject({ name: 'Local', description: '', disabled_reason: '', state: 'enabled', url });
  const line = `${PATH}/${json.id}` as const;
  expect(Object.keys((await asAdmin(`GET ${line}`)).json)).not.toContain('signing_secret');
  expect(await asAdmin(`POST ${line}`, { state: 'paused' })).toMatchObject({ status: 400, rule: 'WHK-004' });
  expect(await asAdmin(`POST ${line}`, { url: 'https://example.com' })).toMatchObject({
    status: 400,
    rule: 'WHK-003',
  });
  expect((await asAdmin(`POST ${line}`, { enabled_events: [] })).json.enabled_events).toEqual([
    'vault.created',
  ]);
  const { signing_secret } = await admin.webhooks.regenerateSigningSecret(json.id);
  expect(signing_secret).not.toBe(json.signing_secret);
  for (let count = 1; count < 32; count++) await create({});
  expect(await create({})).toMatchObject({ status: 400, rule: 'WHK-001' });
});

test('other addresses are allowed with `webhookTargets`', async () => {
  verifies('WHK-003');
  const { subscribe } = open({ webhookTargets: 'any' });
  expect((await subscribe('https://hooks.example.com/', 'vault.created')).state).toBe('enabled');
});

test('a delivery is signed, thin and about the object', async () => {
  verifies('WHK-006', 'WHK-007');
  const { url, until } = await receive();
  const { ask, subscribe, fake } = open();
  const { signing_secret } = await subscribe(url, 'vault.created');
  const { json: vault } = await ask('POST /v1/vaults', { display_name: 'keys' });
  const [delivery] = await until(1);
  const { headers, body } = delivery as Received;
  const { organizationId, workspaceId } = fake.world();
  expect(await verifyWebhook(body, headers, signing_secret)).toEqual({
    id: headers['webhook-id'],
    created_at: vault.created_at,
    data: { id: vault.id, organization_id: organizationId, type: 'vault.created', workspace_id: workspaceId },
    type: 'event',
  });
  expect(headers['webhook-id']).toMatch(/^event_/);
  expect(headers['content-type']).toBe('application/json');
  await expect(verifyWebhook(`${body} `, headers, signing_secret)).rejects.toMatchObject({
    code: 'signature_mismatch',
  });
});

test('a renewed secret replaces the old one', async () => {
  verifies('WHK-005');
  const { url, until } = await receive();
  const { admin, ask, subscribe } = open();
  const { id, signing_secret } = await subscribe(url, 'vault.created');
  const renewed = await admin.webhooks.regenerateSigningSecret(id);
  await ask('POST /v1/vaults', { display_name: 'keys' });
  const [{ body, headers }] = (await until(1)) as [Received];
  await expect(verifyWebhook(body, headers, signing_secret)).rejects.toMatchObject({
    code: 'signature_mismatch',
  });
  await verifyWebhook(body, headers, [signing_secret, renewed.signing_secret]);
});

test('a delivery that is not acknowledged is retried with backoff, in order for each object', async () => {
  verifies('WHK-008');
  const { url, until } = await receive(500, 302, 404);
  const { fake, ask, subscribe } = open();
  await subscribe(url, 'vault.created', 'vault.archived', 'vault.deleted');
  const started = fake.world().clock.now();
  const { json } = await ask('POST /v1/vaults', { display_name: 'keys' });
  await ask(`POST /v1/vaults/${json.id}/archive`);
  await ask(`POST /v1/vaults/${json.id}/archive`);
  await ask(`DELETE /v1/vaults/${json.id}`);
  const received = await until(6);
  expect(received.map(({ event }) => event.data['type'])).toEqual([
    'vault.created',
    'vault.created',
    'vault.created',
    'vault.created',
    'vault.archived',
    'vault.deleted',
  ]);
  expect(new Set(received.map(({ event }) => event.id)).size).toBe(3);
  expect(fake.world().clock.now() - started).toBe(1000 + 5000 + 30_000);
});

test('a delivery is dropped after its last attempt', async () => {
  verifies('WHK-008');
  const { url, until } = await receive(...Array.from({ length: 8 }, () => 503));
  const { ask, subscribe } = open();
  await subscribe(url, 'vault.created', 'vault.deleted');
  const { json } = await ask('POST /v1/vaults', { display_name: 'keys' });
  await until(8);
  await ask(`DELETE /v1/vaults/${json.id}`);
  const received = await until(9);
  expect(received[8]?.event.data['type']).toBe('vault.deleted');
});

test('a disabled endpoint receives nothing, also not later', async () => {
  verifies('WHK-004');
  const { url, received, until } = await receive();
  const { admin, ask, subscribe } = open();
  const { id } = await subscribe(url, 'vault.created');
  await admin.webhooks.update(id, { state: 'disabled' });
  await ask('POST /v1/vaults', { display_name: 'unseen' });
  await admin.webhooks.update(id, { state: 'enabled' });
  const { json } = await ask('POST /v1/vaults', { display_name: 'seen' });
  await until(1);
  expect(received.map(({ event }) => event.data['id'])).toEqual([json.id]);
  await admin.webhooks.delete(id);
});

test('sessions have events in their order', async () => {
  verifies('WHK-009');
  const { url, until } = await receive();
  const { ask, subscribe } = open();
  const types: WebhookEventType[] = [
    'session.created',
    'session.status_run_started',
    'session.status_idled',
    'session.requires_action',
    'session.updated',
    'session.archived',
    'session.status_terminated',
    'session.thread_created',
  ];
  await subscribe(url, ...types);
  const tool = { type: 'custom', name: 'ask', description: 'Asks', input_schema: { type: 'object' } };
  const { json: agent } = await ask('POST /v1/agents', {
    model: 'assistant-opus-4-7',
    name: 'W',
    tools: [tool],
  });
  const { json: environment } = await ask('POST /v1/environments', { name: 'env' });
  const { json } = await ask('POST /v1/sessions', { agent: agent.id, environment_id: environment.id });
  const path = `/v1/sessions/${json.id}` as const;
  await ask(`POST ${path}`, { title: 'New' });
  const content = [{ type: 'text', text: '/tool ask {}' }];
  await ask(`POST ${path}/events`, { events: [{ type: 'user.message', content }] });
  await until(5);
  await ask(`POST ${path}/archive`);
  const received = await until(7);
  expect(received.map(({ event }) => event.data['type'])).toEqual([
    'session.created',
    'session.updated',
    'session.status_run_started',
    'session.status_idled',
    'session.requires_action',
    'session.status_terminated',
    'session.archived',
  ]);
});

test('other objects have events, with the fields that identify them', async () => {
  verifies('WHK-009', 'WHK-007');
  const { url, until } = await receive();
  const { ask, subscribe } = open();
  await subscribe(
    url,
    'vault_credential.created',
    'agent.created',
    'environment.deleted',
    'memory_store.created',
  );
  const { json: vault } = await ask('POST /v1/vaults', { display_name: 'keys' });
  const auth = { type: 'static_bearer', mcp_server_url: 'https://mcp.example', token: 'secret-token' };
  await ask(`POST /v1/vaults/${vault.id}/credentials`, { auth });
  await ask('POST /v1/agents', { model: 'assistant-opus-4-7', name: 'W' });
  const { json: environment } = await ask('POST /v1/environments', { name: 'env' });
  await ask(`DELETE /v1/environments/${environment.id}`);
  await ask('POST /v1/memory_stores', { name: 'notes', description: 'Notes' });
  const received = await until(4);
  const data = received.map(({ event }) => event.data);
  expect(data.map(({ type }) => type).toSorted()).toEqual([
    'agent.created',
    'environment.deleted',
    'memory_store.created',
    'vault_credential.created',
  ]);
  expect(data.find(({ type }) => type === 'vault_credential.created')).toMatchObject({ vault_id: vault.id });
});

test('a credential whose refresh fails has an event', async () => {
  verifies('WHK-009');
  const { url, until } = await receive();
  const { ask, subscribe, fake } = open();
  await subscribe(url, 'vault_credential.refresh_failed');
  const server = 'https://mcp.example/sse';
  fake.applyScenario({
    sessions: { credentials: { [server]: { probe: { status_code: 401 }, refresh: { status_code: 400 } } } },
  });
  const { json: vault } = await ask('POST /v1/vaults', { display_name: 'keys' });
  const refresh = {
    client_id: 'client',
    refresh_token: 'secret-refresh',
    token_endpoint: 'https://auth.example/token',
    token_endpoint_auth: { type: 'none' },
  };
  const auth = { type: 'mcp_oauth', mcp_server_url: server, access_token: 'secret', refresh };
  const { json } = await ask(`POST /v1/vaults/${vault.id}/credentials`, { auth });
  await ask(`POST /v1/vaults/${vault.id}/credentials/${json.id}/mcp_oauth_validate`);
  const [delivery] = await until(1);
  expect(delivery?.event.data).toMatchObject({
    type: 'vault_credential.refresh_failed',
    id: json.id,
    vault_id: vault.id,
  });
});

test('pending deliveries survive a restart of the world', async () => {
  verifies('WHK-008');
  const { url, until } = await receive(503);
  const { fake, ask, subscribe } = open({ clock: { mode: 'manual' } });
  await subscribe(url, 'vault.created');
  await ask('POST /v1/vaults', { display_name: 'keys' });
  await until(1);
  const snapshot = fake.snapshot();
  fake.restore(snapshot);
  fake.world().clock.advance(60_000);
  const received = await until(2);
  expect(received[1]?.event.id).toBe(received[0]?.event.id);
});
