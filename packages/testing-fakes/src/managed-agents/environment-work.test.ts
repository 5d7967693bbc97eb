import { AdminClient } from '@parlance/admin';
import { ManagedAgentsClient } from '@parlance/managed-agents';
import { expect, test } from 'vitest';
import { createFake } from '../fake/create-fake.js';
import type { FakeOptions } from '../fake/fake-options.js';
import { verifies } from '../testing/index.js';
import type { SessionScenario } from './run/session-scenario.js';
import { stagedSession } from './testing/staged-session.js';

const WORKER = { 'vendor-worker-id': 'worker-1' };

/** A session in a self-hosted environment, on a clock that the test moves. */
async function open(stage?: SessionScenario, clock: FakeOptions['clock'] = { mode: 'manual' }) {
  const staged = await stagedSession({
    fake: { clock },
    environment: { config: { type: 'self_hosted' } },
    agent: { tools: [{ type: 'agent_toolset_20260401' }] },
    ...(stage && { stage }),
  });
  const queue = `/v1/environments/${staged.environment.id}/work` as const;
  const poll = async (query = '') => (await staged.ask(`GET ${queue}/poll${query}`, undefined)).json;
  const item = (id: string) => `${queue}/${id}` as const;
  const heartbeat = (id: string, query = '') => staged.ask(`POST ${item(id)}/heartbeat${query}`);
  return { ...staged, queue, poll, item, heartbeat };
}

test('a new session waits in the queue until a worker acknowledges it', async () => {
  verifies('WRK-002', 'WRK-005', 'WRK-006');
  const { ask, poll, item, session, environment } = await open();
  const work = await poll();
  expect(work).toMatchObject({
    id: expect.stringMatching(/^work_/),
    acknowledged_at: null,
    data: { type: 'session', id: session.id },
    environment_id: environment.id,
    latest_heartbeat_at: null,
    metadata: {},
    started_at: null,
    state: 'queued',
    stopped_at: null,
    type: 'work',
  });
  expect(JSON.parse(Buffer.from(work.secret, 'base64').toString())).toEqual({
    sessions_token: 'api-default',
  });
  expect(await poll()).toBeNull();
  expect((await ask(`GET ${item(work.id)}`)).json.secret).toBeNull();
  const acknowledged = await ask(`POST ${item(work.id)}/ack`);
  expect(acknowledged.json).toMatchObject({
    state: 'starting',
    acknowledged_at: expect.any(String),
    secret: null,
  });
  expect((await ask(`POST ${item(work.id)}/ack`)).json).toEqual(acknowledged.json);
  await ask(`POST ${item(work.id)}/heartbeat`);
  expect(await ask(`POST ${item(work.id)}/ack`)).toMatchObject({ status: 409, rule: 'WRK-006' });
});

test('only self-hosted environments have a queue', async () => {
  verifies('WRK-001');
  const { ask, environment, session } = await stagedSession();
  expect(session.status).toBe('idle');
  for (const path of ['', '/poll', '/stats'])
    expect(await ask(`GET /v1/environments/${environment.id}/work${path}`)).toMatchObject({
      status: 400,
      rule: 'WRK-001',
    });
  expect(await ask('GET /v1/environments/env_unknown/work')).toMatchObject({ status: 404 });
});

test('a poll waits up to `block_ms`, and until an item is queued', async () => {
  verifies('WRK-003');
  const { ask, queue, poll, world, agent, environment } = await open();
  await poll();
  expect(await ask(`GET ${queue}/poll?block_ms=1000`)).toMatchObject({ status: 400, rule: 'WRK-003' });
  expect(await ask(`GET ${queue}/poll?block_ms=0`)).toMatchObject({ status: 400, rule: 'WRK-003' });
  const waiting = poll('?block_ms=999');
  await ask('POST /v1/sessions', { agent: agent.id, environment_id: environment.id });
  expect(await waiting).toMatchObject({ state: 'queued' });
  const empty = poll('?block_ms=999');
  await new Promise((resolve) => setImmediate(resolve));
  world.clock.advance(999);
  expect(await empty).toBeNull();
});

test('an item that is not acknowledged is received again', async () => {
  verifies('WRK-004');
  const { poll, ask, queue, world } = await open();
  const work = await poll();
  world.clock.advance(4999);
  expect(await poll()).toBeNull();
  expect((await poll('?reclaim_older_than_ms=4000'))?.id).toBe(work.id);
  world.clock.advance(5000);
  expect((await poll())?.id).toBe(work.id);
  expect(await ask(`GET ${queue}/poll?reclaim_older_than_ms=-1`)).toMatchObject({
    status: 400,
    rule: 'WRK-004',
  });
});

test('heartbeats extend the lease and let one worker through', async () => {
  verifies('WRK-007', 'WRK-008', 'WRK-009');
  const { poll, ask, item, heartbeat, world } = await open();
  const { id } = await poll();
  expect(await heartbeat(id)).toMatchObject({ status: 409, rule: 'WRK-007' });
  await ask(`POST ${item(id)}/ack`);
  const first = await heartbeat(id, '?expected_last_heartbeat=NO_HEARTBEAT&desired_ttl_seconds=20');
  expect(first.json).toEqual({
    last_heartbeat: expect.any(String),
    lease_extended: true,
    state: 'active',
    ttl_seconds: 20,
    type: 'work_heartbeat',
  });
  const second = await heartbeat(id, '?expected_last_heartbeat=NO_HEARTBEAT');
  expect(second).toMatchObject({
    status: 412,
    rule: 'WRK-008',
    json: {
      error: {
        details: {
          error_code: 'heartbeat_precondition_failed',
          current_state: {
            last_heartbeat: first.json.last_heartbeat,
            lease_extended: false,
            state: 'active',
          },
        },
      },
    },
  });
  world.clock.advance(19_000);
  const last = encodeURIComponent(first.json.last_heartbeat);
  const next = await heartbeat(id, `?expected_last_heartbeat=${last}&desired_ttl_seconds=100000`);
  expect(next.json).toMatchObject({ lease_extended: true, ttl_seconds: 300 });
  expect(next.json.last_heartbeat > first.json.last_heartbeat).toBe(true);
  expect((await heartbeat(id, `?expected_last_heartbeat=${last}`)).status).toBe(412);
  expect(await heartbeat(id, '?desired_ttl_seconds=0')).toMatchObject({ status: 400, rule: 'WRK-009' });
  expect(await heartbeat(id, '?expected_last_heartbeat=yesterday')).toMatchObject({
    status: 400,
    rule: 'WRK-008',
  });
});

test('an expired lease returns the item to the queue, or stops it', async () => {
  verifies('WRK-010');
  const { poll, ask, item, heartbeat, world } = await open();
  const { id } = await poll();
  await ask(`POST ${item(id)}/ack`);
  await heartbeat(id, '?desired_ttl_seconds=10');
  world.clock.advance(10_000);
  expect((await poll()).id).toBe(id);
  expect((await ask(`GET ${item(id)}`)).json).toMatchObject({
    state: 'queued',
    acknowledged_at: null,
    latest_heartbeat_at: null,
    started_at: null,
  });
  // A worker that acknowledges an item and dies loses it as well.
  await ask(`POST ${item(id)}/ack`);
  const waiting = poll('?block_ms=999');
  world.clock.advance(60_000);
  expect(await waiting).toMatchObject({ id });
  await ask(`POST ${item(id)}/ack`);
  await heartbeat(id, '?desired_ttl_seconds=10');
  await ask(`POST ${item(id)}/stop`, {});
  world.clock.advance(10_000);
  expect((await ask(`GET ${item(id)}`)).json).toMatchObject({
    state: 'stopped',
    stopped_at: expect.any(String),
  });
});

test('a stop is graceful for active items and immediate for others', async () => {
  verifies('WRK-011', 'WRK-012');
  const { poll, ask, item, heartbeat, agent, environment } = await open();
  const { id } = await poll();
  await ask(`POST ${item(id)}/ack`);
  await heartbeat(id);
  const stopping = await ask(`POST ${item(id)}/stop`, {});
  expect(stopping.json).toMatchObject({
    state: 'stopping',
    stop_requested_at: expect.any(String),
    stopped_at: null,
  });
  expect((await ask(`POST ${item(id)}/stop`, {})).json).toEqual(stopping.json);
  expect((await heartbeat(id)).json).toMatchObject({ state: 'stopping', lease_extended: true });
  expect((await ask(`POST ${item(id)}/stop`, { force: true })).json).toMatchObject({ state: 'stopped' });
  expect(await ask(`POST ${item(id)}/stop`, { force: true })).toMatchObject({ status: 409, rule: 'WRK-012' });
  expect((await heartbeat(id)).json).toMatchObject({
    state: 'stopped',
    lease_extended: false,
    ttl_seconds: 0,
  });
  await ask('POST /v1/sessions', { agent: agent.id, environment_id: environment.id });
  const queued = await poll();
  expect((await ask(`POST ${item(queued.id)}/stop`, {})).json.state).toBe('stopped');
});

test('a session without open work is queued again when it runs', async () => {
  verifies('WRK-002');
  const { poll, ask, item, say } = await open(undefined, { mode: 'skip' });
  const { id } = await poll();
  await say('Hello');
  expect(await poll('?block_ms=1')).toBeNull();
  await ask(`POST ${item(id)}/stop`, { force: true });
  await say('Again');
  const again = await poll();
  expect(again.id).not.toBe(id);
  expect(again.data).toMatchObject({ type: 'session' });
});

test('the work of a session ends with it', async () => {
  verifies('WRK-015');
  const { poll, ask, item, heartbeat, path, agent, environment } = await open();
  const { id } = await poll();
  await ask(`POST ${item(id)}/ack`);
  await heartbeat(id);
  await ask(`POST ${path}/archive`);
  expect((await heartbeat(id)).json.state).toBe('stopping');
  const { json } = await ask('POST /v1/sessions', { agent: agent.id, environment_id: environment.id });
  await ask(`DELETE /v1/sessions/${json.id}`);
  expect(await poll()).toBeNull();
});

test('the secret is a key for the workspace of the session', async () => {
  const fake = createFake({ seed: 'demo' });
  const admin = new AdminClient({ baseUrl: fake.url, adminKey: fake.keys.admin, http: fake.http() });
  const { id } = await admin.workspaces.create({ name: 'Robotics' });
  const { api } = fake.keysOf('default', id);
  const client = new ManagedAgentsClient({ baseUrl: fake.url, apiKey: api, http: fake.http() });
  const environment = await client.environments.create({ name: 'own', config: { type: 'self_hosted' } });
  const agent = await client.agents.create({ name: 'Builder', model: 'assistant-opus-4-7' });
  const session = await client.sessions.create({ agent: agent.id, environment_id: environment.id });
  const work = await client.environments.work.poll(environment.id);
  const { sessions_token } = JSON.parse(Buffer.from(work?.secret ?? '', 'base64').toString());
  expect((await client.withOptions({ apiKey: sessions_token }).sessions.retrieve(session.id)).id).toBe(
    session.id,
  );
});

test('metadata is patched, and statistics count the queue', async () => {
  verifies('WRK-013', 'WRK-014');
  const { poll, ask, item, queue, world, agent, environment } = await open();
  await ask('POST /v1/sessions', { agent: agent.id, environment_id: environment.id });
  const stats = async () => (await ask(`GET ${queue}/stats`)).json;
  expect(await stats()).toMatchObject({
    depth: 2,
    pending: 0,
    type: 'work_queue_stats',
    workers_polling: null,
  });
  const { id, created_at } = await poll();
  await ask(`GET ${queue}/poll`, undefined, { headers: WORKER });
  expect(await stats()).toMatchObject({
    depth: 0,
    pending: 2,
    oldest_queued_at: created_at,
    workers_polling: 1,
  });
  world.clock.advance(30_001);
  expect(await stats()).toMatchObject({ workers_polling: 0 });
  await ask(`POST ${item(id)}`, { metadata: { a: '1', b: '2' } });
  expect((await ask(`POST ${item(id)}`, { metadata: { a: null } })).json.metadata).toEqual({ b: '2' });
  expect(await ask(`POST ${item(id)}`, {})).toMatchObject({ status: 400, rule: 'WRK-013' });
  const { data } = (await ask(`GET ${queue}?limit=1`)).json;
  expect(data).toHaveLength(1);
});
