import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { grantPermits, pauseFor, type LeaseRequest, type LimitState } from './grant-permits.js';

const START = 1_000_000;
const fresh: LimitState = {
  requestsPerMinute: 1_200,
  pace: 1,
  pacedAt: 0,
  nextAt: 0,
  pausedUntil: 0,
  busyUntil: 0,
};
const normal: LeaseRequest = { priority: 'normal', waiting: 100, reserve: 0, requestsPerMinute: null };
const interval = (limit: number) => 60_000 / (limit * 0.98);

describe('a grant', () => {
  test('covers half a second, or what is waiting', () => {
    const { grant, state } = grantPermits(fresh, normal, START);
    expect(grant.permits).toBe(9);
    expect(grant.intervalMs).toBeCloseTo(interval(1_200));
    expect(grant.waitMs).toBe(-250);
    expect(grantPermits(fresh, { ...normal, waiting: 2 }, START).grant.permits).toBe(2);
    const next = grantPermits(state, normal, START).grant;
    expect(next.waitMs).toBeCloseTo(9 * interval(1_200) - 250);
  });

  test('is one permit when the limit is low', () => {
    const { grant } = grantPermits({ ...fresh, requestsPerMinute: 30 }, normal, START);
    expect(grant.permits).toBe(1);
    expect(grant.intervalMs).toBeCloseTo(interval(30));
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
    ['a 429 has reduced the pace', { pace: 0.5, pacedAt: START }, {}, 600],
    ['the pace has recovered', { pace: 0.5, pacedAt: START - 50_000 }, {}, 1_200],
  ])('spreads the requests over the minute when %s', (_, state, request, limit) => {
    const { grant } = grantPermits({ ...fresh, ...state }, { ...normal, ...request }, START);
    expect(grant.intervalMs).toBeCloseTo(interval(limit));
  });

  test('waits for the end of a pause, whatever its class', () => {
    const paused = pauseFor(fresh, 5_000, START);
    expect(grantPermits(paused, normal, START).grant.waitMs).toBe(5_000);
    expect(grantPermits(paused, { ...normal, priority: 'interactive' }, START).grant.waitMs).toBe(5_000);
  });

  test('for interactive requests comes before permits that are reserved already', () => {
    let state = fresh;
    for (let index = 0; index < 4; index += 1) state = grantPermits(state, normal, START).state;
    const waitMs = state.nextAt - START;
    expect(grantPermits(state, normal, START).grant.waitMs).toBe(waitMs);
    const urgent = grantPermits(state, { ...normal, priority: 'interactive', waiting: 1 }, START);
    expect(urgent.grant.waitMs).toBe(waitMs - 1_000);
    expect(urgent.state.nextAt).toBeCloseTo(state.nextAt + interval(1_200));
  });

  test('is refused to bulk requests while others wait for one', () => {
    const bulk: LeaseRequest = { ...normal, priority: 'bulk' };
    const busy = grantPermits(fresh, normal, START).state;
    expect(grantPermits(busy, bulk, START + 400).grant).toMatchObject({ permits: 0, waitMs: 600 });
    expect(grantPermits(busy, bulk, START + 1_001).grant.permits).toBe(9);
    const idle = grantPermits(fresh, { ...normal, waiting: 3 }, START).state;
    expect(grantPermits(idle, bulk, START).grant.permits).toBe(9);
  });
});

test('a 429 reduces the pace once per pause, and to a tenth at most', () => {
  const once = pauseFor(fresh, 1_000, START);
  expect(once).toMatchObject({ pausedUntil: START + 1_000, pace: 0.9 });
  expect(pauseFor(once, 3_000, START + 10)).toMatchObject({ pausedUntil: START + 3_010, pace: 0.9 });
  let state = fresh;
  for (let index = 0; index < 100; index += 1) state = pauseFor(state, 1, START + index * 2);
  expect(state.pace).toBeCloseTo(0.1);
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
        const { permits, waitMs, intervalMs } = granted.grant;
        for (let index = 0; index < permits; index += 1) times.push(now + waitMs + index * intervalMs);
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
  const after = grantPermits(state, normal, START);
  expect(after.grant).toEqual(before);

  const paused = pauseFor(state, 10_000, START + hour);
  expect(grantPermits(paused, normal, START).grant.waitMs).toBe(10_000);
  expect(pauseFor(paused, 20_000, START).pausedUntil).toBe(START + 20_000);
  expect(pauseFor(paused, 20_000, START).pace).toBe(paused.pace);
});
