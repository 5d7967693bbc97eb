import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  grantPermits,
  holdAfter,
  UNKNOWN_LIMIT,
  type LeaseRequest,
  type LimitRefusal,
  type LimitState,
} from './grant-permits.js';

const START = 1_000_000;
const fresh: LimitState = { ...UNKNOWN_LIMIT, requestsPerMinute: 1_200 };
const refusal: LimitRefusal = { sentAgoMs: 20, hintMs: 4_000, random: 0.5 };
const normal: LeaseRequest = { priority: 'normal', waiting: 100, reserve: 0, requestsPerMinute: null };
const interval = (limit: number) => 60_000 / (limit * 0.98);

describe('a grant', () => {
  test('covers half a second, or what is waiting', () => {
    const { grant, state } = grantPermits(fresh, normal, START);
    expect(grant.permits).toHaveLength(9);
    expect(grant.permits[0]).toBe(-250);
    // Ten milliseconds of lateness are caught up with once.
    for (const [index, at] of grant.permits.slice(1).entries())
      expect(at).toBeCloseTo(-260 + (index + 1) * interval(1_200));
    expect(grantPermits(fresh, { ...normal, waiting: 2 }, START).grant.permits).toHaveLength(2);
    const next = grantPermits(state, normal, START).grant;
    expect(Number(next.permits[0]) - Number(grant.permits[8])).toBeCloseTo(interval(1_200));
  });

  test('is one permit when the limit is low', () => {
    const { grant, state } = grantPermits({ ...fresh, requestsPerMinute: 30 }, normal, START);
    expect(grant.permits).toEqual([-250]);
    expect(state.pace.nextAt - START).toBeCloseTo(-260 + interval(30));
  });

  test.each([
    ['the limit is unknown', { requestsPerMinute: null }, {}, 300],
    [
      'the limit is unknown and the bound is lower',
      { requestsPerMinute: null },
      { requestsPerMinute: 60 },
      60,
    ],
    [
      'the limit is unknown and the bound is higher than the assumed one',
      { requestsPerMinute: null },
      { requestsPerMinute: 6_000 },
      6_000,
    ],
    ['a bound is lower', {}, { requestsPerMinute: 600 }, 600],
    ['a bound is higher', {}, { requestsPerMinute: 6_000 }, 1_200],
    ['a part is reserved', {}, { reserve: 0.25 }, 900],
  ])('spreads the requests over the minute when %s', (_, state, request, limit) => {
    const first = grantPermits({ ...fresh, ...state }, { ...normal, ...request }, START);
    const { pace } = grantPermits(first.state, { ...normal, ...request, waiting: 1 }, START).state;
    expect(pace.nextAt - first.state.pace.nextAt).toBeCloseTo(interval(limit));
  });

  test.each(['interactive', 'normal', 'bulk'] as const)('waits for the end of a hold: %s', (priority) => {
    const held = holdAfter(grantPermits(fresh, normal, START).state, refusal, START);
    expect(grantPermits(held, { ...normal, priority }, START).grant).toEqual({ permits: [], waitMs: 4_500 });
    expect(grantPermits(held, { ...normal, priority }, START + 4_500).grant.permits.length).toBeGreaterThan(
      0,
    );
  });

  test('for interactive requests comes before permits that are reserved already', () => {
    let state = fresh;
    for (let index = 0; index < 4; index += 1) state = grantPermits(state, normal, START).state;
    const afterMs = Number(grantPermits(state, normal, START).grant.permits[0]);
    expect(afterMs).toBeGreaterThan(1_000);
    const urgent = grantPermits(state, { ...normal, priority: 'interactive', waiting: 1 }, START);
    expect(urgent.grant.permits[0]).toBeCloseTo(afterMs - 1_000);
    expect(urgent.state.pace.nextAt).toBeCloseTo(state.pace.nextAt + interval(1_200));
  });

  test('is refused to bulk requests while others wait for one', () => {
    const bulk: LeaseRequest = { ...normal, priority: 'bulk' };
    const busy = grantPermits(fresh, normal, START).state;
    expect(grantPermits(busy, bulk, START + 400).grant).toEqual({ permits: [], waitMs: 600 });
    expect(grantPermits(busy, bulk, START + 1_001).grant.permits).toHaveLength(9);
    const idle = grantPermits(fresh, { ...normal, waiting: 3 }, START).state;
    expect(grantPermits(idle, bulk, START).grant.permits).toHaveLength(9);
  });
});

test('after 429s, requests are sent at the rate that the service admits, below the limit that it reports', () => {
  // Another tool uses half of the limit: the service admits 10 requests per second, with a bucket of 20.
  let [state, now, level, refusedCalls, admittedCalls] = [fresh, START, 20, 0, 0];
  while (now < START + 120_000) {
    const { grant, state: next } = grantPermits(state, { ...normal, waiting: 20 }, now);
    state = next;
    now += Math.max(grant.waitMs, 0);
    for (const afterMs of grant.permits) {
      const at = Math.max(now, now + afterMs);
      level = Math.min(20, level + (at - now) / 100);
      if (level >= 1) [level, admittedCalls] = [level - 1, admittedCalls + 1];
      else {
        refusedCalls += 1;
        state = holdAfter(state, { ...refusal, hintMs: 1_000 }, at);
        break;
      }
      now = at;
    }
    level = Math.min(20, level + Math.max(grant.waitMs, 0) / 100);
    now += 1;
  }
  expect(admittedCalls).toBeGreaterThan(900);
  expect(refusedCalls).toBeLessThan(40);
});

test('whatever processes ask for, no minute has more permits than the limit, apart from the lead of interactive requests', () => {
  const request = fc.record({
    priority: fc.constantFrom('interactive', 'normal', 'bulk'),
    waiting: fc.integer({ min: 1, max: 50 }),
    afterMs: fc.integer({ min: 0, max: 3_000 }),
  });
  fc.assert(
    fc.property(fc.array(request, { minLength: 20, maxLength: 400 }), (requests) => {
      let state = fresh;
      let now = START;
      const times: number[] = [];
      for (const { priority, waiting, afterMs } of requests) {
        now += afterMs;
        const granted = grantPermits(state, { ...normal, priority, waiting } as LeaseRequest, now);
        state = granted.state;
        for (const at of granted.grant.permits) times.push(now + at);
      }
      times.sort((a, b) => a - b);
      const leadAndCatchUp = (1_250 / 60_000) * 1_200;
      for (const [index, time] of times.entries()) {
        const inMinute = times.findIndex((other) => other >= time + 60_000);
        const count = (inMinute === -1 ? times.length : inMinute) - index;
        expect(count).toBeLessThanOrEqual(1_200 + leadAndCatchUp);
      }
    }),
    { numRuns: 20 },
  );
});

test('when the clock of the database is set back, nobody waits for the difference', () => {
  const hour = 3_600_000;
  const { state } = grantPermits(fresh, normal, START + hour);
  const before = grantPermits(state, normal, START + hour).grant;
  const after = grantPermits(state, normal, START).grant;
  for (const [index, at] of after.permits.entries()) expect(at).toBeCloseTo(Number(before.permits[index]));

  const held = holdAfter(state, refusal, START + hour);
  expect(grantPermits(held, normal, START).grant.waitMs).toBe(4_500);
  const heldLonger = holdAfter(held, { ...refusal, hintMs: 20_000 }, START);
  expect(grantPermits(heldLonger, normal, START).grant.waitMs).toBe(22_500);
});
