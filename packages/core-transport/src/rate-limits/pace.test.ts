import { describe, expect, test } from 'vitest';
import type { HttpAdapter } from '../http-adapter.js';
import { FakeClock } from '../testing/fake-clock.js';
import { finish } from '../testing/finish.js';
import { ScriptedAdapter } from '../testing/scripted-adapter.js';
import { randomFrom } from '../testing/random-from.js';
import { readThing, transportWith } from '../testing/things.js';
import {
  advanced,
  hintWaitMs,
  permittedAt,
  refused,
  responded,
  sent,
  UNKNOWN_PACE,
  type Pace,
} from './pace.js';

/** What happens to a limit: calls that are sent, and a 429 for the last one of them. */
type Step = readonly ['send', at: number, calls: number] | readonly ['429', at: number, hintMs: number];

/** Applies steps, as a limiter does, with the middle of the spread. */
function paceAfter(steps: readonly Step[]): Pace {
  let pace = responded(UNKNOWN_PACE, 10);
  for (const [kind, at, value] of steps) {
    pace = advanced(pace, at);
    if (kind === '429') pace = refused(pace, { sentAt: pace.lastAt, hintMs: value, random: 0.5 }, at);
    else for (let call = 0; call < value; call += 1) pace = sent(pace, at);
  }
  return pace;
}

const START = 1_000_000;

test.each<[name: string, steps: readonly Step[], at: number, delayMs: number, perSecond: number | null]>([
  ['nothing is known', [], 0, 0, null],
  ['nothing was refused', [['send', 0, 500]], 0, 0, null],
  [
    'a 429 holds calls back for its hint, and half of the spread',
    [
      ['send', 0, 41],
      ['429', 10, 1000],
    ],
    500,
    635,
    null,
  ],
  [
    'of two hints, the later end counts',
    [
      ['send', 0, 42],
      ['429', 10, 1000],
      ['429', 20, 200],
    ],
    500,
    635,
    null,
  ],
  [
    'after it, the rate is what was admitted in a time as long as the hint',
    [
      ['send', 0, 41],
      ['429', 10, 1000],
    ],
    1135,
    0,
    40,
  ],
  [
    'over a longer time, the rate is that of the whole time',
    [
      ['send', 0, 50],
      ['send', 900, 50],
      ['send', 1800, 101],
      ['429', 2000, 1000],
    ],
    3125,
    0,
    100,
  ],
  [
    'nothing was admitted: one call per hold',
    [
      ['send', 0, 1],
      ['429', 10, 500],
    ],
    573,
    0,
    2,
  ],
  [
    'a guess is doubled after half a hold in which it was used up',
    [
      ['send', 0, 11],
      ['429', 0, 1000],
      ['send', 1125, 10],
      ['send', 2126, 10],
    ],
    2126,
    323,
    20,
  ],
  [
    'a rate that is refused again is what was admitted over the whole time',
    [
      ['send', 0, 41],
      ['429', 0, 1000],
      ['send', 1125, 41],
      ['429', 1130, 1000],
    ],
    2300,
    0,
    37.6,
  ],
  [
    'a hold after which nothing is admitted continues the one before',
    [
      ['send', 0, 41],
      ['429', 0, 1000],
      ['send', 1125, 1],
      ['429', 1135, 1000],
    ],
    2300,
    0,
    (40 / 2135) * 1000,
  ],
  [
    'a rate that was not reached for a minute is forgotten',
    [
      ['send', 0, 41],
      ['429', 0, 1000],
      ['send', 1125, 1],
    ],
    70_000,
    0,
    null,
  ],
])('%s', (_, steps, at, delayMs, perSecond) => {
  const pace = advanced(
    paceAfter(steps.map(([kind, time, value]) => [kind, START + time, value] as Step)),
    START + at,
  );
  expect(Math.max(0, permittedAt(pace) - START - at)).toBeCloseTo(delayMs, 0);
  expect(pace.rate === null ? null : Math.round(pace.rate * 10_000) / 10).toBe(
    perSecond === null ? null : Math.round(perSecond * 10) / 10,
  );
  expect(JSON.parse(JSON.stringify(pace))).toEqual(pace);
});

describe('the wait that a hint asks for', () => {
  test.each([
    [1000, 0, 1000],
    [1000, 0.5, 1125],
    [1000, 0.999, 1249.75],
    [20, 0.5, 22.5],
    [300_000, 0.5, 305_000],
  ])('%d ms with the random number %d: %d ms', (hintMs, random, waitMs) => {
    expect(hintWaitMs(hintMs, random)).toBeCloseTo(waitMs);
  });

  test.each([
    ['the default limiter', {}],
    ['a limiter that ignores hints', { rateLimiter: { acquire: () => ({ release: () => undefined }) } }],
  ])('spreads 40 clients that are refused together over a quarter of the hint: %s', async (_, options) => {
    const clock = new FakeClock();
    const random = randomFrom(1);
    const returnedAt: number[] = [];
    const body = { type: 'error', error: { type: 'rate_limit_error', message: 'slow down' } };
    const clients = Array.from({ length: 40 }, () => {
      const replies = new ScriptedAdapter(
        { status: 429, headers: { 'retry-after': '2' }, body },
        { body: { id: 'ok' } },
      );
      const http: HttpAdapter = {
        send: (request) => {
          if (replies.requests.length === 1) returnedAt.push(clock.now() - 1000);
          return replies.send(request);
        },
        close: () => Promise.resolve(),
      };
      return transportWith({ http, ...options }, { clock, random }).transport;
    });
    await finish(
      clock,
      Promise.all(clients.map((client) => client.call(readThing, { params: { thing_id: 't' } }))),
    );
    returnedAt.sort((a, b) => a - b);
    expect(returnedAt).toHaveLength(40);
    expect(returnedAt[0]).toBeGreaterThanOrEqual(2000);
    expect(returnedAt[39]).toBeLessThan(2500);
    // Spread evenly: a tenth of the time has at most a quarter of them.
    for (const [index, at] of returnedAt.entries())
      expect(returnedAt.slice(index).filter((other) => other < at + 50).length).toBeLessThanOrEqual(10);
  });
});
