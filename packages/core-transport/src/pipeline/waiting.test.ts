import { describe, expect, test } from 'vitest';
import type { Middleware } from '../http-adapter.js';
import { openStream } from '../streaming/open-stream.js';
import { finish } from '../testing/finish.js';
import { RateLimitError } from '../errors/api-error.js';
import { makeLocalRateLimiter } from '../rate-limits/local-rate-limiter.js';
import type { Permit } from '../rate-limits/rate-limiter.js';
import { FakeClock } from '../testing/fake-clock.js';
import { permitRequest } from '../testing/run-batch.js';
import { ScriptedAdapter } from '../testing/scripted-adapter.js';
import { generateThing, readThing, settle, transportWith } from '../testing/things.js';

const params = { thing_id: 't' };
const never = (): Promise<never> => new Promise(() => undefined);

/** What a call may wait for before it is sent, and which may never come. */
const waits = {
  'the function that returns the key': { apiKey: never },
  'a rate limiter': { rateLimiter: { acquire: never } },
};

describe.each(Object.entries(waits))('waiting for %s', (_name, options) => {
  test('ends with an abort, and with the client', async () => {
    const caller = new AbortController();
    const { transport, clock } = transportWith({ ...options, http: new ScriptedAdapter({}) });
    const aborted = transport.call(readThing, { params }, { signal: caller.signal });
    const closed = transport.call(readThing, { params });
    await settle();
    caller.abort('enough');
    await expect(aborted).rejects.toMatchObject({ name: 'AbortedError', reason: 'enough' });
    await transport.close();
    await expect(closed).rejects.toMatchObject({
      name: 'AbortedError',
      message: 'things.retrieve: the client was closed',
    });
    expect(clock.timers).toBe(0);
  });
});

describe('waiting for the function that returns the key', () => {
  test.each(['call', 'stream'])('has a deadline in each attempt of a %s', async (kind) => {
    const { transport, clock } = transportWith({ apiKey: never, http: new ScriptedAdapter({}) });
    const result =
      kind === 'call'
        ? transport.call(readThing, { params })
        : openStream(transport, generateThing, { body: {} }).drain();
    const caught = result.catch((error: unknown) => error);
    const startedAt = clock.now();
    expect(await finish(clock, caught)).toMatchObject({
      code: 'timeout_key',
      message: expect.stringContaining('no key within 30000 ms'),
      sent: false,
      attempts: { length: 3 },
    });
    expect(clock.now() - startedAt).toBe(3 * 30_000 + 250 + 500);
    expect(clock.timers).toBe(0);
  });

  test('is part of the total deadline', async () => {
    const { transport, clock } = transportWith({
      apiKey: never,
      timeouts: { keyMs: Infinity },
      http: new ScriptedAdapter({}),
    });
    const result = transport.call(readThing, { params }).catch((error: unknown) => error);
    expect(await finish(clock, result)).toMatchObject({ code: 'timeout_total', sent: false });
  });
});

test('waiting for a free connection has a deadline, also for streams', async () => {
  const http = new ScriptedAdapter('silent');
  const queued: Middleware = (next) => (request) => {
    const response = next(request);
    request.onQueued?.();
    return response;
  };
  const { transport, clock } = transportWith({ http, middleware: [queued], retry: { maxRetries: 0 } });
  const stream = openStream(transport, generateThing, { body: {} });
  const result = stream.drain().catch((error: unknown) => error);
  await settle();
  clock.advance(300_000);
  expect(await result).toMatchObject({ code: 'timeout_queue' });
});

describe('waiting for a rate limiter', () => {
  test('does not count towards the total deadline, and ends at rateLimit.maxWaitMs', async () => {
    const { transport, clock } = transportWith({
      rateLimiter: { acquire: never },
      http: new ScriptedAdapter({}),
    });
    const result = transport.call(readThing, { params }).catch((error: unknown) => error);
    await settle();
    clock.advance(299_999);
    await settle();
    expect(clock.timers).toBe(1);
    clock.advance(1);
    const error = await result;
    expect(RateLimitError.is(error)).toBe(true);
    expect(error).toMatchObject({ status: null, retryAfterMs: null, retryable: false });
    expect((error as Error).message).toBe(
      'things.retrieve: rate_limit_error: not sent within rateLimit.maxWaitMs (300000 ms): send fewer calls at a time, ' +
        'raise rateLimit.maxWaitMs, or share a localRateLimiter() between clients',
    );
    expect(clock.timers).toBe(0);
  });

  test('leaves the rest of the total deadline unchanged', async () => {
    let admit: (permit: Permit) => void = () => undefined;
    const acquire = (): Promise<Permit> => new Promise((resolve) => (admit = resolve));
    const { transport, clock } = transportWith({
      rateLimiter: { acquire },
      http: new ScriptedAdapter('silent'),
      timeouts: { headersMs: Infinity },
    });
    const result = transport.call(readThing, { params }).catch((error: unknown) => error);
    await settle();
    clock.advance(200_000);
    admit({ release: () => undefined });
    await settle();
    clock.advance(119_990);
    await settle();
    expect(clock.timers).toBe(1);
    clock.advance(20);
    expect(await result).toMatchObject({ code: 'timeout_total', sent: true });
  });

  test('is bounded in the queue of a local rate limiter, too', async () => {
    const limiterClock = new FakeClock();
    const rateLimiter = makeLocalRateLimiter(
      { maxConcurrent: 1 },
      { clock: limiterClock, random: () => 0.5 },
    );
    await rateLimiter.acquire(permitRequest());
    const { transport, clock } = transportWith({ rateLimiter, http: new ScriptedAdapter({}) });
    const result = transport
      .call(readThing, { params }, { rateLimit: { maxWaitMs: 1000 } })
      .catch((error: unknown) => error);
    await settle();
    expect(rateLimiter.waiting?.()).toEqual([{ limit: 'shared', requests: 1 }]);
    clock.advance(1000);
    expect(await result).toMatchObject({ name: 'RateLimitError' });
    expect(rateLimiter.waiting?.()).toEqual([]);
  });

  test('releases a permit that arrives too late', async () => {
    let admit: (permit: Permit) => void = () => undefined;
    let released = 0;
    const acquire = (): Promise<Permit> => new Promise((resolve) => (admit = resolve));
    const { transport } = transportWith({ rateLimiter: { acquire }, http: new ScriptedAdapter({}) });
    const caller = new AbortController();
    const result = transport.call(readThing, { params }, { signal: caller.signal });
    await settle();
    caller.abort();
    await expect(result).rejects.toMatchObject({ name: 'AbortedError' });
    admit({
      release: () => {
        released += 1;
      },
    });
    await settle();
    expect(released).toBe(1);
  });
});
