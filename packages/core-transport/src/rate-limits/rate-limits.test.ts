/** What a client makes of rate limits, over the whole pipeline, in virtual time. */
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { describe, expect, test } from 'vitest';
import { RateLimitError } from '../errors/api-error.js';
import type { HttpAdapter } from '../http-adapter.js';
import type { TransportOptions } from '../options/client-options.js';
import { FakeClock } from '../testing/fake-clock.js';
import { finish } from '../testing/finish.js';
import { fixedWindow } from '../testing/limited-services.js';
import type { LimitedService } from '../testing/limited-services.js';
import { ScriptedAdapter } from '../testing/scripted-adapter.js';
import { createThing, generateThing, readThing, settle, transportWith } from '../testing/things.js';

const params = { thing_id: 't' };
const good = { body: { id: 'ok' } };
const limited = (headers: Record<string, string> = {}) => ({
  status: 429,
  headers,
  body: { type: 'error', error: { type: 'rate_limit_error', message: 'slow down' } },
});
const caught = (promise: PromiseLike<unknown>): Promise<unknown> =>
  Promise.resolve(promise).then(
    () => 'no error',
    (reason: unknown) => reason,
  );

/** An adapter that asks a service about each request. */
function limitedAdapter(clock: FakeClock, service: LimitedService): HttpAdapter & { requests: number } {
  const replies = new ScriptedAdapter(good);
  return {
    requests: 0,
    async send(request) {
      this.requests += 1;
      await new Promise((resolve) => void clock.setTimer(() => resolve(undefined), 3));
      const hint = service(clock.now());
      if (hint === null) return replies.send(request);
      return new ScriptedAdapter(limited({ 'retry-after-ms': String(hint) })).send(request);
    },
    close: () => Promise.resolve(),
  };
}

test('400 calls, 80 at once, at 40 in 500 ms: none fails, within 1.3x of the time and of the requests', async () => {
  const clock = new FakeClock();
  const http = limitedAdapter(clock, fixedWindow({ calls: 40, windowMs: 500 }, 'window'));
  const { transport } = transportWith({ http }, { clock });
  const startedAt = clock.now();
  let left = 400;
  const worker = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      await transport.call(readThing, { params });
    }
  };
  await finish(clock, Promise.all(Array.from({ length: 80 }, worker)));
  expect(clock.now() - startedAt).toBeLessThan(1.3 * 10 * 500);
  expect(http.requests).toBeLessThan(1.3 * 400);
  expect(clock.timers).toBe(0);
});

describe('a 429 with a hint', () => {
  test('spends neither retries nor their budget nor the total deadline', async () => {
    const http = new ScriptedAdapter(
      ...Array.from({ length: 9 }, () => limited({ 'retry-after': '2' })),
      good,
    );
    const { transport, clock } = transportWith({
      http,
      retry: { maxRetries: 0, budget: { capacity: 0 } },
      timeouts: { totalMs: 1000 },
    });
    const result = transport.call(createThing, { body: {} });
    expect(await finish(clock, result)).toEqual({ id: 'ok' });
    expect(http.requests).toHaveLength(10);
  });

  test('holds back other calls of its limit, and no others', async () => {
    const http = new ScriptedAdapter(limited({ 'retry-after': '20' }), good);
    const { transport, clock } = transportWith({ http });
    const refused = transport.call(generateThing, { body: { model: 'one' } });
    await settle();
    const held = transport.call(generateThing, { body: { model: 'one' } });
    await transport.call(generateThing, { body: { model: 'two' } });
    await transport.call(readThing, { params });
    expect(transport.limits.waiting).toEqual([{ limit: 'things/one', requests: 2 }]);
    expect(http.requests).toHaveLength(3);
    await finish(clock, Promise.all([refused, held]));
    expect(transport.limits).toEqual({});
  });

  test('waits for the hint even if the rate limiter ignores hints', async () => {
    const http = new ScriptedAdapter(limited({ 'retry-after-ms': '5000' }), good);
    const rateLimiter = { acquire: () => ({ release: () => undefined }) };
    const { transport, clock } = transportWith({ http, rateLimiter });
    const result = transport.call(readThing, { params });
    await settle();
    clock.advance(5000 * 1.125 - 1);
    await settle();
    expect(http.requests).toHaveLength(1);
    clock.advance(1);
    await result;
  });

  test.each<[string, Partial<TransportOptions>, string]>([
    ['one wait', { rateLimit: { maxWaitMs: 19_999 } }, '20'],
    ['all waits together', { rateLimit: { maxWaitMs: 50_000 } }, '20'],
    ['the default of five minutes', {}, '301'],
    ['no wait at all', { rateLimit: { maxWaitMs: 0 } }, '1'],
  ])(
    'fails when maxWaitMs does not allow %s, with the hint and what would help',
    async (_name, options, after) => {
      const http = new ScriptedAdapter(limited({ 'retry-after': after }));
      const { transport, clock } = transportWith({ http, ...options });
      const error = await finish(clock, caught(transport.call(readThing, { params })));
      expect(RateLimitError.is(error)).toBe(true);
      expect(error).toMatchObject({
        status: 429,
        retryAfterMs: Number(after) * 1000,
        requestId: 'req_scripted',
        attempts: { length: http.requests.length },
      });
      expect((error as Error).message).toContain('rateLimit.maxWaitMs');
      expect((error as Error).message).toContain('localRateLimiter()');
      expect(clock.timers).toBe(0);
    },
  );

  test('is not retried when the service says not to', async () => {
    const http = new ScriptedAdapter(limited({ 'retry-after': '1', 'x-should-retry': 'false' }));
    const error = await caught(transportWith({ http }).transport.call(readThing, { params }));
    expect(error).toMatchObject({ status: 429, message: 'things.retrieve: 429 rate_limit_error: slow down' });
  });

  test('an abort ends the wait', async () => {
    const http = new ScriptedAdapter(limited({ 'retry-after': '20' }));
    const { transport, clock } = transportWith({ http });
    const caller = new AbortController();
    const result = caught(transport.call(readThing, { params }, { signal: caller.signal }));
    await settle();
    caller.abort('enough');
    expect(await result).toMatchObject({ name: 'AbortedError', reason: 'enough' });
    expect(clock.timers).toBe(0);
    expect(transport.limits.waiting).toBeUndefined();
  });

  test('is reported to the callback of the call', async () => {
    const http = new ScriptedAdapter(limited({ 'retry-after': '20' }), good);
    const { transport, clock } = transportWith({ http });
    const waits: unknown[] = [];
    const onRateLimitWait = (wait: unknown): void => {
      waits.push(wait);
      throw new Error('a listener that fails');
    };
    await finish(clock, transport.call(readThing, { params }, { onRateLimitWait }));
    expect(waits).toMatchObject([
      { phase: 'start', limit: 'managed-agents', queued: 1, waitedMs: 0 },
      { phase: 'end', limit: 'managed-agents', queued: 0 },
    ]);
    expect((waits[1] as { waitedMs: number }).waitedMs).toBeGreaterThan(20_000);
  });
});

test('waits are published on node:diagnostics_channel, with the calls that wait for the same limit', async () => {
  const messages: unknown[] = [];
  const listen = (message: unknown): void => void messages.push(message);
  subscribe('parlance:rate-limit-wait:start', listen);
  subscribe('parlance:rate-limit-wait:end', listen);
  const http = new ScriptedAdapter(limited({ 'retry-after': '20' }), limited({ 'retry-after': '20' }), good);
  const { transport, clock } = transportWith({ http });
  const one = transport.call(generateThing, { body: { model: 'one' } });
  await settle();
  const two = transport.call(generateThing, { body: { model: 'two' } });
  await finish(clock, Promise.all([one, two]));
  unsubscribe('parlance:rate-limit-wait:start', listen);
  unsubscribe('parlance:rate-limit-wait:end', listen);
  const facts = { operation: 'things.generate', attempt: 2 };
  expect(messages).toEqual([
    { ...facts, limit: 'things/one', queued: 1, waitedMs: null },
    { ...facts, limit: 'things/two', queued: 1, waitedMs: null },
    { ...facts, limit: 'things/one', queued: null, waitedMs: expect.any(Number) },
    { ...facts, limit: 'things/two', queued: null, waitedMs: expect.any(Number) },
  ]);
});

test('a rate limiter receives the facts of the request and the response', async () => {
  const requests: unknown[] = [];
  const results: unknown[] = [];
  const rateLimiter = {
    acquire: ({ signal, ...request }: { signal: AbortSignal }) => {
      requests.push({ ...request, aborted: signal.aborted });
      return { release: (result: unknown) => void results.push(result) };
    },
  };
  const http = new ScriptedAdapter({
    headers: {
      'vendor-ratelimit-requests-limit': '50',
      'vendor-ratelimit-requests-remaining': '49',
      'vendor-ratelimit-requests-reset': '2026-01-01T00:00:03Z',
    },
    body: { id: 'ok', usage: { input_tokens: 3, cache_creation_input_tokens: 4, output_tokens: 5 } },
  });
  const { transport } = transportWith({ http, rateLimiter, priority: 'bulk' });
  const body = { model: 'one', max_tokens: 100, messages: [{ role: 'user', content: 'x'.repeat(396) }] };
  await transport.call(generateThing, { body });
  await transport.call(readThing, { params }, { priority: 'interactive' });
  expect(requests).toEqual([
    {
      operation: 'things.generate',
      limit: 'things/one',
      priority: 'bulk',
      attempt: 1,
      waitedMs: 0,
      estimatedInputTokens: 100,
      maxOutputTokens: 100,
      aborted: false,
    },
    {
      operation: 'things.retrieve',
      limit: 'managed-agents',
      priority: 'interactive',
      attempt: 1,
      waitedMs: 0,
      estimatedInputTokens: 0,
      maxOutputTokens: 0,
      aborted: false,
    },
  ]);
  expect(results[0]).toEqual({
    status: 200,
    rateLimits: {
      requests: { limit: 50, remaining: 49, reset: '2026-01-01T00:00:03Z', resetAfterMs: 2000 },
    },
    retryAfterMs: null,
    inputTokens: 7,
    outputTokens: 5,
  });
});
