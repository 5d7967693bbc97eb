import { AbortedError, ConfigError } from '@parlance/core-transport';
import type { Middleware } from '@parlance/core-transport';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ActivityTailOptions } from './activity-tail-options.js';
import { connect } from './testing/connect.js';
import { activity_types, all, iso, NOON, occur, START, tailOf, take } from './testing/tails.js';
import { VirtualClock } from './testing/virtual-clock.js';

const throughJson = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;

describe('a tail that has caught up', () => {
  test('emits activities once they are lagMs old, including ones that became visible late', async () => {
    await using open = await connect('in process', { seed: 'empty' });
    const { fake } = open;
    const clock = new VirtualClock(NOON);
    const at = (seconds: number): string => iso(NOON + seconds * 1000);
    clock.schedule(NOON + 10_000, () => occur(fake, 'activity_a', at(10)));
    clock.schedule(NOON + 12_000, () => occur(fake, 'activity_c', at(12)));
    // 25 seconds late: within the lag.
    clock.schedule(NOON + 36_000, () => occur(fake, 'activity_b', at(11)));
    // 45 seconds late: beyond the lag, but the tail still checks for it.
    clock.schedule(NOON + 60_000, () => occur(fake, 'activity_d', at(15)));
    const options = { lagMs: 30_000, intervalMs: 5000, until: at(40) };
    const tail = tailOf({ ...open, clock, options });
    const seen: (string | number)[] = [];
    for await (const { data, lateCount } of tail.pages())
      for (const { id = '' } of data) seen.push(id, (clock.wallNow() - NOON) / 1000, lateCount);
    expect(seen).toEqual([
      'activity_a',
      45,
      0,
      'activity_b',
      45,
      0,
      'activity_c',
      45,
      0,
      'activity_d',
      60,
      1,
    ]);
    expect(tail.lateCount).toBe(1);
  });

  test('is not woken by its own requests', async () => {
    await using open = await connect('in process', { seed: 'empty' });
    const { fake } = open;
    const clock = new VirtualClock(NOON);
    const world = fake.world().clock;
    world.run('manual');
    clock.onAdvance = (now) => world.set(now);
    world.set(NOON);
    const until = NOON + 600_000;
    const options = { intervalMs: 10_000, lagMs: 1000, until: iso(until) };
    const found = await all(tailOf({ ...open, clock, options, params: {} }));
    const requests = fake.journal().length;
    expect(requests).toBeLessThanOrEqual(62);
    const logged = await all(
      open.compliance.activities.list({ created_at: { gte: iso(NOON), lt: iso(until) } }),
    );
    expect(found).toEqual(logged.toReversed());
    expect(found.length).toBeGreaterThan(50);
  });

  test('reports it, again after the service was unavailable', async () => {
    await using open = await connect('in process', { seed: 'empty' });
    const { fake } = open;
    const clock = new VirtualClock(NOON);
    const minutes = (ms: number): number => (ms - NOON) / 60_000;
    const events: [name: string, ...details: number[]][] = [];
    for (let minute = -60; minute < 60; minute += 1)
      occur(fake, `activity_${minute}`, iso(NOON + minute * 60_000));
    clock.schedule(NOON + 10 * 60_000, () => fake.setFaults([{ status: 503 }]));
    clock.schedule(NOON + 20 * 60_000, () => fake.setFaults([]));
    const tail = tailOf({
      ...open,
      clock,
      options: {
        resumeFrom: iso(NOON - 3_600_000),
        until: iso(NOON + 30 * 60_000),
        intervalMs: 60_000,
        onCaughtUp: ({ since }) => events.push(['caught up', minutes(Date.parse(since))]),
        onWaiting: ({ error, failures, waitMs }) => events.push([error.name, failures, waitMs]),
      },
    });
    expect(await take(tail)).toHaveLength(90);
    expect(events.slice(0, 8)).toEqual([
      ['caught up', -1],
      ['ServerError', 1, 1000],
      ['ServerError', 2, 2000],
      ['ServerError', 3, 4000],
      ['ServerError', 4, 8000],
      ['ServerError', 5, 16_000],
      ['ServerError', 6, 32_000],
      ['ServerError', 7, 60_000],
    ]);
    expect(events.at(-1)).toEqual(['caught up', expect.any(Number)]);
    expect(events.filter(([name]) => name === 'caught up')).toHaveLength(2);
  });

  test('leaves the wait of a rate limit to the client', async () => {
    await using open = await connect('in process', { seed: 'empty' });
    const clock = new VirtualClock(NOON);
    open.fake.setFaults([{ times: 1, status: 429, headers: { 'retry-after-ms': '7' } }]);
    const waits: number[] = [];
    const options = {
      resumeFrom: iso(NOON - 3_600_000),
      until: iso(NOON - 1_800_000),
      onWaiting: ({ waitMs }: { readonly waitMs: number }) => waits.push(waitMs),
    };
    expect(await take(tailOf({ ...open, clock, options }))).toEqual([]);
    expect(waits).toEqual([]);
    expect(open.fake.journal().filter(({ status }) => status === 429)).toHaveLength(1);
  });

  test('reads shorter windows after a failed request', async () => {
    const fails: Middleware = (next) => (request) => {
      const { searchParams } = new URL(request.path, 'https://example.com');
      const span = (bound: string): number => Date.parse(searchParams.get(`created_at.${bound}`) ?? '');
      const isLong = span('lt') - span('gte') > 600_000;
      return next(isLong ? { ...request, path: '/v1/compliance/fails' } : request);
    };
    await using open = await connect('in process', { seed: 'empty', client: { middleware: [fails] } });
    open.fake.setFaults([{ match: { path: '/v1/compliance/fails' }, status: 500 }]);
    occur(open.fake, 'activity_a', iso(NOON - 1_800_000));
    const clock = new VirtualClock(NOON);
    const options = { resumeFrom: iso(NOON - 3_600_000), until: iso(NOON - 600_000) };
    expect(await take(tailOf({ ...open, clock, options }))).toEqual(['activity_a']);
  });

  test('uses the clock of the service when its own clock is ahead', async () => {
    const clock = new VirtualClock(NOON);
    const behind: Middleware = (next) => async (request) => {
      const response = await next(request);
      const date = new Date(clock.wallNow() - 300_000).toUTCString();
      return { ...response, headers: { ...response.headers, date } };
    };
    await using open = await connect('in process', { seed: 'empty', client: { middleware: [behind] } });
    const serviceNow = NOON - 300_000;
    // It occurs after the first request, at a time that is long past by the client's clock.
    clock.schedule(NOON + 5000, () => occur(open.fake, 'activity_a', iso(serviceNow + 5000)));
    const options = { resumeFrom: iso(NOON - 3_600_000), until: iso(serviceNow + 20_000) };
    expect(await take(tailOf({ ...open, clock, options }))).toEqual(['activity_a']);
  });

  test('throws errors that waiting does not fix', async () => {
    await using open = await connect();
    open.fake.setFaults([{ status: 403 }]);
    const tail = open.compliance.activities.tail({}, { resumeFrom: START });
    await expect(take(tail)).rejects.toMatchObject({ name: 'PermissionError' });
  });

  test('throws an AbortedError when it is aborted while it waits', async () => {
    await using open = await connect('in process', { seed: 'empty' });
    const controller = new AbortController();
    const reason = new Error('enough');
    const tail = open.compliance.activities.tail(
      { activity_types },
      {
        resumeFrom: '2026-06-01T00:00:00Z',
        intervalMs: 3_600_000,
        signal: controller.signal,
        onCaughtUp: () => setImmediate(() => controller.abort(reason)),
      },
    );
    const error: unknown = await take(tail, 1).catch((thrown: unknown) => thrown);
    expect(AbortedError.is(error) && error.reason).toBe(reason);
  });
});

test.each([
  [{}, { resumeFrom: 'yesterday' }, 'resumeFrom'],
  [{}, { resumeFrom: '2026-01-01' }, 'resumeFrom'],
  [{}, { resumeFrom: '2026-02-30T00:00:00Z' }, 'resumeFrom'],
  [{}, { resumeFrom: { since: START, skip: 0 } }, 'resumeFrom'],
  [
    {},
    { resumeFrom: { operation: 'activities.tail', filters: '', since: START, skip: 0 } },
    'the same filters',
  ],
  [{}, { resumeFrom: { operation: 'activities.tail', filters: '', since: START, skip: -1 } }, 'resumeFrom'],
  [{}, { until: '2026-06-01T00:00:00' }, 'until'],
  [{}, { lagMs: 0 }, 'lagMs'],
  [{}, { intervalMs: -1 }, 'intervalMs'],
  [{}, { intervalMs: '1' }, 'intervalMs'],
  [{}, { onCaughtUp: 1 }, 'onCaughtUp'],
  [{}, { lag: 1000 }, 'lag'],
  [{}, null, 'options'],
  [null, {}, 'params'],
  [{ created_at: { gte: START } }, {}, 'created_at'],
  [{ after_id: 'page_x' }, {}, 'after_id'],
])('a tail rejects the params %j and options %j and names %s', async (params, options, option) => {
  await using open = await connect('in process', { seed: 'empty' });
  const create = () => open.compliance.activities.tail(params as never, options as never);
  expect(create).toThrow(ConfigError);
  expect(create).toThrow(option);
});

test('a tail rejects the checkpoint of a tail with other filters', async () => {
  await using open = await connect('in process', { seed: 'empty' });
  const { activities } = open.compliance;
  const { checkpoint } = activities.tail({ activity_types: ['age_verified'] }, { resumeFrom: START });
  const resumed = activities.tail(
    { activity_types: ['age_verified'], limit: 10 },
    { resumeFrom: checkpoint },
  );
  expect(resumed.checkpoint).toEqual(checkpoint);
  expect(() => activities.tail({}, { resumeFrom: checkpoint })).toThrow('the same filters');
});

/** An activity, in milliseconds after the start: when it occurs, and how much later it becomes visible. */
const arrival = fc.record({ at: fc.nat(120_000), delay: fc.nat(19_999) });

test('a tail yields each activity once and in order, however late, paged, interrupted and disturbed', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(arrival, { maxLength: 60 }),
      fc.record({ limit: fc.integer({ min: 1, max: 12 }), takes: fc.array(fc.integer({ min: 1, max: 9 })) }),
      fc.record({ intervalMs: fc.integer({ min: 3000, max: 40_000 }), requestMs: fc.nat(3000) }),
      fc.array(fc.boolean(), { maxLength: 30 }),
      async (arrivals, { limit, takes }, { intervalMs, requestMs }, failures) => {
        const clock = new VirtualClock(NOON);
        const disturb: Middleware = (next) => async (request) => {
          clock.advance(requestMs);
          if (failures.shift() === true) throw Object.assign(new Error('reset'), { code: 'ECONNRESET' });
          return next(request);
        };
        await using open = await connect('in process', { seed: 'empty', client: { middleware: [disturb] } });
        const expected = arrivals
          .map(({ at }, index) => ({ at: iso(NOON + at), id: `activity_${String(index).padStart(3, '0')}` }))
          .toSorted((a, b) => (a.at + a.id < b.at + b.id ? -1 : 1))
          .map(({ id }) => id);
        for (const [index, { at, delay }] of arrivals.entries()) {
          const id = `activity_${String(index).padStart(3, '0')}`;
          clock.schedule(NOON + at + delay, () => occur(open.fake, id, iso(NOON + at)));
        }
        const options = { resumeFrom: iso(NOON), until: iso(NOON + 121_000), lagMs: 20_000, intervalMs };
        let resumeFrom: ActivityTailOptions['resumeFrom'] = options.resumeFrom;
        const seen: string[] = [];
        for (const count of [...takes, Infinity]) {
          const tail = tailOf({
            ...open,
            clock,
            options: { ...options, resumeFrom },
            params: { activity_types, limit },
          });
          seen.push(...(await take(tail, count)));
          resumeFrom = throughJson(tail.checkpoint);
        }
        expect(seen).toEqual(expected);
      },
    ),
    { numRuns: 100 },
  );
}, 60_000);
