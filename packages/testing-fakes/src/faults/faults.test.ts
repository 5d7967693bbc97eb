import { createMessage, listModels } from '@parlance/schemas';
import { type ClientOptions, ParlanceError } from '@parlance/core-transport';
import { openStream, Transport } from '@parlance/core-transport/internal';
import { afterEach, describe, expect, test } from 'vitest';
import { createFake } from '../fake/create-fake.js';
import type { Fake } from '../fake/fake.js';
import type { Fault } from './fault.js';

const open: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of open.splice(0)) await close();
});

interface Both {
  readonly fake: Fake;
  readonly transports: { readonly adapter: Transport; readonly socket: Transport };
}

/** An emulator with two clients: one connects in process, one over a socket. */
async function both(timeouts: ClientOptions['timeouts'] = {}): Promise<Both> {
  const fake = createFake({ clock: { mode: 'running', factor: 100 } });
  const { url } = await fake.listen();
  const shared = {
    apiKey: fake.keys.api,
    retry: { maxRetries: 0 },
    timeouts,
  };
  const adapter = new Transport({ ...shared, baseUrl: url, http: fake.http() }, { key: 'api-key' });
  const socket = new Transport({ ...shared, baseUrl: url }, { key: 'api-key' });
  open.push(
    () => adapter.close(),
    () => socket.close(),
    () => fake.close(),
  );
  return { fake, transports: { adapter, socket } };
}

/** Returns the properties of an error that depend on the fault. */
async function failureOf(call: Promise<unknown>) {
  const error: unknown = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!ParlanceError.is(error)) throw new Error(`Expected a ParlanceError, got: ${String(error)}`);
  const { name, code, status, reason, phase } = error as ParlanceError & Record<string, unknown>;
  const { code: causeCode } = (error.cause ?? {}) as { code?: unknown };
  return { name, code, status, reason, phase, causeCode };
}

const body = {
  model: 'assistant-opus-4-7',
  max_tokens: 50,
  messages: [{ role: 'user' as const, content: 'one two three four five' }],
};

async function listed(transport: Transport): Promise<unknown> {
  return transport.list(listModels, {});
}

async function streamed(transport: Transport): Promise<unknown> {
  const events: unknown[] = [];
  for await (const event of openStream(transport, createMessage, { body })) events.push(event);
  return events;
}

const CALLS: readonly (readonly [what: string, fault: Fault, seen: Record<string, unknown>])[] = [
  ['a status', { status: 529 }, { name: 'OverloadedError', status: 529 }],
  [
    'an error type',
    { status: 400, error: { type: 'billing_error' } },
    { name: 'BadRequestError', status: 400 },
  ],
  ['a reset before the response', { cut: 'rst' }, { name: 'ConnectionError', code: 'ECONNRESET' }],
  ['a close before the response', { cut: 'fin' }, { name: 'ConnectionError' }],
  ['a stall', { stall: true }, { name: 'TimeoutError', phase: 'headers' }],
  ['a delay', { delay_ms: 60_000 }, { name: 'TimeoutError', phase: 'headers' }],
  ['a reset within the body', { stream: { cut_after_bytes: 20 } }, { name: 'ConnectionError' }],
  ['a close within the body', { stream: { cut_after_bytes: 20, cut: 'fin' } }, { name: 'ConnectionError' }],
  ['truncated JSON', { truncate_bytes: 20 }, { name: 'UnexpectedResponseError' }],
  ['an empty body', { truncate_bytes: 0 }, { name: 'UnexpectedResponseError' }],
  [
    'another content type',
    { content_type: 'text/html', body: '<html></html>' },
    { name: 'UnexpectedResponseError' },
  ],
  ['JSON that is not an object', { body: '[1]' }, { name: 'UnexpectedResponseError' }],
  ['a redirect', { redirect: 'https://example.com/' }, { name: 'UnexpectedResponseError' }],
];

const STREAMS: readonly (readonly [what: string, fault: Fault, seen: Record<string, unknown>])[] = [
  ['an error event', { stream: { error_at_event: 3 } }, { name: 'StreamError', reason: 'server_error' }],
  ['a reset at an event', { stream: { cut_at_event: 4 } }, { name: 'StreamError', reason: 'truncated' }],
  [
    'a close at an event',
    { stream: { cut_at_event: 4, cut: 'fin' } },
    { name: 'StreamError', reason: 'truncated' },
  ],
  ['a stall', { stream: { stall_at_event: 4 } }, { name: 'StreamError', reason: 'stalled' }],
];

describe('a fault', () => {
  test.each(CALLS)('%s causes the same error in process and over a socket', async (_, fault, seen) => {
    const { fake, transports } = await both(seen.name === 'TimeoutError' ? { headersMs: 100 } : {});
    fake.setFaults([fault]);
    const failure = await failureOf(listed(transports.adapter));
    expect(failure).toMatchObject(seen);
    expect(await failureOf(listed(transports.socket))).toEqual(failure);
    await expect.poll(() => fake.journal('default').map((entry) => entry.fault)).toEqual([0, 0]);
  });

  test.each(STREAMS)(
    '%s in a stream causes the same error in process and over a socket',
    async (_, fault, seen) => {
      const { fake, transports } = await both(seen.reason === 'stalled' ? { contentGapMs: 100 } : {});
      fake.setFaults([fault]);
      const failure = await failureOf(streamed(transports.adapter));
      expect(failure).toMatchObject(seen);
      expect(await failureOf(streamed(transports.socket))).toEqual(failure);
    },
  );

  test('changes the chunks of a stream, but not its content', async () => {
    const { fake, transports } = await both();
    const whole = (await streamed(transports.adapter)) as { type: string; message?: { id: string } }[];
    const shapes: Fault['stream'][] = [
      { split: 1 },
      { split: [1, 5, 80, 81, 300] },
      { split: 'random', newline: 'crlf' },
      { newline: 'cr', merge: 1000 },
      { merge: 3, ping_every: 2, comment_every: 1 },
      { stall_at_event: 2, stall_ms: 50 },
    ];
    for (const stream of shapes) {
      fake.setFaults([{ stream }]);
      for (const transport of Object.values(transports)) {
        const events = (await streamed(transport)) as typeof whole;
        const content = events.filter((event) => event.type !== 'ping');
        expect(textOf(content)).toBe(textOf(whole));
      }
    }
  });

  test('is injected into matching requests, according to after and times', async () => {
    const { fake, transports } = await both();
    fake.setFaults([
      {
        match: { operation: 'messages.create', body_contains: 'five' },
        after: 1,
        times: 2,
        status: 429,
        headers: { 'retry-after-ms': '1' },
      },
      { match: { path: '/v1/mod*', method: 'GET' }, times: 1, status: 503 },
    ]);
    const post = async (content: string): Promise<number> => {
      const response = await fake.fetch(`${fake.url}/v1/messages`, {
        method: 'POST',
        headers: {
          'x-api-key': fake.keys.api,
          'vendor-version': '2023-06-01',
          'content-type': 'application/json',
        },
        body: JSON.stringify({ ...body, messages: [{ role: 'user', content }] }),
      });
      return response.status;
    };
    expect([
      await post('five'),
      await post('six'),
      await post('five'),
      await post('five'),
      await post('five'),
    ]).toEqual([200, 200, 429, 429, 200]);
    expect((await failureOf(listed(transports.adapter))).status).toBe(503);
    await listed(transports.adapter);
    expect(fake.journal('default').map((entry) => entry.fault)).toEqual([null, null, 0, 0, null, 1, null]);
  });

  test('is injected with a probability that the seed decides', async () => {
    const statuses = async (randomSeed: number): Promise<number[]> => {
      const fake = createFake({ randomSeed, faults: [{ probability: 0.5, status: 503 }] });
      const headers = { 'x-api-key': fake.keys.api, 'vendor-version': '2023-06-01' };
      return Promise.all(
        Array.from(
          { length: 20 },
          async () => (await fake.fetch(`${fake.url}/v1/models`, { headers })).status,
        ),
      );
    };
    const first = await statuses(1);
    expect(await statuses(1)).toEqual(first);
    expect(await statuses(2)).not.toEqual(first);
    expect(new Set(first)).toEqual(new Set([200, 503]));
  });

  test.each([
    [{ statis: 1 }, 'faults.0: unknown key "statis" (did you mean "status"?); allowed: match, after, times'],
    [{ status: 99 }, 'faults.0.status: must be a whole number from 200 to 599'],
    [
      { match: { methods: 'GET' } },
      'faults.0.match: unknown key "methods" (did you mean "method"?); allowed: path, method, operation, body_contains',
    ],
    [{ match: { method: 'PUT' } }, 'faults.0.match.method: must be GET, POST, or DELETE'],
    [{ probability: 2 }, 'faults.0.probability: must be a number from 0 to 1'],
    [{ times: 0 }, 'faults.0.times: must be a whole number from 1'],
    [{ stream: { split: 0 } }, 'faults.0.stream.split: must be a number of bytes'],
    [{ stream: { newline: 'lfcr' } }, 'faults.0.stream.newline: must be lf, cr, or crlf'],
    [{ headers: { 'x-a': 'b\r\nc: d' } }, 'faults.0.headers.x-a: must be printable ASCII text'],
    [{ headers: { 'X A': 'b' } }, 'faults.0.headers.X A: must be the name of a header'],
    [{ status: 500, cut: 'rst' }, 'faults.0.cut: cannot be combined with status'],
    [{ error: { message: 'no' } }, 'faults.0.error: requires status'],
    [
      { error: { type: 'other' }, status: 400 },
      'faults.0.error.type: must be invalid_request_error, authentication_error',
    ],
  ])('is rejected when it is %j', (fault, message) => {
    expect(() => createFake({ faults: [fault as Fault] })).toThrow(message);
  });

  test('is rejected with all of its problems at once', () => {
    const fault = { status: 99, match: { path: '' }, stream: { split: [1, 0], cut: 'off' } };
    expect(() => createFake().setFaults([{ status: 503 }, fault as Fault])).toThrow(
      [
        'scenario.faults.1.match.path: must not be empty',
        'scenario.faults.1.status: must be a whole number from 200 to 599',
        'scenario.faults.1.stream.split.1: must be a whole number from 1 to 1000000000',
        'scenario.faults.1.stream.cut: must be rst or fin',
      ].join('\n'),
    );
  });
});

function textOf(events: readonly object[]): string {
  return events.map((event) => (event as { delta?: { text?: string } }).delta?.text ?? '').join('');
}
