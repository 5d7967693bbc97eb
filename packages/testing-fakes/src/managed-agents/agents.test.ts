import type { Skill } from '@parlance/schemas';
import { describe, expect, test } from 'vitest';
import { createFake } from '../fake/create-fake.js';
import type { Fake } from '../fake/fake.js';
import { asker, verifies, type Ask } from '../testing/index.js';

function start() {
  const fake = createFake({ checkResponses: true });
  return { fake, ask: asker(fake, 'managed-agents-2026-04-01'), clock: fake.world().clock };
}

const agent = { model: 'assistant-opus-4-7', name: 'Triage' };
const create = async (ask: Ask, more: object = {}) =>
  (await ask('POST /v1/agents', { ...agent, ...more })).json;
const times = (count: number, make: (index: number) => unknown) =>
  Array.from({ length: count }, (_, i) => make(i));
const custom = (name: string) => ({
  type: 'custom',
  name,
  description: 'd',
  input_schema: { type: 'object' },
});
const server = (name: string) => ({ type: 'url', name, url: `https://mcp.example/${name}` });
const allow = { type: 'always_allow' };
const asks = { type: 'always_ask' };

/** Uploads a skill. */
async function uploadSkill(fake: Fake): Promise<Skill> {
  const body = new FormData();
  body.append(
    'files[]',
    new Blob(['---\nname: triage\ndescription: Sorts issues.\n---\n']),
    'triage/SKILL.md',
  );
  const headers = {
    'x-api-key': fake.keys.api,
    'vendor-version': '2023-06-01',
    'vendor-beta': 'skills-2025-10-02',
  };
  const response = await fake.fetch(`${fake.url}/v1/skills`, { method: 'POST', headers, body });
  return (await response.json()) as Skill;
}

describe('agent creation', () => {
  test('returns exactly the documented fields, with null for omitted ones', async () => {
    verifies(
      'AGT-001',
      'AGT-002',
      'AGT-003',
      'AGT-004',
      'AGT-006',
      'AGT-007',
      'AGT-008',
      'AGT-043',
      'MAG-013',
    );
    const { ask } = start();
    const first = await create(ask);
    expect(first).toEqual({
      id: expect.stringMatching(/^agent_/),
      archived_at: null,
      created_at: '2026-06-01T00:00:00.000Z',
      description: null,
      mcp_servers: [],
      metadata: {},
      model: { id: 'assistant-opus-4-7' },
      multiagent: null,
      name: 'Triage',
      skills: [],
      system: null,
      tools: [],
      type: 'agent',
      updated_at: '2026-06-01T00:00:00.000Z',
      version: 1,
    });
    expect((await create(ask)).id).not.toBe(first.id);
  });

  test('returns the request parameters with all defaults applied', async () => {
    verifies(
      'AGT-005',
      'AGT-013',
      'AGT-014',
      'AGT-015',
      'AGT-016',
      'AGT-058',
      'AGT-063',
      'AGT-064',
      'AGT-073',
    );
    const { ask, fake } = start();
    const { id: skill_id, latest_version: version } = await uploadSkill(fake);
    const made = await create(ask, {
      description: 'Sorts issues',
      system: 'Be brief.',
      metadata: { team: 'core' },
      mcp_servers: [server('tracker')],
      skills: [
        { type: 'vendor', skill_id: 'pdf' },
        { type: 'custom', skill_id, version },
      ],
      tools: [
        {
          type: 'agent_toolset_20260401',
          default_config: { enabled: false },
          configs: [
            { name: 'read', enabled: true },
            { name: 'bash', permission_policy: asks },
          ],
        },
        {
          type: 'mcp_toolset',
          mcp_server_name: 'tracker',
          configs: [{ name: 'find', permission_policy: allow }],
        },
        custom('notify'),
      ],
    });
    expect(made).toMatchObject({
      description: 'Sorts issues',
      system: 'Be brief.',
      metadata: { team: 'core' },
      mcp_servers: [server('tracker')],
      skills: [
        { type: 'vendor', skill_id: 'pdf', version: expect.stringMatching(/./) },
        { type: 'custom', skill_id, version },
      ],
    });
    expect(made.tools).toEqual([
      {
        type: 'agent_toolset_20260401',
        default_config: { enabled: false, permission_policy: allow },
        configs: [
          { name: 'read', enabled: true, permission_policy: allow },
          { name: 'bash', enabled: false, permission_policy: asks },
        ],
      },
      {
        type: 'mcp_toolset',
        mcp_server_name: 'tracker',
        default_config: { enabled: true, permission_policy: asks },
        configs: [{ name: 'find', enabled: true, permission_policy: allow }],
      },
      custom('notify'),
    ]);
  });

  test('accepts listed and unknown models, and fast speed only where the model supports it', async () => {
    verifies('AGT-032', 'AGT-033', 'AGT-035');
    const { ask } = start();
    const models = [
      'assistant-opus-4-7', 'assistant-opus-4-6', 'assistant-sonnet-4-6', 'assistant-haiku-4-5',
      'assistant-haiku-4-5-20251001', 'assistant-opus-4-5', 'assistant-opus-4-5-20251101',
      'assistant-sonnet-4-5', 'assistant-sonnet-4-5-20250929', 'my-own-model',
    ]; // prettier-ignore
    for (const model of models) {
      expect((await create(ask, { model })).model).toEqual({ id: model });
      const fast = await ask('POST /v1/agents', { ...agent, model: { id: model, speed: 'fast' } });
      const supports = /opus-4-[67]/.test(model);
      expect([fast.status, fast.rule]).toEqual(supports ? [200, null] : [400, 'AGT-035']);
    }
  });
});

const toolset = { type: 'agent_toolset_20260401' };
const mcp = { type: 'mcp_toolset', mcp_server_name: 'a' };
const refused: readonly (readonly [string, string, object])[] = [
  ['AGT-030', 'no model', { model: undefined }],
  ['AGT-031', 'a model that is a number', { model: 4 }],
  ['AGT-031', 'a model without an id', { model: { speed: 'standard' } }],
  ['AGT-034', 'an unknown speed', { model: { id: 'assistant-opus-4-7', speed: 'turbo' } }],
  ['AGT-035', 'fast speed on a model without support', { model: { id: 'assistant-haiku-4-5', speed: 'fast' } }],
  ['AGT-036', 'no name', { name: undefined }],
  ['AGT-036', 'a name that is not a string', { name: 1 }],
  ['AGT-037', 'an empty name', { name: '' }],
  ['AGT-037', 'a name of 257 characters', { name: 'a'.repeat(257) }],
  ['AGT-038', 'a description of 2049 characters', { description: 'a'.repeat(2049) }],
  ['AGT-039', '21 MCP servers', { mcp_servers: times(21, (i) => server(`s${i}`)) }],
  ['AGT-040', 'an MCP server with an empty name', { mcp_servers: [server('')] }],
  ['AGT-040', 'an MCP server with a name of 256 characters', { mcp_servers: [server('a'.repeat(256))] }],
  ['AGT-041', 'two MCP servers with the same name', { mcp_servers: [server('a'), server('a')] }],
  ['AGT-042', 'an MCP server of an unknown type', { mcp_servers: [{ ...server('a'), type: 'stdio' }] }],
  ['AGT-042', 'an MCP server without a url', { mcp_servers: [{ type: 'url', name: 'a' }] }],
  ['AGT-044', 'a multiagent of an unknown type', { multiagent: { type: 'swarm', agents: [{ type: 'self' }] } }],
  ['AGT-045', 'an empty roster', { multiagent: { type: 'coordinator', agents: [] } }],
  ['AGT-045', 'a roster of 21', { multiagent: { type: 'coordinator', agents: times(21, (i) => `agent_${i}`) } }],
  ['AGT-049', 'a roster version of 0', { multiagent: { type: 'coordinator', agents: [{ type: 'agent', id: 'a', version: 0 }] } }],
  ['AGT-052', 'two references to self', { multiagent: { type: 'coordinator', agents: [{ type: 'self' }, { type: 'self' }] } }],
  ['AGT-053', 'an unknown agent', { multiagent: { type: 'coordinator', agents: ['agent_none'] } }],
  ['AGT-056', '21 skills', { skills: times(21, (i) => ({ type: 'vendor', skill_id: `s${i}` })) }],
  ['AGT-057', 'a skill of an unknown type', { skills: [{ type: 'own', skill_id: 'a' }] }],
  ['AGT-057', 'a custom skill with the id of another kind', { skills: [{ type: 'custom', skill_id: 'docx' }] }],
  ['AGT-057', 'a skill without an id', { skills: [{ type: 'vendor' }] }],
  ['AGT-059', 'a system prompt of 100,001 characters', { system: 'a'.repeat(100_001) }],
  ['AGT-060', 'a tool of an unknown type', { tools: [{ type: 'shell' }] }],
  ['AGT-061', '129 tools', { tools: times(129, (i) => custom(`t${i}`)) }],
  ['AGT-061', '129 tools over two toolsets', { tools: [toolset, ...times(121, (i) => custom(`t${i}`))] }],
  ['AGT-017', 'an unknown built-in tool', { tools: [{ ...toolset, configs: [{ name: 'fly' }] }] }],
  ['AGT-062', 'a config without a name', { tools: [{ ...toolset, configs: [{ enabled: true }] }] }],
  ['AGT-018', 'an unknown permission policy', { tools: [{ ...toolset, default_config: { permission_policy: { type: 'never' } } }] }],
  ['AGT-065', 'an MCP toolset without a server name', { tools: [{ type: 'mcp_toolset' }] }],
  ['AGT-065', 'an MCP toolset with a server name of 256 characters', { tools: [{ ...mcp, mcp_server_name: 'a'.repeat(256) }] }],
  ['AGT-066', 'an MCP toolset without its server', { tools: [mcp], mcp_servers: [server('b')] }],
  ['AGT-067', 'an MCP tool with an empty name', { tools: [{ ...mcp, configs: [{ name: '' }] }], mcp_servers: [server('a')] }],
  ['AGT-067', 'an MCP tool name of 129 characters', { tools: [{ ...mcp, configs: [{ name: 'a'.repeat(129) }] }], mcp_servers: [server('a')] }],
  ['AGT-068', 'a custom tool without a name', { tools: [{ ...custom('a'), name: undefined }] }],
  ['AGT-068', 'a custom tool name of 129 characters', { tools: [custom('a'.repeat(129))] }],
  ['AGT-069', 'a custom tool name with a space', { tools: [custom('a b')] }],
  ['AGT-070', 'a custom tool without a description', { tools: [{ ...custom('a'), description: undefined }] }],
  ['AGT-070', 'an empty tool description', { tools: [{ ...custom('a'), description: '' }] }],
  ['AGT-070', 'a tool description of 1025 characters', { tools: [{ ...custom('a'), description: 'a'.repeat(1025) }] }],
  ['AGT-071', 'a custom tool without an input schema', { tools: [{ ...custom('a'), input_schema: undefined }] }],
  ['AGT-071', 'an input schema of another type', { tools: [{ ...custom('a'), input_schema: { type: 'array' } }] }],
]; // prettier-ignore

test.each(refused)('%s: rejects %s without creating an agent', async (rule, _, body) => {
  verifies(
    'AGT-017', 'AGT-018', 'AGT-030', 'AGT-031', 'AGT-034', 'AGT-035', 'AGT-036', 'AGT-037', 'AGT-038',
    'AGT-039', 'AGT-040', 'AGT-041', 'AGT-042', 'AGT-044', 'AGT-045', 'AGT-049', 'AGT-052', 'AGT-053',
    'AGT-056', 'AGT-057', 'AGT-059', 'AGT-060', 'AGT-061', 'AGT-062', 'AGT-065', 'AGT-066', 'AGT-067',
    'AGT-068', 'AGT-069', 'AGT-070', 'AGT-071',
  ); // prettier-ignore
  const { ask } = start();
  expect(await ask('POST /v1/agents', { ...agent, ...body })).toMatchObject({ status: 400, rule });
  expect((await ask('GET /v1/agents')).json.data).toEqual([]);
});

const accepted: readonly (readonly [string, object])[] = [
  ['names of 256 characters', { name: '😀'.repeat(256) }],
  ['a description of 2048 characters', { description: 'ü'.repeat(2048) }],
  ['20 MCP servers', { mcp_servers: times(20, (i) => server(`s${i}`)) }],
  ['an MCP server name of 255 characters', { mcp_servers: [server('a'.repeat(255))] }],
  ['20 skills', { skills: times(20, (i) => ({ type: 'vendor', skill_id: `s${i}` })) }],
  ['a system prompt of 100,000 characters', { system: 'a'.repeat(100_000) }],
  ['128 tools', { tools: times(128, (i) => custom(`t${i}`)) }],
  ['128 tools over two toolsets', { tools: [toolset, ...times(120, (i) => custom(`t${i}`))] }],
  ['a custom tool name of 128 characters', { tools: [custom('a-B_9'.repeat(25) + 'abc')] }],
  ['a tool description of 1024 characters', { tools: [{ ...custom('a'), description: 'a'.repeat(1024) }] }],
  ['an input schema without a type', { tools: [{ ...custom('a'), input_schema: { properties: { x: {} }, required: ['x'] } }] }],
  ['an MCP tool name of 128 characters', { tools: [{ ...mcp, configs: [{ name: 'a'.repeat(128) }] }], mcp_servers: [server('a')] }],
]; // prettier-ignore

test.each(accepted)('accepts %s', async (_, body) => {
  verifies('AGT-037', 'AGT-038', 'AGT-039', 'AGT-040', 'AGT-056', 'AGT-059', 'AGT-061', 'AGT-067', 'AGT-068');
  const { ask } = start();
  expect(await ask('POST /v1/agents', { ...agent, ...body })).toMatchObject({ status: 200 });
});

describe('agent roster', () => {
  const coordinate = (...agents: unknown[]) => ({ multiagent: { type: 'coordinator', agents } });

  test('resolves references to agent versions', async () => {
    verifies('AGT-011', 'AGT-012', 'AGT-046', 'AGT-047', 'AGT-048', 'AGT-050');
    const { ask } = start();
    const a = await create(ask);
    const b = await create(ask);
    for (const [version, name] of ['Second', 'Third'].entries())
      await ask(`POST /v1/agents/${a.id}`, { version: version + 1, name });
    const pinned = { type: 'agent', id: a.id, version: 2 };
    const made = await create(ask, coordinate(pinned, b.id, { type: 'self' }));
    expect(made.multiagent).toEqual({
      type: 'coordinator',
      agents: [pinned, { type: 'agent', id: b.id, version: 1 }, { type: 'agent', id: made.id, version: 1 }],
    });
    const latest = await create(ask, coordinate(a.id));
    expect(latest.multiagent.agents).toEqual([{ type: 'agent', id: a.id, version: 3 }]);
    const { json: renamed } = await ask(`POST /v1/agents/${made.id}`, { version: 1, name: 'Lead' });
    expect(renamed.multiagent.agents[2]).toEqual({ type: 'agent', id: made.id, version: 2 });
  });

  test('rejects duplicate, archived and coordinator agents and unknown versions', async () => {
    verifies('AGT-051', 'AGT-053', 'AGT-054', 'AGT-055');
    const { ask } = start();
    const a = await create(ask);
    const lead = await create(ask, coordinate(a.id));
    const old = await create(ask);
    await ask(`POST /v1/agents/${old.id}/archive`);
    const tries = [
      ['AGT-051', [a.id, { type: 'agent', id: a.id, version: 1 }]],
      ['AGT-054', [old.id]],
      ['AGT-055', [lead.id]],
      ['AGT-053', [{ type: 'agent', id: a.id, version: 2 }]],
    ] as const;
    for (const [rule, roster] of tries)
      expect(await ask('POST /v1/agents', { ...agent, ...coordinate(...roster) })).toMatchObject({
        status: 400,
        rule,
      });
    const own = coordinate({ type: 'self' }, lead.id);
    expect(await ask(`POST /v1/agents/${lead.id}`, { version: 1, ...own })).toMatchObject({
      status: 400,
      rule: 'AGT-051',
    });
    expect((await ask('GET /v1/agents?include_archived=true')).json.data).toHaveLength(3);
  });

  test('accepts its own agent by id and preserves a pinned older version', async () => {
    verifies('AGT-048', 'AGT-050', 'AGT-051', 'AGT-009');
    const { ask } = start();
    const { id } = await create(ask);
    const update = async (version: number, change: object) =>
      (await ask(`POST /v1/agents/${id}`, { version, ...change })).json;
    const self = (version: number) => [{ type: 'agent', id, version }];
    expect((await update(1, coordinate(id))).multiagent.agents).toEqual(self(2));
    // The same roster in the other notation is not a change.
    for (const entry of [id, { type: 'self' }, { type: 'agent', id }])
      expect((await update(2, coordinate(entry))).version).toBe(2);
    expect((await update(2, coordinate({ type: 'agent', id, version: 1 }))).multiagent.agents).toEqual(
      self(1),
    );
    expect(await update(3, { name: 'Lead' })).toMatchObject({ version: 4, multiagent: { agents: self(1) } });
    expect(
      await ask(`POST /v1/agents/${id}`, { version: 4, ...coordinate({ type: 'agent', id, version: 2 }) }),
    ).toMatchObject({ status: 400, rule: 'AGT-055' });
  });
});

describe('agent update', () => {
  test('increments the version on a change and keeps the previous version readable', async () => {
    verifies('AGT-009', 'AGT-010', 'GEN-017');
    const { ask, clock } = start();
    const first = await create(ask, {
      system: 'a',
      description: 'b',
      tools: [custom('x')],
      metadata: { k: 'v' },
    });
    clock.advance(1000);
    const change = { version: 1, system: '', description: null, tools: null, metadata: { k: null, n: '1' } };
    const { json: second } = await ask(`POST /v1/agents/${first.id}`, change);
    expect(second).toEqual({
      ...first,
      version: 2,
      system: null,
      description: null,
      tools: [],
      metadata: { n: '1' },
      updated_at: '2026-06-01T00:00:01.000Z',
    });
    clock.advance(1000);
    expect((await ask(`POST /v1/agents/${first.id}`, { version: 2, name: 'Triage' })).json).toEqual(second);
    expect((await ask(`GET /v1/agents/${first.id}?version=1`)).json).toEqual(first);
    expect((await ask(`GET /v1/agents/${first.id}`)).json).toEqual(second);
    expect((await ask(`GET /v1/agents/${first.id}/versions`)).json.data).toEqual([second, first]);
    expect(await ask(`GET /v1/agents/${first.id}?version=3`)).toMatchObject({ status: 404 });
  });

  test('requires the current version and an active agent', async () => {
    verifies('GEN-017', 'AGT-003');
    const { ask } = start();
    const { id } = await create(ask);
    for (const version of [2, 7])
      expect(await ask(`POST /v1/agents/${id}`, { version, name: 'b' })).toMatchObject({
        status: 409,
        rule: 'GEN-017',
      });
    expect(await ask(`POST /v1/agents/${id}`, { name: 'b' })).toMatchObject({ status: 400, rule: 'GEN-017' });
    const { json: archived } = await ask(`POST /v1/agents/${id}/archive`);
    expect(archived.archived_at).toBe('2026-06-01T00:00:00.000Z');
    expect((await ask(`POST /v1/agents/${id}/archive`)).json).toEqual(archived);
    expect(await ask(`POST /v1/agents/${id}`, { version: 1, name: 'b' })).toMatchObject({ status: 409 });
    expect((await ask('GET /v1/agents')).json.data).toEqual([]);
  });

  test('validates new tools against the stored MCP servers', async () => {
    verifies('AGT-066');
    const { ask } = start();
    const { id } = await create(ask, { mcp_servers: [server('a')], tools: [mcp] });
    const change = { version: 1, mcp_servers: [server('b')] };
    expect(await ask(`POST /v1/agents/${id}`, change)).toMatchObject({ status: 400, rule: 'AGT-066' });
    expect(await ask(`POST /v1/agents/${id}`, { ...change, tools: [] })).toMatchObject({ status: 200 });
  });
});
