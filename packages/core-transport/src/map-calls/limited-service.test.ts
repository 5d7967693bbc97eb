import { expect, test } from 'vitest';
import { AdaptiveRateLimiter } from '../rate-limits/adaptive-rate-limiter.js';
import { FakeClock } from '../testing/fake-clock.js';
import { fixedWindow, lazyWindow, slidingWindow, tokenBucket } from '../testing/limited-services.js';
import type { LimitedService } from '../testing/limited-services.js';
import { randomFrom } from '../testing/random-from.js';
import { runMappedBatch } from '../testing/run-batch.js';

type MakeService = (calls: number, windowMs: number, offsetMs: number) => LimitedService;

const services: readonly (readonly [string, MakeService])[] = [
  [
    'fixed windows, hint: rest of the window',
    (calls, windowMs, offsetMs) => fixedWindow({ calls, windowMs }, 'rest', offsetMs),
  ],
  [
    'windows from the first call, hint: window',
    (calls, windowMs) => lazyWindow(calls, () => windowMs, 'window'),
  ],
  [
    'sliding window, hint: until there is room',
    (calls, windowMs) => slidingWindow({ calls, windowMs }, 'rest'),
  ],
  [
    'small token bucket, hint: until the next token',
    (calls, windowMs) => tokenBucket(Math.max(1, calls / 10), calls / windowMs, 'rest'),
  ],
];

test.each(services)("concurrency: 'auto' uses the limit of any service: %s", async (_name, make) => {
  for (let seed = 1; seed <= 25; seed += 1) {
    const random = randomFrom(seed * 104_729);
    const calls = Math.round(15 + random() * 85);
    const windowMs = Math.round(200 + random() * 2800);
    const latency = 0.5 + random() * 15;
    const clock = new FakeClock();
    const { elapsedMs, requests } = await runMappedBatch({
      limiter: new AdaptiveRateLimiter({ clock, random }),
      clock,
      service: make(calls, windowMs, random() * windowMs),
      calls: 400,
      latencyMs: () => latency * (0.8 + 0.4 * random()),
    });
    expect(elapsedMs).toBeLessThan(1.3 * Math.ceil(400 / calls) * windowMs);
    expect(requests).toBeLessThan(1.35 * 400);
  }
});
