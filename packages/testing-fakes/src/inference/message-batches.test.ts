import { createMessageBatch, type Message, type MessageBatchError } from '@parlance/schemas';
import { MessageBatchIndividualResponseSchema } from '@parlance/schemas/validation';
import { describe, expect, test } from 'vitest';
import { createFake } from '../fake/create-fake.js';
import type { Fake } from '../fake/fake.js';
import { asker, type Ask } from '../testing/ask.js';
import { verifies } from '../testing/verifies.js';

const DAY_MS = 86_400_000;

const request = (custom_id: string, text = 'hello', more: object = {}) => ({
  custom_id,
  params: {
    model: 'assistant-haiku-4-5',
    max_tokens: 50,
    messages: [{ role: 'user', content: text }],
    ...more,
  },
});

function open(mode: 'skip' | 'manual' = 'manual'): { readonly fake: Fake; readonly ask: Ask } {
  const fake = createFake({ checkResponses: true, clock: { mode } });
  return { fake, ask: asker(fake, '') };
}

async function create(ask: Ask, requests: readonly unknown[]): Promise<string> {
  const { status, json } = await ask('POST /v1/messages/batches', { requests });
  expect(status).toBe(200);
  return json.id as string;
}

/** Lets the emulator process what it has, and the clock of a `skip` world move. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate);
}

interface Line {
  readonly custom_id: string;
  readonly result: {
    readonly type: string;
    readonly message?: Message;
    readonly error?: MessageBatchError;
  };
}

async function resultsOf(fake: Fake, ask: Ask, id: string): Promise<Line[]> {
  const { json } = await ask(`GET /v1/messages/batches/${id}`);
  const headers = { 'x-api-key': fake.keys.api, 'vendor-version': '2023-06-01' };
  const response = await fake.fetch(json.results_url as string, { headers });
  expect(response.headers.get('content-type')).toBe('application/x-jsonl');
  const lines = (await response.text()).split('\n');
  expect(lines.pop()).toBe('');
  return lines.map((line) => {
    const value: Line = JSON.parse(line);
    expect(MessageBatchIndividualResponseSchema.safeParse(value).error).toBeUndefined();
    return value;
  });
}

describe('a batch', () => {
  test('is in progress until all its requests have a result', async () => {
    verifies('BAT-005', 'BAT-008', 'BAT-009', 'BAT-012');
    const { fake, ask } = open();
    const id = await create(ask, [request('a', 'one'), request('b', 'two'), request('c')]);
    const before = await ask(`GET /v1/messages/batches/${id}`);
    expect(before.json).toEqual({
      id,
      type: 'message_batch',
      processing_status: 'in_progress',
      request_counts: { processing: 3, succeeded: 0, errored: 0, canceled: 0, expired: 0 },
      created_at: '2026-06-01T00:00:00.000Z',
      expires_at: '2026-06-02T00:00:00.000Z',
      ended_at: null,
      archived_at: null,
      cancel_initiated_at: null,
      results_url: null,
    });
    const early = await ask(`GET /v1/messages/batches/${id}/results`);
    expect([early.status, early.rule]).toEqual([404, 'BAT-009']);
    await settle();
    fake.world().clock.advance(1000);
    await settle();
    const after = await ask(`GET /v1/messages/batches/${id}`);
    expect(after.json).toMatchObject({
      processing_status: 'ended',
      request_counts: { processing: 0, succeeded: 3 },
      ended_at: '2026-06-01T00:00:01.000Z',
      results_url: `${fake.url}/v1/messages/batches/${id}/results`,
    });
    const lines = await resultsOf(fake, ask, id);
    expect(lines.map(({ custom_id, result }) => [custom_id, result.message?.content])).toMatchObject([
      ['a', [{ text: 'You said: one' }]],
      ['b', [{ text: 'You said: two' }]],
      ['c', [{ text: 'You said: hello' }]],
    ]);
    for (const { result } of lines) expect(result.message?.usage.service_tier).toBe('batch');
  });

  test('has its results at the origin that the client uses', async () => {
    verifies('BAT-009');
    const { fake, ask } = open('skip');
    const { url } = await fake.listen();
    const id = await create(ask, [request('a')]);
    await settle();
    const headers = { 'x-api-key': fake.keys.api, 'vendor-version': '2023-06-01' };
    const response = await fetch(`${url}/v1/messages/batches/${id}`, { headers });
    const batch = (await response.json()) as { readonly results_url: string };
    expect(batch.results_url).toBe(`${url}/v1/messages/batches/${id}/results`);
    const text = await (await fetch(batch.results_url, { headers })).text();
    expect(JSON.parse(text)).toMatchObject({ custom_id: 'a', result: { type: 'succeeded' } });
    await fake.close();
  });

  test('checks the params of a request when it is processed', async () => {
    verifies('BAT-014');
    const { fake, ask } = open('skip');
    const requests = [
      request('valid', 'hello', { fallbacks: [] }),
      request('unknown', 'hello', { model: 'unknown-model' }),
      request('stream', 'hello', { stream: false }),
      request('tokens', 'hello', { max_tokens: -1 }),
      { custom_id: 'empty', params: {} },
    ];
    const id = await create(ask, requests);
    await settle();
    const { json } = await ask(`GET /v1/messages/batches/${id}`);
    expect(json.request_counts).toEqual({ processing: 0, succeeded: 1, errored: 4, canceled: 0, expired: 0 });
    const lines = await resultsOf(fake, ask, id);
    const errors = lines.slice(1).map(({ custom_id, result }) => [custom_id, result.error?.error.type]);
    expect(errors).toEqual([
      ['unknown', 'not_found_error'],
      ['stream', 'invalid_request_error'],
      ['tokens', 'invalid_request_error'],
      ['empty', 'invalid_request_error'],
    ]);
    expect(lines[2]?.result.error?.error.message).toMatch(/^stream: /);
  });

  test('keeps what was processed when it is canceled', async () => {
    verifies('BAT-006', 'BAT-008');
    const { fake, ask } = open();
    const id = await create(ask, [request('fast'), request('slow', '/wait 60')]);
    await settle();
    fake.world().clock.advance(2000);
    await settle();
    const path = `/v1/messages/batches/${id}` as const;
    const canceled = await ask(`POST ${path}/cancel`);
    expect(canceled.json).toMatchObject({
      processing_status: 'canceling',
      cancel_initiated_at: '2026-06-01T00:00:02.000Z',
      request_counts: { processing: 2 },
    });
    expect((await ask(`POST ${path}/cancel`)).json).toEqual(canceled.json);
    fake.world().clock.advance(1000);
    await settle();
    const { json } = await ask(`GET ${path}`);
    expect(json).toMatchObject({ processing_status: 'ended', request_counts: { succeeded: 1, canceled: 1 } });
    expect((await ask(`POST ${path}/cancel`)).json).toEqual(json);
    const types = (await resultsOf(fake, ask, id)).map(({ custom_id, result }) => [custom_id, result.type]);
    expect(types).toEqual([
      ['fast', 'succeeded'],
      ['slow', 'canceled'],
    ]);
  });

  test('expires after 24 hours, and its results are removed after 29 days', async () => {
    verifies('BAT-007', 'BAT-008', 'BAT-013');
    const { fake, ask } = open();
    const id = await create(ask, [request('fast'), request('slow', '/wait 90000')]);
    await settle();
    fake.world().clock.advance(DAY_MS);
    await settle();
    const { json } = await ask(`GET /v1/messages/batches/${id}`);
    expect(json).toMatchObject({
      ended_at: '2026-06-02T00:00:00.000Z',
      request_counts: { succeeded: 1, expired: 1 },
    });
    const types = (await resultsOf(fake, ask, id)).map(({ custom_id, result }) => [custom_id, result.type]);
    expect(types).toEqual([
      ['fast', 'succeeded'],
      ['slow', 'expired'],
    ]);
    fake.world().clock.advance(28 * DAY_MS);
    const old = await ask(`GET /v1/messages/batches/${id}`);
    expect(old.json).toMatchObject({ archived_at: '2026-06-30T00:00:00.000Z', results_url: null });
    expect((await ask(`GET /v1/messages/batches/${id}/results`)).rule).toBe('BAT-009');
  });

  test('can be deleted once it has ended', async () => {
    verifies('BAT-011');
    const { fake, ask } = open();
    const id = await create(ask, [request('a')]);
    const early = await ask(`DELETE /v1/messages/batches/${id}`);
    expect([early.status, early.rule]).toEqual([409, 'BAT-011']);
    await settle();
    fake.world().clock.advance(1000);
    await settle();
    const deleted = await ask(`DELETE /v1/messages/batches/${id}`);
    expect(deleted.json).toEqual({ id, type: 'message_batch_deleted' });
    expect((await ask(`GET /v1/messages/batches/${id}`)).status).toBe(404);
    expect([...fake.world().store.contents.entries()]).toEqual([]);
  });

  test('is continued in a copy of its world', async () => {
    const { fake, ask } = open();
    const id = await create(ask, [request('a')]);
    const snapshot = JSON.parse(JSON.stringify(fake.snapshot()));
    await using copy = createFake({ checkResponses: true });
    copy.restore(snapshot);
    await settle();
    copy.world().clock.advance(1000);
    await settle();
    const lines = await resultsOf(copy, asker(copy, ''), id);
    expect(lines.map(({ custom_id }) => custom_id)).toEqual(['a']);
  });
});

describe('a fault of requests of batches', () => {
  test('makes the result of one request fail, once', async () => {
    const { fake, ask } = open('skip');
    fake.setFaults([{ match: { custom_id: 'b' }, status: 529, times: 1 }]);
    for (const types of [
      ['succeeded', 'errored'],
      ['succeeded', 'succeeded'],
    ]) {
      const id = await create(ask, [request('a'), request('b')]);
      await settle();
      const results = await resultsOf(fake, ask, id);
      expect(results.map(({ result }) => result.type)).toEqual(types);
      if (types[1] === 'errored')
        expect(results[1]?.result.error?.error).toEqual({
          type: 'overloaded_error',
          message: 'Fault: status 529.',
        });
    }
    expect(fake.scenarioProblems()).toEqual([]);
  });

  test('can be for several requests, with an error of its own', async () => {
    const { fake, ask } = open('skip');
    const error = { type: 'rate_limit_error' as const, message: 'Slow down.' };
    fake.setFaults([{ match: { custom_id: 'row-*' }, status: 429, error, after: 1 }]);
    const id = await create(ask, [request('row-1'), request('other'), request('row-2')]);
    await settle();
    const results = await resultsOf(fake, ask, id);
    expect(results.map(({ result }) => result.type)).toEqual(['succeeded', 'succeeded', 'errored']);
    expect(results[2]?.result.error?.error).toEqual(error);
  });

  test('does not apply to other requests, nor do other faults to requests of batches', async () => {
    const { fake, ask } = open('skip');
    fake.setFaults([
      { match: { custom_id: '*' }, status: 500 },
      { match: { path: '/v1/messages' }, status: 503 },
    ]);
    const models = await ask('GET /v1/models');
    expect(models.status).toBe(200);
    fake.setFaults([{ after: 2, status: 503 }]);
    const id = await create(ask, [request('a'), request('b'), request('c')]);
    await settle();
    expect((await resultsOf(fake, ask, id).catch(() => [])).map(({ result }) => result.type)).toEqual([]);
    fake.setFaults([]);
    const results = await resultsOf(fake, ask, id);
    expect(results.map(({ result }) => result.type)).toEqual(['succeeded', 'succeeded', 'succeeded']);
  });

  test.each([
    ['status', { match: { custom_id: 'a' } }],
    ['status', { match: { custom_id: 'a' }, status: 200 }],
    ['delay_ms', { match: { custom_id: 'a' }, status: 500, delay_ms: 5 }],
    ['stream', { match: { custom_id: 'a' }, status: 500, stream: { split: 5 } }],
  ])('is rejected with an invalid %s', (field, fault) => {
    expect(() => open().fake.setFaults([fault])).toThrow(field);
  });
});

describe('a batch is rejected', () => {
  test.each([
    ['BAT-001', 'without requests', []],
    ['BAT-003', 'with an empty custom_id', [request('')]],
    ['BAT-003', 'with a custom_id of 65 characters', [request('a'.repeat(65))]],
    ['BAT-003', 'with other characters in custom_id', [request('a b')]],
    ['BAT-004', 'with a custom_id that is not unique', [request('a'), request('b'), request('a')]],
    ['GEN-004', 'with an unknown field', [{ ...request('a'), priority: 1 }]],
  ])('%s: %s', async (rule, _, requests) => {
    verifies('BAT-003', 'BAT-004');
    const { ask } = open();
    const { status, rule: found } = await ask('POST /v1/messages/batches', { requests });
    expect([status, found]).toEqual([400, rule]);
    expect((await ask('GET /v1/messages/batches')).json.data).toEqual([]);
  });

  test('with more than 100,000 requests', async () => {
    verifies('BAT-001');
    const { ask } = open();
    const requests = Array.from({ length: 100_001 }, (_, index) => request(`r${index}`));
    const { status, rule } = await ask('POST /v1/messages/batches', { requests });
    expect([status, rule]).toEqual([400, 'BAT-001']);
  });

  test('with more than 256 MB, before its body is read', async () => {
    verifies('BAT-002');
    const { fake } = open();
    const limit = createMessageBatch.maxBodyBytes ?? 0;
    expect(limit).toBe(268_435_456);
    let isRead = false;
    async function* body(): AsyncGenerator<Uint8Array> {
      isRead = true;
      yield new Uint8Array();
    }
    const headers = { 'x-api-key': fake.keys.api, 'vendor-version': '2023-06-01' };
    const { status } = await fake.http().send({
      method: 'POST',
      origin: fake.url,
      path: '/v1/messages/batches',
      headers: { ...headers, 'content-type': 'application/json', 'content-length': String(limit + 1) },
      body: body(),
      cancellation: { cancelled: false, reason: undefined, listen: () => undefined },
    });
    expect([status, isRead]).toEqual([413, false]);
  });
});

test('batches are listed newest first', async () => {
  verifies('BAT-010');
  const { ask } = open();
  const ids: string[] = [];
  for (let index = 0; index < 3; index++) ids.unshift(await create(ask, [request('a')]));
  const page = await ask('GET /v1/messages/batches?limit=2');
  expect(page.json.data.map(({ id }: { id: string }) => id)).toEqual(ids.slice(0, 2));
  expect(page.json.has_more).toBe(true);
  const rest = await ask(`GET /v1/messages/batches?limit=2&after_id=${ids[1]}`);
  expect(rest.json.data.map(({ id }: { id: string }) => id)).toEqual(ids.slice(2));
  const bad = await ask('GET /v1/messages/batches?limit=1001');
  expect([bad.status, bad.rule]).toEqual([400, 'BAT-010']);
});
