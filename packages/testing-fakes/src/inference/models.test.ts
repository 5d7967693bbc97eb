import type { IdPage, ModelInfo } from '@parlance/schemas';
import { expect, test } from 'vitest';
import { createFake } from '../fake/create-fake.js';
import { asker } from '../testing/ask.js';
import { verifies } from '../testing/verifies.js';

const fake = createFake({ checkResponses: true });
const ask = asker(fake, '');

const LISTED = [
  'assistant-opus-4-7',
  'assistant-mythos-preview',
  'assistant-opus-4-6',
  'assistant-sonnet-4-6',
  'assistant-haiku-4-5',
  'assistant-haiku-4-5-20251001',
  'assistant-opus-4-5',
  'assistant-opus-4-5-20251101',
  'assistant-sonnet-4-5',
  'assistant-sonnet-4-5-20250929',
  'assistant-opus-4-1',
  'assistant-opus-4-1-20250805',
  'assistant-opus-4-0',
  'assistant-opus-4-20250514',
  'assistant-sonnet-4-0',
  'assistant-sonnet-4-20250514',
  'assistant-3-haiku-20240307',
];

test.each(LISTED)('%s is a model with complete metadata', async (name) => {
  verifies('INF-004', 'INF-060', 'INF-065', 'INF-066', 'INF-067', 'INF-068', 'INF-070', 'INF-076');
  verifies('INF-071', 'INF-072', 'INF-073', 'INF-074');
  const { status, json } = await ask(`GET /v1/models/${name}`, undefined, {
    headers: { 'vendor-beta': null },
  });
  expect(status).toBe(200);
  const model = json as ModelInfo;
  expect(model).toMatchObject({ type: 'model', display_name: expect.stringMatching(/\w/) });
  expect(model.max_input_tokens).toBeGreaterThanOrEqual(200_000);
  expect(model.max_tokens).toBeGreaterThanOrEqual(4096);
  expect(new Date(model.created_at).toISOString()).toMatch(/^20/);
  expect(Object.keys(model.capabilities ?? {}).sort()).toEqual([
    'batch',
    'citations',
    'code_execution',
    'context_management',
    'effort',
    'image_input',
    'pdf_input',
    'structured_outputs',
    'thinking',
  ]);
  expect((await ask(`GET /v1/models/${model.id}`)).json).toEqual(model);
});

test.each([
  ['assistant-opus-4-7', { lifecycle: 'active', deprecated_at: null, retires_at: null }],
  [
    'assistant-opus-4-20250514',
    { lifecycle: 'deprecated', deprecated_at: '2026-02-05T00:00:00Z', retires_at: '2026-11-05T00:00:00Z' },
  ],
])('%s has the stage of its life', async (name, stage) => {
  expect((await ask(`GET /v1/models/${name}`)).json).toMatchObject(stage);
});

test('lists each model once, newest first', async () => {
  verifies('INF-065');
  const { json } = await ask('GET /v1/models?limit=1000');
  const { data } = json as IdPage<ModelInfo>;
  expect(new Set(data.map((model) => model.id)).size).toBe(data.length);
  const times = data.map((model) => model.created_at);
  expect(times).toEqual([...times].sort().reverse());
});

test('filters the list by stage', async () => {
  verifies('MOD-001');
  const stagesOf = async (query: string) => {
    const { data } = (await ask(`GET /v1/models?limit=1000${query}`)).json as IdPage<ModelInfo>;
    return [...new Set(data.map(({ lifecycle }) => lifecycle))];
  };
  expect(await stagesOf('')).toEqual(['active', 'deprecated']);
  expect(await stagesOf('&lifecycle[]=deprecated&lifecycle[]=retired')).toEqual(['deprecated']);
  expect(await stagesOf('&lifecycle[]=retired')).toEqual([]);
  expect(await ask('GET /v1/models?lifecycle[]=old')).toMatchObject({ status: 400, rule: 'MOD-001' });
});

test('accepts an unknown model in messages, but not in retrieve', async () => {
  verifies('INF-061', 'INF-075');
  expect(await ask('GET /v1/models/my-own')).toMatchObject({ status: 404 });
  const body = { model: 'my-own', max_tokens: 5, messages: [{ role: 'user', content: 'hi' }] };
  expect(await ask('POST /v1/messages', body)).toMatchObject({ status: 200, json: { model: 'my-own' } });
});

test('enforces the maximum max_tokens of the model', async () => {
  verifies('INF-069');
  for (const model of ['assistant-sonnet-4-6', 'assistant-opus-4-0']) {
    const max = ((await ask(`GET /v1/models/${model}`)).json as ModelInfo).max_tokens ?? 0;
    const send = (max_tokens: number) =>
      ask('POST /v1/messages', { model, max_tokens, messages: [{ role: 'user', content: 'hi' }] });
    expect((await send(max)).status).toBe(200);
    expect(await send(max + 1)).toMatchObject({ status: 400, rule: 'INF-093' });
  }
});

test.each(LISTED)('%s states for every effort level whether it supports it', async (name) => {
  const { json } = await ask(`GET /v1/models/${name}`);
  const { supported, low, medium, high, xhigh, max } = json.capabilities.effort;
  expect([low, medium, high, xhigh, max]).toEqual([low, low, low, low, { supported }]);
});
