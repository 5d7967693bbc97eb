import { AdminClient, type UsageResult } from '@parlance/admin';
import { InferenceClient, messageCost, sumUsage, type Message } from '@parlance/inference';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createFake } from '../fake/create-fake.js';
import { asker, verifies } from '../testing/index.js';
import { emulatorPrices } from '../usage/model-prices.js';

const START = '2026-06-01T00:00:00.000Z';
const DAY_MS = 86_400_000;

function open() {
  const fake = createFake({ checkResponses: true, clock: { mode: 'manual' } });
  const options = { baseUrl: fake.url, http: fake.http(), retry: { maxRetries: 0 } };
  const admin = new AdminClient({ ...options, adminKey: fake.keys.admin });
  const plain = asker(fake, '');
  const ask = (line: Parameters<typeof plain>[0]) =>
    plain(line, undefined, { headers: { 'x-api-key': fake.keys.admin } });
  const inference = (workspaceId?: string) =>
    new InferenceClient({ ...options, apiKey: fake.keysOf('default', workspaceId).api });
  const say = (text: string, model = 'assistant-sonnet-4-6', workspaceId?: string): Promise<Message> =>
    inference(workspaceId)
      .messages.create({ model, max_tokens: 500, messages: [{ role: 'user', content: text }] })
      .then((message) => message);
  return { fake, admin, ask, inference, say, clock: fake.world().clock };
}

const USAGE = 'GET /v1/organizations/usage_report/messages';
const COST = 'GET /v1/organizations/cost_report';

test('usage and cost name workspaces that can be listed and retrieved, the default one too', async () => {
  const { fake, admin, say } = open();
  const { id } = await admin.workspaces.create({ name: 'Robotics' });
  await say('one');
  await say('two', undefined, id);
  const ids = async (list: ReturnType<typeof admin.workspaces.list>) => {
    const all: string[] = [];
    for await (const workspace of list) all.push(workspace.id);
    return all;
  };
  const { workspaceId } = fake.world();
  const params = { starting_at: START, group_by: ['workspace_id' as const] };
  for (const report of [admin.usage.messages(params), admin.cost.list(params)]) {
    const { data } = await report;
    const named = data.flatMap(({ results }) => results.map(({ workspace_id }) => workspace_id));
    expect(named).toEqual([workspaceId, id]);
  }
  expect(await ids(admin.workspaces.list())).toEqual([id]);
  const withDefault = admin.workspaces.list({ include_default: true, limit: 1 });
  expect((await ids(withDefault)).sort()).toEqual([workspaceId, id].sort());
  expect(await admin.workspaces.retrieve(workspaceId)).toMatchObject({ name: 'Default', archived_at: null });
});

test('the period is required, and a bucket is a day, an hour or a minute', async () => {
  verifies('USE-001', 'USE-002', 'USE-003', 'USE-006', 'USE-008');
  const { ask } = open();
  const from = `starting_at=${START}`;
  const rejected: readonly (readonly [Parameters<typeof ask>[0], string])[] = [
    [USAGE, 'USE-001'],
    [`${USAGE}?starting_at=today`, 'USE-001'],
    [`${USAGE}?${from}&bucket_width=1w`, 'USE-002'],
    [`${USAGE}?${from}&limit=32`, 'USE-003'],
    [`${USAGE}?${from}&bucket_width=1h&limit=169`, 'USE-003'],
    [`${USAGE}?${from}&bucket_width=1m&limit=1441`, 'USE-003'],
    [`${USAGE}?${from}&ending_at=${START}`, 'USE-006'],
    [`${COST}?${from}&bucket_width=1h`, 'USE-008'],
    [`${COST}?${from}&limit=32`, 'USE-008'],
    [`${COST}?${from}&group_by[]=model`, 'USE-008'],
    [`${USAGE}?${from}&page=page_x`, 'GEN-009'],
  ];
  for (const [line, rule] of rejected)
    expect([line, await ask(line)]).toMatchObject([line, { status: 400, rule }]);
  const days = `${from}&ending_at=2026-07-01T00:00:00Z`;
  for (const [width, count] of [
    ['1d', 7],
    ['1h', 24],
    ['1m', 60],
  ] as const)
    expect((await ask(`${USAGE}?${days}&bucket_width=${width}`)).json.data).toHaveLength(count);
  expect((await ask(`${USAGE}?${from}`)).json).toEqual({
    data: [{ starting_at: START, ending_at: '2026-06-02T00:00:00.000Z', results: [] }],
    has_more: false,
    next_page: null,
  });
});

test('results are split by group and kept by filters', async () => {
  verifies('USE-004', 'USE-005');
  const { admin, ask, say, fake } = open();
  const { id } = await admin.workspaces.create({ name: 'Robotics' });
  await say('one');
  await say('two', 'assistant-opus-4-5');
  await say('three', 'assistant-sonnet-4-6', id);
  const results = async (params: object) => {
    const { data } = await admin.usage.messages({ starting_at: START, ...params });
    return data.flatMap((bucket) => bucket.results);
  };
  const [all, ...others] = await results({});
  expect(others).toEqual([]);
  expect(all).toMatchObject({
    api_key_id: null,
    context_window: null,
    inference_geo: null,
    model: null,
    service_tier: null,
    workspace_id: null,
  });
  const models = await results({ group_by: ['model', 'service_tier', 'context_window', 'inference_geo'] });
  expect(models).toMatchObject([
    {
      model: 'assistant-sonnet-4-6',
      service_tier: 'standard',
      context_window: '0-200k',
      inference_geo: 'global',
    },
    { model: 'assistant-opus-4-5-20251101' },
  ]);
  const keys = await results({ group_by: ['api_key_id', 'workspace_id'] });
  const { data } = await admin.apiKeys.list({ workspace_id: id });
  expect(keys.map(({ workspace_id, api_key_id }) => [workspace_id, api_key_id])).toContainEqual([
    id,
    data[0]?.id,
  ]);
  expect(await results({ models: ['assistant-opus-4-5'], workspace_ids: [id] })).toEqual([]);
  expect(await results({ workspace_ids: [id], service_tiers: ['standard'] })).toHaveLength(1);
  expect(await results({ workspace_ids: [fake.world().workspaceId], inference_geos: ['us'] })).toEqual([]);
  expect(await results({ context_window: ['200k-1M'] })).toEqual([]);
  expect(await ask(`${USAGE}?starting_at=${START}&group_by[]=name`)).toMatchObject({
    status: 400,
    rule: 'USE-004',
  });
  expect(await ask(`${USAGE}?starting_at=${START}&service_tiers[]=free`)).toMatchObject({
    status: 400,
    rule: 'USE-005',
  });
});

test('costs are split by workspace and description, and amounts are exact', async () => {
  verifies('USE-008', 'USE-009');
  const { admin, say } = open();
  const reply = await say('one');
  const { data } = await admin.cost.list({ starting_at: START, group_by: ['description', 'workspace_id'] });
  const results = data.flatMap((bucket) => bucket.results);
  expect(results).toContainEqual({
    // 15 dollars per million tokens.
    amount: String((reply.usage.output_tokens * 1500) / 1_000_000),
    context_window: '0-200k',
    cost_type: 'tokens',
    currency: 'USD',
    description: 'Sonnet 4.6 Usage - Output Tokens',
    inference_geo: 'global',
    model: 'assistant-sonnet-4-6',
    service_tier: 'standard',
    token_type: 'output_tokens',
    workspace_id: expect.stringMatching(/^wrkspc_/),
  });
});

const request = fc.record({
  text: fc.string({ minLength: 1, maxLength: 400 }).map((text) => `Say ${text}`),
  model: fc.constantFrom('assistant-opus-4-7', 'assistant-sonnet-4-6', 'assistant-haiku-4-5'),
  isStreamed: fc.boolean(),
  isCached: fc.boolean(),
  afterMs: fc.integer({ min: 0, max: 2 * DAY_MS }),
});

test('the buckets add up to the usage of the replies, and the costs to their costs', async () => {
  verifies('USE-007', 'USE-009');
  await fc.assert(
    fc.asyncProperty(
      fc.array(request, { minLength: 1, maxLength: 12 }),
      fc.integer({ min: 1, max: 31 }),
      async (requests, limit) => {
        const { admin, inference, clock } = open();
        const replies: Message[] = [];
        for (const { text, model, isStreamed, isCached, afterMs } of requests) {
          clock.advance(afterMs);
          const block = { type: 'text' as const, text: text.padEnd(isCached ? 20_000 : 0, ' more') };
          const cached = isCached ? { ...block, cache_control: { type: 'ephemeral' as const } } : block;
          const body = { model, max_tokens: 500, messages: [{ role: 'user' as const, content: [cached] }] };
          const { messages } = inference();
          replies.push(await (isStreamed ? messages.stream(body).finalMessage() : messages.create(body)));
        }
        const used: UsageResult[] = [];
        for await (const { results } of admin.usage.messages({
          starting_at: START,
          limit,
          group_by: ['model'],
        }))
          used.push(...results);
        let cents = 0;
        for await (const { results } of admin.cost.list({ starting_at: START, limit }))
          for (const { amount } of results) cents += Number(amount);
        const usage = sumUsage(replies.map((reply) => reply.usage));
        const sum = (of: (result: UsageResult) => number): number =>
          used.reduce((total, one) => total + of(one), 0);
        expect(sum((one) => one.uncached_input_tokens)).toBe(usage.input_tokens);
        expect(sum((one) => one.output_tokens)).toBe(usage.output_tokens);
        expect(sum((one) => one.cache_read_input_tokens)).toBe(usage.cache_read_input_tokens ?? 0);
        expect(sum((one) => one.cache_creation.ephemeral_5m_input_tokens)).toBe(
          usage.cache_creation_input_tokens ?? 0,
        );
        const cost = replies.reduce((total, reply) => total + messageCost(reply, emulatorPrices).total, 0);
        expect(cents / 100).toBeCloseTo(cost, 9);
      },
    ),
    { numRuns: 25 },
  );
});

test('batches are part of the usage once they have ended, at half the price', async () => {
  verifies('USE-007');
  const { admin, inference, clock } = open();
  const params = (text: string) => ({
    model: 'assistant-sonnet-4-6',
    max_tokens: 500,
    messages: [{ role: 'user' as const, content: text }],
  });
  const { batches } = inference().messages;
  const requests = ['one', 'two'].map((text) => ({ custom_id: text, params: params(text) }));
  const { id } = await batches.create({ requests });
  while ((await batches.retrieve(id)).processing_status !== 'ended') {
    await new Promise((resolve) => setImmediate(resolve));
    clock.advance(60_000);
  }
  const replies: Message[] = [];
  for (const { text } of [{ text: 'one' }, { text: 'two' }])
    replies.push(await inference().messages.create(params(text)));
  const { data } = await admin.usage.messages({ starting_at: START, group_by: ['service_tier'] });
  const tokens = data.flatMap(({ results }) => results.map((one) => [one.service_tier, one.output_tokens]));
  const output = sumUsage(replies.map(({ usage }) => usage)).output_tokens;
  expect(tokens).toEqual([
    ['batch', output],
    ['standard', output],
  ]);
  const { data: days } = await admin.cost.list({ starting_at: START, group_by: ['description'] });
  const costs = days.flatMap(({ results }) => results).filter((one) => one.token_type === 'output_tokens');
  expect(Number(costs[0]?.amount)).toBeCloseTo(Number(costs[1]?.amount) / 2, 9);
});

test('sessions are part of the usage', async () => {
  verifies('USE-007');
  const { admin, fake, clock } = open();
  const ask = asker(fake, 'managed-agents-2026-04-01');
  const agent = await ask('POST /v1/agents', { model: 'assistant-opus-4-7', name: 'Worker' });
  const environment = await ask('POST /v1/environments', { name: 'env' });
  const body = { agent: agent.json.id, environment_id: environment.json.id };
  const path = `/v1/sessions/${(await ask('POST /v1/sessions', body)).json.id}` as const;
  await ask(`POST ${path}/events`, {
    events: [{ type: 'user.message', content: [{ type: 'text', text: 'Hi' }] }],
  });
  while ((await ask(`GET ${path}`)).json.status === 'running') {
    await new Promise((resolve) => setImmediate(resolve));
    clock.advance(1000);
  }
  const { usage } = (await ask(`GET ${path}`)).json;
  const { data } = await admin.usage.messages({ starting_at: START });
  expect(data[0]?.results[0]).toMatchObject({
    uncached_input_tokens: usage.input_tokens,
    output_tokens: usage.output_tokens,
  });
});
