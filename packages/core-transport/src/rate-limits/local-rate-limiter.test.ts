import { describe, expect, test } from 'vitest';
import type { Clock } from '../clock.js';
import { ConfigError } from '../errors/request-errors.js';
import { openStream } from '../streaming/open-stream.js';
import { FakeClock } from '../testing/fake-clock.js';
import { fixedWindow, lazyWindow } from '../testing/limited-services.js';
import { randomFrom } from '../testing/random-from.js';
import { permitRequest, runBatch } from '../testing/run-batch.js';
import { ScriptedAdapter } from '../testing/scripted-adapter.js';
import { generateThing, readThing, settle, transportWith } from '../testing/things.js';
import { localRateLimiter, makeLocalRateLimiter } from './local-rate-limiter.js';
import type { LocalRateLimiterOptions } from './local-rate-limiter.js';
import type { CallPriority, Permit, PermitRequest, RateLimitResult } from './rate-limiter.js';

const params = { thing_id: 't' };
const done: RateLimitResult = {
  status: 200,
  rateLimits: {},
  retryAfterMs: null,
  inputTokens: null,
  outputTokens: null,
};

function limiterOf(options: LocalRateLimiterOptions) {
  const clock = new FakeClock();
  const limiter = makeLocalRateLimiter(options, { clock, random: () => 0.5 });
  const sentAt: number[] = [];
  const send = async (request: Partial<PermitRequest>, result: Partial<RateLimitResult>): Promise<void> => {
    const permit = await limiter.acquire(permitRequest(request));
    sentAt.push(Math.round(clock.now() - 1000));
    permit.release({ ...done, ...result });
  };
  /** When each of the requests was sent, all asked for at once. */
  const times = async (
    requests: readonly Partial<PermitRequest>[],
    result: Partial<RateLimitResult> = {},
  ): Promise<number[]> => {
    const all = Promise.all(requests.map((request) => send(request, result)));
    await settle();
    while (clock.advanceToNext()) await settle();
    await all;
    return sentAt;
  };
  return { limiter, clock, times };
}

describe('concurrency', () => {
  test('is limited, and requests are admitted in order', async () => {
    const { limiter } = limiterOf({ maxConcurrent: 2 });
    const order: number[] = [];
    const permits: Permit[] = [];
    const ask = async (number: number): Promise<void> => {
      const permit = await limiter.acquire(permitRequest());
      order.push(number);
      permits.push(permit);
    };
    for (let number = 1; number <= 4; number += 1) void ask(number);
    await settle();
    expect(order).toEqual([1, 2]);
    permits[1]?.release(done);
    permits[1]?.release(done);
    await settle();
    expect(order).toEqual([1, 2, 3]);
    permits[0]?.release(done);
    await settle();
    expect(order).toEqual([1, 2, 3, 4]);
  });

  test('an aborted wait leaves the queue', async () => {
    const { limiter } = limiterOf({ maxConcurrent: 1 });
    const permit = await limiter.acquire(permitRequest());
    const caller = new AbortController();
    const waiting = limiter.acquire(permitRequest({ signal: caller.signal }));
    const next = limiter.acquire(permitRequest());
    caller.abort(new Error('enough'));
    await expect(waiting).rejects.toThrow('enough');
    permit.release(done);
    (await next).release(done);
    await expect(limiter.acquire(permitRequest({ signal: caller.signal }))).not.toBeInstanceOf(Promise);
  });

  test('an interactive request overtakes waiting requests', async () => {
    const { limiter } = limiterOf({ maxConcurrent: 1 });
    const permit = await limiter.acquire(permitRequest());
    const order: string[] = [];
    const ask = async (priority: CallPriority): Promise<void> => {
      const next = await limiter.acquire(permitRequest({ priority }));
      order.push(priority);
      next.release(done);
    };
    for (const priority of ['bulk', 'normal', 'interactive'] as const) void ask(priority);
    permit.release(done);
    await settle();
    expect(order).toEqual(['interactive', 'normal', 'bulk']);
  });
});

describe('per minute', () => {
  test('requests are spread evenly, never more than allowed in any 60 seconds', async () => {
    const { times } = limiterOf({ requestsPerMinute: 3 });
    const sentAt = await times(Array.from({ length: 7 }, () => ({})));
    for (const [index, at] of sentAt.entries()) {
      const later = sentAt[index + 3];
      if (later !== undefined) expect(later - at).toBeGreaterThanOrEqual(60_000);
    }
    expect(sentAt.at(-1)).toBeLessThan(130_000);
  });

  test('input tokens: a large request makes the next one wait', async () => {
    const { times } = limiterOf({ inputTokensPerMinute: 60_000 });
    const sentAt = await times([
      { estimatedInputTokens: 4900 },
      { estimatedInputTokens: 100 },
      { estimatedInputTokens: 100 },
    ]);
    // 980 tokens a second; the first request leaves a debt of 4851, and the next needs 49.
    expect(sentAt).toEqual([0, 5000, 5102]);
  });

  test('output tokens: unused tokens are put back', async () => {
    const full = limiterOf({ outputTokensPerMinute: 60_000 });
    const requests = [{ maxOutputTokens: 10_000 }, { maxOutputTokens: 10_000 }];
    expect((await full.times(requests))[1]).toBeGreaterThan(9000);
    const short = limiterOf({ outputTokensPerMinute: 60_000 });
    expect((await short.times(requests, { outputTokens: 50 }))[1]).toBeLessThan(100);
  });

  test('a failed request does not use tokens', async () => {
    const { times } = limiterOf({ inputTokensPerMinute: 60_000 });
    const requests = [{ estimatedInputTokens: 30_000 }, { estimatedInputTokens: 100 }];
    expect(await times(requests, { status: 500 })).toEqual([0, 0]);
  });
});

test('clients that share a limiter use at least 95 % of the limit, without a 429 after the first second', async () => {
  const clock = new FakeClock();
  const random = randomFrom(5);
  const limiter = makeLocalRateLimiter({ requestsPerMinute: 4800 }, { clock, random });
  const window = fixedWindow({ calls: 40, windowMs: 500 }, 'window', 123);
  const refusedAt: number[] = [];
  const startedAt = clock.now();
  const { elapsedMs } = await runBatch({
    limiter,
    clock,
    service: (now) => {
      const hint = window(now);
      if (hint !== null) refusedAt.push(now - startedAt);
      return hint;
    },
    calls: 2000,
    concurrency: 4 * 20,
    latencyMs: () => 2 + 3 * random(),
  });
  expect(2000 / (elapsedMs * 0.08)).toBeGreaterThan(0.95);
  expect(refusedAt.filter((at) => at > 1000)).toEqual([]);
});

test.each([5, 20, 31, 44, 60, 83, 150, 210])(
  'requests that arrive together when the first connection is open, after %d ms, fit a short window',
  async (connectedMs) => {
    const clock = new FakeClock();
    const limiter = makeLocalRateLimiter({ requestsPerMinute: 4800 }, { clock, random: () => 0.5 });
    const connectedAt = clock.now() + connectedMs;
    const { elapsedMs, requests } = await runBatch({
      limiter,
      clock,
      service: lazyWindow(40, () => 500, 'window'),
      calls: 1000,
      concurrency: 80,
      latencyMs: () => Math.max(2, connectedAt - clock.now()),
    });
    expect(requests).toBe(1000);
    expect(1000 / (elapsedMs * 0.08)).toBeGreaterThan(0.95);
  },
);

test('slow first responses delay the next requests by at most a second, once', async () => {
  const clock = new FakeClock();
  const limiter = makeLocalRateLimiter({ requestsPerMinute: 600 }, { clock, random: () => 0.5 });
  const batch = { limiter, clock, service: () => null, calls: 200, concurrency: 150, latencyMs: () => 5000 };
  const { elapsedMs } = await runBatch(batch);
  expect(elapsedMs).toBeLessThan(200 * (100 / 0.98) + 1000 + 5000);
});

test('late timers are compensated for without exceeding a short window', async () => {
  const random = randomFrom(6);
  // Most timers are late by up to 4 ms, a few by up to 30 ms.
  const late = (): number => (random() < 0.98 ? 4 : 30) * random();
  const clock = new FakeClock();
  const lateClock: Clock = {
    now: () => clock.now(),
    wallNow: () => clock.wallNow(),
    setTimer: (callback, delayMs) => clock.setTimer(callback, delayMs + late()),
    clearTimer: (timer) => clock.clearTimer(timer),
  };
  const limiter = makeLocalRateLimiter({ requestsPerMinute: 4800 }, { clock: lateClock, random });
  const service = lazyWindow(40, () => 500, 'window');
  const batch = { limiter, clock, service, calls: 2000, concurrency: 80, latencyMs: () => 2 };
  const { elapsedMs, requests } = await runBatch(batch);
  expect(requests).toBe(2000);
  expect(2000 / (elapsedMs * 0.08)).toBeGreaterThan(0.95);
});

test('the 429 responses of the service correct a limit that is set too high', async () => {
  const clock = new FakeClock();
  const limiter = makeLocalRateLimiter({ requestsPerMinute: 60_000 }, { clock, random: () => 0.5 });
  const service = fixedWindow({ calls: 40, windowMs: 500 }, 'window');
  const batch = { limiter, clock, service, calls: 400, concurrency: 80, latencyMs: () => 3 };
  const { elapsedMs, requests } = await runBatch(batch);
  expect(elapsedMs).toBeLessThan(1.3 * 10 * 500);
  expect(requests).toBeLessThan(1.3 * 400);
});

test.each<[object, string]>([
  [{ maxConcurrent: 0 }, 'maxConcurrent'],
  [{ requestsPerMinute: 1.5 }, 'requestsPerMinute'],
  [{ inputTokensPerMinute: -1 }, 'inputTokensPerMinute'],
  [{ other: 1 }, 'other'],
])('%o is refused', (options, option) => {
  let error: unknown;
  try {
    localRateLimiter(options);
  } catch (reason) {
    error = reason;
  }
  expect(ConfigError.is(error)).toBe(true);
  expect(error).toMatchObject({ option });
});

describe('in a client', () => {
  test('a call waits its turn, and a stream keeps its permit until it ends', async () => {
    const http = new ScriptedAdapter(
      {
        headers: { 'content-type': 'text/event-stream' },
        pieces: ['data: {"type":"content_block_start"}\n\n'],
      },
      { body: { id: 'later' } },
    );
    const { transport } = transportWith({ http, rateLimiter: localRateLimiter({ maxConcurrent: 1 }) });
    const stream = openStream(transport, generateThing, { body: {} });
    await stream.opened();
    const call = transport.call(readThing, { params });
    await settle();
    expect(http.requests).toHaveLength(1);
    const end = new TextEncoder().encode('data: {"type":"message_stop"}\n\n');
    http.sinks[0]?.data(end);
    http.sinks[0]?.end();
    await stream.drain();
    expect(await call).toEqual({ id: 'later' });
  });

  test('aborting a call that waits its turn ends it', async () => {
    const http = new ScriptedAdapter('silent');
    const { transport } = transportWith({ http, rateLimiter: localRateLimiter({ maxConcurrent: 1 }) });
    const first = transport.call(readThing, { params }).catch((error: unknown) => error);
    const caller = new AbortController();
    const second = transport
      .call(readThing, { params }, { signal: caller.signal })
      .catch((error: unknown) => error);
    await settle();
    caller.abort();
    expect(await second).toMatchObject({ name: 'AbortedError' });
    await transport.close();
    expect(await first).toMatchObject({ name: 'AbortedError' });
    expect(http.requests).toHaveLength(1);
  });

  test('a failed attempt releases its permit', async () => {
    const http = new ScriptedAdapter({ status: 400, body: {} });
    const { transport } = transportWith({ http, rateLimiter: localRateLimiter({ maxConcurrent: 1 }) });
    for (let call = 0; call < 3; call += 1)
      await expect(transport.call(readThing, { params })).rejects.toMatchObject({ status: 400 });
  });
});
