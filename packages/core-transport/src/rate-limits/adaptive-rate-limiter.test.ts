import { describe, expect, test } from 'vitest';
import { FakeClock } from '../testing/fake-clock.js';
import { fixedWindow, lazyWindow, slidingWindow, tokenBucket } from '../testing/limited-services.js';
import type { LimitedService } from '../testing/limited-services.js';
import { randomFrom } from '../testing/random-from.js';
import { permitRequest, runBatch } from '../testing/run-batch.js';
import { AdaptiveRateLimiter } from './adaptive-rate-limiter.js';
import type { Permit, RateLimitResult } from './rate-limiter.js';

type MakeService = (calls: number, windowMs: number, random: () => number) => LimitedService;

const window = { median: 1.1, worst: 1.3 };

/** Each with the most that the median and the worst batch may take, as a multiple of the limit's own time. */
const services: Readonly<Record<string, { make: MakeService; median: number; worst: number }>> = {
  'fixed windows, hint: window': {
    make: (calls, windowMs, random) => fixedWindow({ calls, windowMs }, 'window', random() * windowMs),
    ...window,
  },
  'fixed windows, hint: rest of the window': {
    make: (calls, windowMs, random) => fixedWindow({ calls, windowMs }, 'rest', random() * windowMs),
    ...window,
  },
  'fixed windows, hint: a fifth of the window': {
    make: (calls, windowMs, random) => fixedWindow({ calls, windowMs }, windowMs / 5, random() * windowMs),
    ...window,
  },
  'windows from the first call, hint: window': {
    make: (calls, windowMs) => lazyWindow(calls, () => windowMs, 'window'),
    ...window,
  },
  'windows from the first call, hint: rest of the window': {
    make: (calls, windowMs) => lazyWindow(calls, () => windowMs, 'rest'),
    ...window,
  },
  'windows from the first call, hint: a fifth of the window': {
    make: (calls, windowMs) => lazyWindow(calls, () => windowMs, windowMs / 5),
    ...window,
  },
  'sliding window, hint: window': {
    make: (calls, windowMs) => slidingWindow({ calls, windowMs }, 'window'),
    median: 1.2,
    worst: 1.31,
  },
  'sliding window, hint: until there is room': {
    make: (calls, windowMs) => slidingWindow({ calls, windowMs }, 'rest'),
    ...window,
  },
  'sliding window, hint: a fifth of the window': {
    make: (calls, windowMs) => slidingWindow({ calls, windowMs }, windowMs / 5),
    ...window,
  },
  'token bucket, hint: until it is full': {
    make: (calls, windowMs) => tokenBucket(calls, calls / windowMs, 'window'),
    ...window,
  },
  'token bucket, hint: until the next token': {
    make: (calls, windowMs) => tokenBucket(calls, calls / windowMs, 'rest'),
    ...window,
  },
  'small token bucket, hint: until the next token': {
    make: (calls, windowMs) => tokenBucket(Math.max(1, calls / 10), calls / windowMs, 'rest'),
    ...window,
  },
  'windows of random length, hint: rest of the window': {
    make: (calls, windowMs, random) => lazyWindow(calls, () => windowMs * (0.5 + random()), 'rest'),
    median: 1.2,
    worst: 1.4,
  },
  // Out of reach of 1.3: only a hold can show that the hint is too long, and each hold lasts as long as the hint.
  'windows from the first call, hint: one and a half windows': {
    make: (calls, windowMs) => lazyWindow(calls, () => windowMs, 1.5 * windowMs),
    median: 1.6,
    worst: 1.8,
  },
  // Out of reach as well: the hint is the length of a window that is over when the next one starts.
  'windows of random length, hint: window': {
    make: (calls, windowMs, random) => lazyWindow(calls, () => windowMs * (0.5 + random()), 'window'),
    median: 1.5,
    worst: 1.9,
  },
};

const SEEDS = 25;

/** 400 calls, 80 at once; time and requests as multiples of what the limit itself takes. */
async function ratios(make: MakeService, seed: number): Promise<{ time: number; requests: number }> {
  const random = randomFrom(seed * 7919);
  const calls = Math.round(15 + random() * 85);
  const windowMs = Math.round(200 + random() * 2800);
  const latency = 0.5 + random() * 15;
  const clock = new FakeClock();
  const { elapsedMs, requests } = await runBatch({
    limiter: new AdaptiveRateLimiter({ clock, random }),
    clock,
    service: make(calls, windowMs, random),
    calls: 400,
    concurrency: 80,
    latencyMs: () => latency * (0.8 + 0.4 * random()),
  });
  return { time: elapsedMs / (Math.ceil(400 / calls) * windowMs), requests: requests / 400 };
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

describe('learns any kind of limit from 429 responses and hints alone', () => {
  test.each(Object.entries(services))('%s', async (_name, service) => {
    const found = [];
    for (let seed = 1; seed <= SEEDS; seed += 1) found.push(await ratios(service.make, seed));
    expect(median(found.map(({ time }) => time))).toBeLessThan(service.median);
    expect(median(found.map(({ requests }) => requests))).toBeLessThan(1.25);
    expect(Math.max(...found.map(({ time }) => time))).toBeLessThan(service.worst);
    expect(Math.max(...found.map(({ requests }) => requests))).toBeLessThan(1.35);
  });

  test('40 in 500 ms: within 1.2x of the time and of the requests', async () => {
    const clock = new FakeClock();
    const result = await runBatch({
      limiter: new AdaptiveRateLimiter({ clock, random: randomFrom(1) }),
      clock,
      service: lazyWindow(40, () => 500, 'window'),
      calls: 400,
      concurrency: 80,
      latencyMs: () => 3,
    });
    expect(result.elapsedMs).toBeLessThan(1.2 * 9 * 500);
    expect(result.requests).toBeLessThan(1.2 * 400);
  });

  test('first responses that take long, because all connections are new', async () => {
    const clock = new FakeClock();
    let travels = 0;
    const result = await runBatch({
      limiter: new AdaptiveRateLimiter({ clock, random: randomFrom(4) }),
      clock,
      service: lazyWindow(23, () => 310, 'window'),
      calls: 400,
      concurrency: 80,
      latencyMs: () => ((travels += 1) <= 160 ? 200 : 3),
    });
    expect(result.elapsedMs).toBeLessThan(1.3 * (400 / 23) * 310);
    expect(result.requests).toBeLessThan(1.3 * 400);
  });

  test('a limit that other clients had used up at first', async () => {
    const clock = new FakeClock();
    let isFirst = true;
    const window = lazyWindow(40, () => 500, 'window');
    const service: LimitedService = (now) => {
      // In the first window, another client has left 5 of 40.
      if (isFirst) for (let other = 0; other < 35; other += 1) window(now);
      isFirst = false;
      return window(now);
    };
    const limiter = new AdaptiveRateLimiter({ clock, random: randomFrom(2) });
    const batch = { limiter, clock, service, calls: 400, concurrency: 80, latencyMs: () => 3 };
    const { elapsedMs } = await runBatch(batch);
    expect(elapsedMs).toBeLessThan(1.4 * 10 * 500);
  });

  test('a limit that was raised', async () => {
    const clock = new FakeClock();
    let window = lazyWindow(10, () => 500, 'window');
    const limiter = new AdaptiveRateLimiter({ clock, random: randomFrom(3) });
    const batch = { limiter, clock, calls: 200, concurrency: 40, latencyMs: () => 3 };
    await runBatch({ ...batch, service: (now) => window(now) });
    window = lazyWindow(40, () => 500, 'window');
    const { elapsedMs } = await runBatch({ ...batch, calls: 4000, service: (now) => window(now) });
    expect(elapsedMs).toBeLessThan(2 * 100 * 500);
  });
});

const limited = (retryAfterMs: number): RateLimitResult => ({
  status: 429,
  rateLimits: {},
  retryAfterMs,
  inputTokens: null,
  outputTokens: null,
});
const fine: RateLimitResult = { ...limited(0), status: 200, retryAfterMs: null };

describe('a hold', () => {
  test('holds back all calls of the limit until the hint has passed, and then spreads them', async () => {
    const clock = new FakeClock();
    const limiter = new AdaptiveRateLimiter({ clock, random: () => 0.5 });
    const first = Array.from({ length: 20 }, () => limiter.acquire(permitRequest()) as Permit);
    clock.advance(10);
    for (const [index, permit] of first.entries()) permit.release(index < 10 ? fine : limited(1000));
    const sentAt: number[] = [];
    const startedAt = clock.now();
    for (let call = 0; call < 10; call += 1)
      void Promise.resolve(limiter.acquire(permitRequest())).then(() => sentAt.push(clock.now() - startedAt));
    expect(limiter.waiting()).toEqual([{ limit: 'things', requests: 10 }]);
    clock.advance(999);
    await Promise.resolve();
    expect(sentAt).toEqual([]);
    while (clock.advanceToNext()) await new Promise(setImmediate);
    expect(sentAt).toHaveLength(10);
    expect(sentAt[0]).toBeGreaterThan(1000);
    expect((sentAt[9] as number) - (sentAt[0] as number)).toBeGreaterThan(200);
    expect(limiter.waiting()).toEqual([]);
  });

  test('leaves calls of other limits alone', () => {
    const clock = new FakeClock();
    const limiter = new AdaptiveRateLimiter({ clock, random: () => 0.5 });
    (limiter.acquire(permitRequest()) as Permit).release(limited(1000));
    expect(limiter.acquire(permitRequest({ limit: 'other' }))).not.toBeInstanceOf(Promise);
    void limiter.acquire(permitRequest());
    expect(limiter.waiting()).toEqual([{ limit: 'things', requests: 1 }]);
  });

  test('is not started by a 429 without a hint, nor by a 503 with one', () => {
    const clock = new FakeClock();
    const limiter = new AdaptiveRateLimiter({ clock, random: () => 0.5 });
    (limiter.acquire(permitRequest()) as Permit).release({ ...limited(0), retryAfterMs: null });
    (limiter.acquire(permitRequest()) as Permit).release({ ...limited(1000), status: 503 });
    expect(limiter.acquire(permitRequest())).not.toBeInstanceOf(Promise);
  });

  test('no timer is left after all waiting requests are aborted', async () => {
    const clock = new FakeClock();
    const limiter = new AdaptiveRateLimiter({ clock, random: () => 0.5 });
    (limiter.acquire(permitRequest()) as Permit).release(limited(1000));
    const caller = new AbortController();
    const waiting = limiter.acquire(permitRequest({ signal: caller.signal }));
    expect(clock.timers).toBe(1);
    caller.abort(new Error('enough'));
    await expect(waiting).rejects.toThrow('enough');
    expect(clock.timers).toBe(0);
    expect(limiter.waiting()).toEqual([]);
  });
});

describe('headers', () => {
  const reported = (remaining: number, resetAfterMs: number, limit = 120): RateLimitResult => ({
    ...fine,
    rateLimits: { requests: { limit, remaining, reset: null, resetAfterMs } },
  });

  test('a bucket of 120 a minute: the remaining requests immediately, then two a second', async () => {
    const clock = new FakeClock();
    const limiter = new AdaptiveRateLimiter({ clock, random: () => 0.5 });
    // 118 have been used: the bucket is full in 59 seconds.
    (limiter.acquire(permitRequest()) as Permit).release(reported(2, 59_000));
    const sentAt: number[] = [];
    for (let call = 0; call < 6; call += 1)
      void Promise.resolve(limiter.acquire(permitRequest())).then(() => sentAt.push(clock.now() - 1000));
    await new Promise(setImmediate);
    while (clock.advanceToNext()) await new Promise(setImmediate);
    expect(sentAt.map(Math.round)).toEqual([0, 0, 500, 1000, 1500, 2000]);
  });

  test('a fixed window: nothing until its reset, once the reset is known not to move', async () => {
    const clock = new FakeClock();
    const limiter = new AdaptiveRateLimiter({ clock, random: () => 0.5 });
    const [one, two] = [
      limiter.acquire(permitRequest()) as Permit,
      limiter.acquire(permitRequest()) as Permit,
    ];
    one.release(reported(60, 30_000));
    clock.advance(5000);
    two.release(reported(0, 25_000));
    let sentAt = 0;
    void Promise.resolve(limiter.acquire(permitRequest())).then(() => (sentAt = clock.now()));
    const startedAt = clock.now();
    while (clock.advanceToNext()) await new Promise(setImmediate);
    expect(sentAt - startedAt).toBe(25_000);
  });

  test('input tokens: a request waits until there is room for its estimate', async () => {
    const clock = new FakeClock();
    const limiter = new AdaptiveRateLimiter({ clock, random: () => 0.5 });
    (limiter.acquire(permitRequest()) as Permit).release({
      ...fine,
      rateLimits: { input_tokens: { limit: 60_000, remaining: 1000, reset: null, resetAfterMs: 59_000 } },
    });
    let sentAt = 0;
    const waiting = limiter.acquire(permitRequest({ estimatedInputTokens: 3000 }));
    void Promise.resolve(waiting).then(() => (sentAt = clock.now()));
    while (clock.advanceToNext()) await new Promise(setImmediate);
    expect(Math.round(sentAt - 1000)).toBe(2000);
  });

  test('without a reset they do not delay requests', () => {
    const clock = new FakeClock();
    const limiter = new AdaptiveRateLimiter({ clock, random: () => 0.5 });
    (limiter.acquire(permitRequest()) as Permit).release({
      ...fine,
      rateLimits: { requests: { limit: 5, remaining: 0, reset: null, resetAfterMs: null } },
    });
    expect(limiter.acquire(permitRequest())).not.toBeInstanceOf(Promise);
  });

  test('an older response does not overrule a newer one', () => {
    const clock = new FakeClock();
    const limiter = new AdaptiveRateLimiter({ clock, random: () => 0.5 });
    const older = limiter.acquire(permitRequest()) as Permit;
    const newer = limiter.acquire(permitRequest()) as Permit;
    newer.release(reported(0, 60_000));
    older.release(reported(100, 10_000));
    expect(limiter.acquire(permitRequest())).toBeInstanceOf(Promise);
  });
});
