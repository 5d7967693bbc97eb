/** API keys of several workspaces of one organization. */
import { AdminClient } from '@parlance/admin';
import { ManagedAgentsClient } from '@parlance/managed-agents';
import { expect, test } from 'vitest';
import { createFake } from '../fake/create-fake.js';
import type { Fake } from '../fake/fake.js';
import { asker, type Ask } from '../testing/ask.js';

const BETAS = 'managed-agents-2026-04-01,user-profiles-2026-03-24';
const AGENT = { name: 'a', model: 'assistant-opus-4-7' };

/** Requests with the key of the default workspace, and with the key of a new one. */
async function twoWorkspaces(
  fake: Fake,
): Promise<{ id: string; first: Ask; second: Ask; admin: AdminClient }> {
  const admin = new AdminClient({ baseUrl: fake.url, adminKey: fake.keys.admin, http: fake.http() });
  const { id } = await admin.workspaces.create({ name: 'Second' });
  const first = asker(fake, BETAS);
  const second: Ask = (line, body, options = {}) =>
    first(line, body, {
      ...options,
      headers: { 'x-api-key': fake.keysOf('default', id).api, ...options.headers },
    });
  return { id, first, second, admin };
}

test.each([
  ['agents', AGENT],
  ['environments', { name: 'e' }],
  ['vaults', { display_name: 'v' }],
  ['memory_stores', { name: 'm' }],
  ['user_profiles', { relationship: 'external' }],
])('see only their own %s', async (path, body) => {
  await using fake = createFake({ checkResponses: true });
  const { first, second } = await twoWorkspaces(fake);
  const mine = await first(`POST /v1/${path}`, body);
  const theirs = await second(`POST /v1/${path}`, body);
  expect([mine.status, theirs.status]).toEqual([200, 200]);
  for (const [ask, own, foreign] of [
    [first, mine, theirs],
    [second, theirs, mine],
  ] as const) {
    expect((await ask(`GET /v1/${path}`)).json.data).toEqual([own.json]);
    expect((await ask(`GET /v1/${path}/${foreign.json.id}`)).status).toBe(404);
  }
});

test('run sessions with their own agents, environments and files', async () => {
  await using fake = createFake({ checkResponses: true });
  const { id, first, second } = await twoWorkspaces(fake);
  const { json: agent } = await second('POST /v1/agents', AGENT);
  const { json: environment } = await second('POST /v1/environments', { name: 'e' });
  const body = { agent: agent.id, environment_id: environment.id };
  expect((await first('POST /v1/sessions', body)).status).toBe(404);
  const { json: session } = await second('POST /v1/sessions', body);
  const events = [{ type: 'user.message', content: [{ type: 'text', text: 'hello' }] }];
  await second(`POST /v1/sessions/${session.id}/events`, { events });
  await fake.world().clock.advance(60_000);
  const { json: listed } = await second(`GET /v1/sessions/${session.id}/events`);
  expect(listed.data.at(-1)).toMatchObject({
    type: 'session.status_idle',
    stop_reason: { type: 'end_turn' },
  });
  expect((await first(`GET /v1/sessions/${session.id}/events`)).status).toBe(404);

  fake.restore(fake.snapshot(), 'copy');
  const key = { headers: { 'x-api-key': fake.keysOf('copy', id).api } };
  expect((await first(`GET /v1/sessions/${session.id}`, undefined, key)).json.status).toBe('idle');
});

test('continue running sessions in a copy of the world', async () => {
  await using fake = createFake();
  const { id } = await twoWorkspaces(fake);
  const client = (world: string) =>
    new ManagedAgentsClient({ baseUrl: fake.url, apiKey: fake.keysOf(world, id).api, http: fake.http() });
  const { agents, environments, sessions } = client('default');
  const agent = await agents.create({ name: 'a', model: 'assistant-opus-4-7' });
  const environment = await environments.create({ name: 'e' });
  const session = await sessions.create({ agent: agent.id, environment_id: environment.id });
  await sessions.events.send(session.id, {
    events: [{ type: 'user.message', content: [{ type: 'text', text: 'hello' }] }],
  });
  fake.fork('default', 'copy');
  await fake.world('copy').clock.advance(60_000);
  expect(await client('copy').sessions.retrieve(session.id)).toMatchObject({ status: 'idle' });
});

test('name their workspace in responses, and their cursors are not valid in another', async () => {
  await using fake = createFake();
  const { id, first, second } = await twoWorkspaces(fake);
  for (const name of ['a', 'b']) {
    await first('POST /v1/memory_stores', { name });
    await second('POST /v1/memory_stores', { name });
  }
  const { json: page } = await second('GET /v1/memory_stores?limit=1');
  expect((await first(`GET /v1/memory_stores?limit=1&page=${page.next_page}`)).status).toBe(400);
  const { headers } = await fake.fetch(`${fake.url}/v1/models`, {
    headers: { 'x-api-key': fake.keysOf('default', id).api, 'vendor-version': '2023-06-01' },
  });
  expect(headers.get('vendor-workspace-id')).toBe(id);
});

test('are rejected when the workspace is archived or does not exist', async () => {
  await using fake = createFake();
  const { id, second, first, admin } = await twoWorkspaces(fake);
  expect((await second('GET /v1/models')).status).toBe(200);
  await admin.workspaces.archive(id);
  expect((await second('GET /v1/models')).status).toBe(401);
  const unknown = { headers: { 'x-api-key': 'api-default@wrkspc_unknown' } };
  expect((await first('GET /v1/models', undefined, unknown)).status).toBe(401);
  const adminKey = { headers: { 'x-api-key': `admin-default@${id}` } };
  expect((await first('GET /v1/organizations/me', undefined, adminKey)).status).toBe(401);
});
