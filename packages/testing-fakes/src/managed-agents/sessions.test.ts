import { describe, expect, test } from 'vitest';
import { asker, verifies } from '../testing/index.js';
import { stagedSession } from './testing/staged-session.js';

const custom = (name: string) => ({ type: 'custom', name, description: 'd', input_schema: {} });

describe('session creation', () => {
  test('returns exactly the fifteen documented fields', async () => {
    verifies('SES-001', 'SES-002', 'SES-003', 'SES-006', 'SES-007', 'SES-008', 'SES-034', 'SES-048');
    const { ask, agent, environment, session, path } = await stagedSession();
    const { archived_at: _, created_at: __, metadata: ___, updated_at: ____, ...definition } = agent;
    expect(session).toEqual({
      id: expect.stringMatching(/^sesn_/),
      agent: definition,
      archived_at: null,
      created_at: '2026-06-01T00:00:00.000Z',
      environment_id: environment.id,
      metadata: {},
      outcome_evaluations: [],
      resources: [],
      stats: { active_seconds: 0, duration_seconds: 0 },
      status: 'idle',
      title: null,
      type: 'session',
      updated_at: '2026-06-01T00:00:00.000Z',
      usage: {
        cache_creation: { ephemeral_1h_input_tokens: 0, ephemeral_5m_input_tokens: 0 },
        cache_read_input_tokens: 0,
        input_tokens: 0,
        output_tokens: 0,
      },
      vault_ids: [],
    });
    expect((await ask(`GET ${path}`)).json).toEqual(session);
    const again = await ask('POST /v1/sessions', { agent: agent.id, environment_id: environment.id });
    expect(again.json.id).not.toBe(session.id);
  });

  test('snapshots the agent at the requested version', async () => {
    verifies('SES-004', 'SES-031', 'SES-032', 'SES-005');
    const { ask, agent, environment, path } = await stagedSession();
    await ask(`POST /v1/agents/${agent.id}`, { version: 1, name: 'Renamed', system: 'New.' });
    expect((await ask(`GET ${path}`)).json.agent).toMatchObject({ name: 'Worker', system: null, version: 1 });
    const start = async (reference: unknown) =>
      (await ask('POST /v1/sessions', { agent: reference, environment_id: environment.id })).json;
    expect((await start(agent.id)).agent).toMatchObject({ name: 'Renamed', version: 2 });
    expect((await start({ type: 'agent', id: agent.id })).agent.version).toBe(2);
    expect((await start({ type: 'agent', id: agent.id, version: 1 })).agent.name).toBe('Worker');
    const multiagent = { type: 'coordinator', agents: [{ type: 'agent', id: agent.id, version: 1 }] };
    const { json: lead } = await ask('POST /v1/agents', { model: 'm', name: 'Lead', multiagent });
    const [member] = (await start(lead.id)).agent.multiagent.agents;
    expect(Object.keys(member).sort()).toEqual([
      'description', 'id', 'mcp_servers', 'model', 'name', 'skills', 'system', 'tools', 'type', 'version',
    ]); // prettier-ignore
    expect(member).toMatchObject({ name: 'Worker', version: 1 });
  });

  test('stores the title, metadata and vaults', async () => {
    verifies('SES-034', 'SES-036', 'SES-037', 'SES-008');
    const { ask, agent, environment } = await stagedSession();
    const { json: vault } = await ask('POST /v1/vaults', { display_name: 'v' });
    const more = { title: 'Nightly', metadata: { a: 'b' }, vault_ids: [vault.id] };
    const body = { agent: agent.id, environment_id: environment.id };
    expect((await ask('POST /v1/sessions', { ...body, ...more })).json).toMatchObject(more);
  });
});

const unknown = { status: 404 };
const bad = { status: 400 };

test.each([
  ['SES-030', 'no agent', { agent: undefined }, bad],
  ['SES-032', 'an agent that is a number', { agent: 7 }, bad],
  ['SES-033', 'no environment', { environment_id: undefined }, bad],
  ['SES-033', 'an unknown environment', { environment_id: 'env_none' }, unknown],
  ['SES-036', 'a title that is not a string', { title: 7 }, bad],
  ['SES-037', 'vault ids that are not an array', { vault_ids: 'vlt_1' }, bad],
  ['SES-037', 'an unknown vault', { vault_ids: ['vlt_none'] }, unknown],
  ['SES-035', 'a resource of an unknown type', { resources: [{ type: 'disk' }] }, bad],
  ['SES-035', 'resources that are not an array', { resources: {} }, bad],
  ['MAG-011', 'metadata that is not an object', { metadata: [] }, bad],
  ['GEN-007', 'an unknown agent', { agent: 'agent_none' }, unknown],
])('%s: rejects a session with %s without creating it', async (rule, _, more, answer) => {
  verifies('SES-030', 'SES-032', 'SES-033', 'SES-035', 'SES-036', 'SES-037');
  const { ask, agent, environment } = await stagedSession();
  const body = { agent: agent.id, environment_id: environment.id, ...more };
  expect(await ask('POST /v1/sessions', body)).toMatchObject({ ...answer, rule });
  expect((await ask('GET /v1/sessions')).json.data).toHaveLength(1);
});

test('rejects archived agents, environments and vaults and unknown agent versions', async () => {
  verifies('SES-032', 'SES-037');
  const { ask, agent, environment } = await stagedSession();
  const start = (more: object) =>
    ask('POST /v1/sessions', { agent: agent.id, environment_id: environment.id, ...more });
  expect((await start({ agent: { type: 'agent', id: agent.id, version: 9 } })).status).toBe(404);
  for (const form of [{ id: agent.id }, { type: 'agent' }, { type: 'agent', id: agent.id, version: 0 }])
    expect(await start({ agent: form })).toMatchObject({ status: 400, rule: 'SES-032' });
  const { json: vault } = await ask('POST /v1/vaults', { display_name: 'v' });
  await ask(`POST /v1/vaults/${vault.id}/archive`);
  expect((await start({ vault_ids: [vault.id] })).status).toBe(400);
  expect(await start({ environment_id: 'env_none' })).toMatchObject({
    status: 404,
    rule: 'SES-033',
    json: { error: { details: { error_code: 'environment_not_found' } } },
  });
  await ask(`POST /v1/environments/${environment.id}/archive`);
  expect(await start({})).toMatchObject({
    status: 400,
    json: { error: { details: { error_code: 'environment_archived' } } },
  });
  await ask(`POST /v1/agents/${agent.id}/archive`);
  expect(await start({})).toMatchObject({ status: 400, rule: 'SES-031' });
});

describe('session update', () => {
  test('changes title, metadata, tools and servers and emits session.updated', async () => {
    verifies('SES-050', 'SES-051', 'SES-054', 'SES-055', 'SES-056', 'SES-058');
    const server = { type: 'url', name: 'a', url: 'https://a.example' };
    const { ask, path, session, agent, events } = await stagedSession({
      agent: { tools: [custom('old')], mcp_servers: [server] },
      session: { title: 'Old', metadata: { a: '1', b: '2' } },
    });
    const update = async (body: object) => (await ask(`POST ${path}`, body)).json;
    const changed = await update({ title: 'New', metadata: { a: null, c: '3' } });
    expect(changed).toMatchObject({ title: 'New', metadata: { b: '2', c: '3' }, agent: session.agent });
    const tools = [custom('new'), { type: 'mcp_toolset', mcp_server_name: 'a' }];
    const replaced = await update({ agent: { tools } });
    expect(replaced.agent.tools.map(({ type }: { type: string }) => type)).toEqual(['custom', 'mcp_toolset']);
    expect(replaced.agent).toMatchObject({ mcp_servers: [server] });
    expect((await update({ agent: { tools: [] } })).agent).toMatchObject({ tools: [], mcp_servers: [server] });
    expect((await update({ agent: { mcp_servers: [] } })).agent.mcp_servers).toEqual([]);
    expect((await update({ title: null })).title).toBe(null);
    await update({});
    const updates = await events('?types[]=session.updated');
    expect(updates.map((event) => Object.keys(event).filter((key) => !['id', 'processed_at', 'type'].includes(key)))).toEqual([
      ['metadata', 'title'],
      ['agent'],
      ['agent'],
      ['agent'],
      ['title'],
    ]);
    expect((await ask(`GET /v1/agents/${agent.id}`)).json).toEqual(agent);
  });

  test.each([
    ['SES-052', 'vaults', { vault_ids: [] }],
    ['SES-053', 'another field of the agent', { agent: { name: 'x' } }],
    ['SES-053', 'the model of the agent', { agent: { model: 'x' } }],
    ['SES-051', 'a title that is not a string', { title: 7 }],
    ['AGT-068', 'a tool without a name', { agent: { tools: [{ ...custom('a'), name: undefined }] } }],
    ['AGT-061', '129 tools', { agent: { tools: Array.from({ length: 129 }, (_, i) => custom(`t${i}`)) } }],
    ['AGT-041', 'two servers with the same name', { agent: { mcp_servers: [1, 2].map(() => ({ type: 'url', name: 'a', url: 'https://a.example' })) } }],
    ['AGT-066', 'an MCP toolset without its server', { agent: { tools: [{ type: 'mcp_toolset', mcp_server_name: 'a' }] } }],
    ['SES-057', 'tools that are not an array', { agent: { tools: {} } }],
  ])('%s: rejects %s', async (rule, _, body) => {
    verifies('SES-051', 'SES-052', 'SES-053', 'SES-057');
    const { ask, path, session } = await stagedSession();
    expect(await ask(`POST ${path}`, body)).toMatchObject({ status: 400, rule });
    expect((await ask(`GET ${path}`)).json).toEqual(session);
  });
}); // prettier-ignore

describe('sessions', () => {
  test('are terminated and read-only once archived', async () => {
    verifies('GEN-018', 'SES-006');
    const { ask, path, events } = await stagedSession();
    const { json: archived } = await ask(`POST ${path}/archive`);
    expect(archived).toMatchObject({ archived_at: '2026-06-01T00:00:00.000Z', status: 'terminated' });
    expect((await ask(`POST ${path}/archive`)).json).toEqual(archived);
    const event = { type: 'user.message', content: [{ type: 'text', text: 'x' }] };
    expect(await ask(`POST ${path}/events`, { events: [event] })).toMatchObject({ status: 409 });
    expect(await ask(`POST ${path}`, { title: 'x' })).toMatchObject({ status: 409 });
    expect((await events()).at(-1)?.type).toBe('session.status_terminated');
    expect((await ask('GET /v1/sessions')).json.data).toEqual([]);
    expect((await ask('GET /v1/sessions?include_archived=true')).json.data).toHaveLength(1);
  });

  test('are deleted together with their events and resources', async () => {
    verifies('GEN-018');
    const { ask, path, session, say } = await stagedSession();
    await say('hello');
    expect((await ask(`DELETE ${path}`)).json).toEqual({ id: session.id, type: 'session_deleted' });
    for (const line of [
      `GET ${path}`,
      `DELETE ${path}`,
      `POST ${path}/archive`,
      `GET ${path}/events`,
      `GET ${path}/events/stream`,
      `GET ${path}/resources`,
      `GET ${path}/threads`,
    ] as const)
      // prettier-ignore
      expect((await ask(line)).status).toBe(404);
  });

  test('are listed by agent, version, status, memory store and time, in both orders', async () => {
    verifies('GEN-018');
    const { ask, agent, environment, session, world, fake } = await stagedSession();
    world.clock.advance(1000);
    const { json: store } = await ask('POST /v1/memory_stores', { name: 's' });
    await ask(`POST /v1/agents/${agent.id}`, { version: 1, name: 'Second' });
    const { json: second } = await ask('POST /v1/sessions', {
      agent: agent.id,
      environment_id: environment.id,
      resources: [{ type: 'memory_store', memory_store_id: store.id }],
    });
    const list = async (query: string) =>
      (await ask(`GET /v1/sessions?${query}`)).json.data.map(({ id }: { id: string }) => id);
    expect(await list('')).toEqual([second.id, session.id]);
    expect(await list('order=asc')).toEqual([session.id, second.id]);
    expect(await list(`agent_id=${agent.id}&agent_version=1`)).toEqual([session.id]);
    expect(await list(`memory_store_id=${store.id}`)).toEqual([second.id]);
    expect(await list('statuses[]=running&statuses[]=idle')).toHaveLength(2);
    expect(await list('statuses[]=running')).toEqual([]);
    expect(await list('created_at[gt]=2026-06-01T00:00:00Z')).toEqual([second.id]);
    expect(await list('created_at[lt]=2026-06-01T00:00:01Z')).toEqual([session.id]);
    expect((await ask('GET /v1/sessions?agent_version=1')).status).toBe(400);
    const other = asker(fake, 'managed-agents-2026-04-01');
    expect((await other(`GET /v1/sessions/${session.id}`, undefined, { world: 'other' })).status).toBe(404);
  });

  test('list their events by type, time and order, with paging', async () => {
    verifies('GEN-018');
    const { events, say, ask, path } = await stagedSession();
    await say('one');
    await say('two');
    const all = await events();
    expect((await events('?order=desc')).map(({ id }) => id)).toEqual(all.map(({ id }) => id).toReversed());
    expect((await events('?types[]=user.message&types[]=agent.message')).map(({ type }) => type)).toEqual([
      'user.message', 'agent.message', 'user.message', 'agent.message',
    ]); // prettier-ignore
    const { json: first } = await ask(`GET ${path}/events?limit=5`);
    const { json: rest } = await ask(`GET ${path}/events?page=${first.next_page}`);
    expect([...first.data, ...rest.data]).toEqual(all);
    const bound = all[5]?.processed_at as string;
    const late = await events(`?created_at[gt]=${bound}`);
    expect(late.every(({ processed_at }) => processed_at > bound)).toBe(true);
    expect((await ask(`GET ${path}/events?limit=1001`)).status).toBe(400);
  });

  test('reject a whole request if one event is malformed', async () => {
    verifies('GEN-018');
    const { ask, path, events } = await stagedSession();
    const good = { type: 'user.message', content: [{ type: 'text', text: 'x' }] };
    for (const wrong of [
      [],
      [good, { type: 'user.shout' }],
      [good, { type: 'user.message', content: [] }],
      [good, { type: 'user.message', content: [{ type: 'video' }] }],
      [good, { type: 'user.interrupt', session_thread_id: 'sthr_none' }],
      [good, { type: 'user.tool_confirmation', tool_use_id: 'x', result: 'perhaps' }],
      [good, { type: 'user.tool_confirmation', tool_use_id: 'x', result: 'allow', deny_message: 'n' }],
    ])
      expect((await ask(`POST ${path}/events`, { events: wrong })).status).toBe(400);
    const file = { type: 'document', source: { type: 'file', file_id: 'file_none' } };
    const wrong = { type: 'user.message', content: [...good.content, file] };
    const refused = await ask(`POST ${path}/events`, { events: [good, wrong] });
    expect(refused).toMatchObject({ status: 404, rule: 'GEN-007' });
    expect(refused.json.error.message).toContain('events.1.content.1.source.file_id');
    expect(await events()).toEqual([]);
  });
});

test('lists lead to the previous page as well', async () => {
  const { ask, agent, environment, session } = await stagedSession();
  const ids = [session.id];
  for (let count = 0; count < 4; count++) {
    const { json } = await ask('POST /v1/sessions', { agent: agent.id, environment_id: environment.id });
    ids.unshift(json.id);
  }
  const list = async (page?: string) => {
    const { json } = await ask(`GET /v1/sessions?limit=2${page === undefined ? '' : `&page=${page}`}`);
    return { ...json, ids: json.data.map(({ id }: { id: string }) => id) };
  };
  const first = await list();
  expect([first.ids, first.prev_page]).toEqual([ids.slice(0, 2), null]);
  const second = await list(first.next_page);
  const third = await list(second.next_page);
  expect([second.ids, third.ids, third.next_page]).toEqual([ids.slice(2, 4), ids.slice(4), null]);
  const back = await list(third.prev_page);
  expect([back.ids, back.next_page]).toEqual([second.ids, second.next_page]);
  expect((await list(back.prev_page)).ids).toEqual(first.ids);
  const asc = await ask(`GET /v1/sessions?limit=2&order=asc&page=${third.prev_page}`);
  expect([asc.status, asc.rule]).toEqual([400, 'GEN-009']);
});
