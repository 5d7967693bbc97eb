import { expect, test } from 'vitest';
import { createFake } from '../fake/create-fake.js';
import type { FakeOptions } from '../fake/fake-options.js';
import { asker, verifies } from '../testing/index.js';

async function open(options: FakeOptions = {}) {
  const fake = createFake({ checkResponses: true, ...options });
  const plain = asker(fake, '');
  const ask = (line: Parameters<typeof plain>[0], body?: unknown) =>
    plain(line, body, { headers: { 'x-api-key': fake.keys.admin } });
  const workspace = await ask('POST /v1/organizations/workspaces', { name: 'Robotics' });
  return { ask, own: `/v1/organizations/workspaces/${workspace.json.id}/rate_limits` as const };
}

const LIST = 'GET /v1/organizations/rate_limits';

test('the organization has limits by group', async () => {
  verifies('LIM-001', 'LIM-002');
  const { ask } = await open();
  const { data } = (await ask(LIST)).json;
  expect(data.map(({ group }: { group: { type: string } }) => group.type)).toEqual([
    'model_group',
    'token_count',
    'batch',
    'files',
    'skills',
    'web_search',
  ]);
  expect(data[0]).toMatchObject({
    models: expect.arrayContaining(['assistant-opus-4-7', 'assistant-opus-4-5']),
    limits: expect.arrayContaining([{ type: 'requests_per_minute', value: 4000 }]),
    type: 'rate_limit',
  });
  expect(data[1].models).toBeNull();
  expect((await ask(`${LIST}?group_type=files`)).json.data).toHaveLength(1);
  expect((await ask(`${LIST}?model=assistant-opus-4-5`)).json.data).toHaveLength(1);
  expect((await ask(`${LIST}?model=assistant-other`)).json.data).toEqual([]);
  expect(await ask(`${LIST}?group_type=unknown`)).toMatchObject({ status: 400, rule: 'LIM-002' });
  const page = (await ask(`${LIST}?limit=4`)).json;
  const rest = (await ask(`${LIST}?limit=4&page=${page.next_page}`)).json;
  expect([...page.data, ...rest.data]).toEqual(data);
});

test('the limits that the emulator enforces are the reported ones', async () => {
  verifies('LIM-001');
  const { ask } = await open({ rateLimits: { messages: { requests: 7, output_tokens: 900 } } });
  const { data } = (await ask(`${LIST}?group_type=model_group`)).json;
  expect(data[0].limits).toEqual([
    { type: 'requests_per_minute', value: 7 },
    { type: 'output_tokens_per_minute', value: 900 },
  ]);
});

test('a workspace has a part of the limits of the organization', async () => {
  verifies('LIM-003', 'LIM-004', 'LIM-005', 'LIM-006');
  const { ask, own } = await open();
  const [{ id }] = (await ask(`${LIST}?group_type=model_group`)).json.data;
  expect((await ask(`GET ${own}`)).json.data).toEqual([]);
  const all = (await ask(`GET ${own}?include_inherited=true`)).json.data;
  expect(all).toHaveLength(6);
  expect(all[0]).toMatchObject({ rate_limit_id: id, type: 'workspace_rate_limit' });
  const set = (limits: unknown) => ask(`POST ${own}/${id}`, { limits });
  const type = 'requests_per_minute';
  const { json } = await set([{ type, value: 100 }]);
  expect(json.limits).toContainEqual({ type, value: 100, org_limit: 4000, source: { type: 'workspace' } });
  expect((await ask(`GET ${own}`)).json.data).toEqual([{ ...json, limits: [json.limits[0]] }]);
  expect(await set([{ type, value: 4001 }])).toMatchObject({ status: 400, rule: 'LIM-006' });
  expect(await set([{ type: 'tool_uses_per_second', value: 1 }])).toMatchObject({
    status: 400,
    rule: 'LIM-005',
  });
  expect(await set([{ type: 'unknown', value: 1 }])).toMatchObject({ status: 400, rule: 'LIM-005' });
  expect(await set([{ type, value: 1.5 }])).toMatchObject({ status: 400, rule: 'LIM-005' });
  await set([{ type, value: null }]);
  expect((await ask(`GET ${own}`)).json.data).toEqual([]);
  expect((await ask(`POST ${own}/ratelimit_other`, { limits: [] })).status).toBe(404);
});
