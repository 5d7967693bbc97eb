import { AbortedError, ConfigError } from '@parlance/core-transport';
import type { HttpBody, Middleware } from '@parlance/core-transport';
import { activityTypes, type Activity } from '@parlance/schemas';
import type { Fake } from '@parlance/testing-fakes';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ActivityTail, type ActivityTailParams } from './activity-tail.js';
import type { ActivityTailCheckpoint, ActivityTailOptions } from './activity-tail-options.js';
import type { ComplianceClient } from './compliance-client.js';
import { connect } from './testing/connect.js';
import { VirtualClock } from './testing/virtual-clock.js';

const activity_types = activityTypes.filter((type) => type !== 'compliance_api_accessed');
const START = '2026-01-01T00:00:00Z';
const NOON = Date.parse('2026-06-01T12:00:00.000Z');

/** Adds an activity to the audit log, at any time. */
function occur(fake: Fake, id: string, created_at: string): void {
  const record = {
    id,
    created_at,
    isOwned: true,
    details: { type: 'age_verified', actor: { type: 'vendor_actor', email_address: null } },
  };
  fake.world().store.of<object>({ name: 'activities' }).put(id, record);
}

const iso = (ms: number): string => new Date(ms).toISOString();

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const item of items) found.push(item);
  return found;
}

async function take(tail: AsyncIterable<Activity>, count = Infinity): Promise<string[]> {
  const ids: string[] = [];
  for await (const activity of tail) {
    ids.push(activity.id ?? '');
    if (ids.length === count) break;
  }
  return ids;
}

interface TailOf {
  readonly compliance: ComplianceClient;
  readonly clock: VirtualClock;
  readonly options: ActivityTailOptions;
  readonly params?: ActivityTailParams;
}

function tailOf({ compliance, clock, options, params = { activity_types } }: TailOf): ActivityTail {
  return new ActivityTail((query, rest) => compliance.activities.list(query, rest), {
    params,
    options,
    clock,
  });
}

/** A response body. */
function bodyOf(text: string): HttpBody {
  return {
    read: (sink) => {
      sink.data(new TextEncoder().encode(text));
      sink.end();
    },
    pause: () => undefined,
    resume: () => undefined,
    cancel: () => undefined,
  };
}

const throughJson = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;

describe('a tail of past activities', () => {
  test.each([5000, 25, 3])('yields each activity once, oldest first, with pages of %i', async (limit) => {
    await using open = await connect();
    const { compliance } = open;
    const log = await all(compliance.activities.list({ activity_types }));
    const ids = log.map((activity) => activity.id).toReversed();
    const params = { activity_types, limit };
    const options = { resumeFrom: START, until: '2026-07-01T00:00:00Z' };
    expect(await take(compliance.activities.tail(params, options))).toEqual(ids);
    const pages = await all(compliance.activities.tail(params, options).pages());
    expect(pages.flatMap(({ data }) => data.map(({ id }) => id))).toEqual(ids);
    expect(pages.every(({ data }) => data.length <= limit)).toBe(true);
    expect(pages[0]).toMatchObject({
      status: 200,
      headers: { 'content-type': expect.stringMatching(/json/) },
      requestId: expect.stringMatching(/^req_/),
    });
  });

  test('yields only activities from its start on', async () => {
    await using open = await connect();
    const { compliance } = open;
    const log = await all(compliance.activities.list({ activity_types }));
    const { created_at: start = '' } = log[100] as Activity;
    const options = { resumeFrom: start, until: '2026-07-01T00:00:00Z' };
    const found = await all(compliance.activities.tail({ activity_types }, options));
    expect(found.toReversed()).toEqual(log.filter(({ created_at = '' }) => created_at >= start));
  });

  test('yields the first activity within two requests of the oldest one', async () => {
    await using open = await connect('in process', {
      demo: { activities: 40_000 },
      checkResponses: false,
      client: { validation: undefined },
    });
    const { compliance, fake } = open;
    const oldest = (await all(compliance.activities.list({ limit: 5000, activity_types }))).at(-1);
    const before = fake.journal().length;
    const tail = compliance.activities.tail({ activity_types }, { resumeFrom: oldest?.created_at });
    expect(await take(tail, 1)).toEqual([oldest?.id]);
    expect(fake.journal().length - before).toBeLessThanOrEqual(2);
  });

  test('reads a log of 40,000 activities with few requests, and saves a small checkpoint per activity', async () => {
    await using open = await connect('in process', {
      demo: { activities: 40_000 },
      checkResponses: false,
      client: { validation: undefined },
    });
    const { compliance, fake } = open;
    const options = { resumeFrom: START, until: '2026-06-01T00:00:00Z' };
    const tail = compliance.activities.tail({ activity_types }, options);
    const before = fake.journal().length;
    const seen: unknown[] = [];
    let longest = 0;
    for await (const { id } of tail) {
      seen.push(id);
      longest = Math.max(longest, JSON.stringify(tail.checkpoint).length);
    }
    const requests = fake.journal().length - before;
    const until = { lt: options.until };
    const list = compliance.activities.list({ activity_types, limit: 5000, created_at: until });
    const log = await all(list);
    expect(seen.length).toBeGreaterThan(39_000);
    expect(seen).toEqual(log.map(({ id }) => id).toReversed());
    expect(longest).toBeLessThan(150);
    expect(requests).toBeLessThan(40);
  });

  test('emits more activities of one millisecond than fit into a page', async () => {
    await using open = await connect('in process', { seed: 'empty' });
    const ids = Array.from({ length: 50 }, (_, index) => `activity_${String(index).padStart(2, '0')}`);
    for (const id of ids) occur(open.fake, id, iso(NOON));
    const clock = new VirtualClock(NOON + 3_600_000);
    const options = { resumeFrom: iso(NOON - 1000), until: iso(NOON + 1000) };
    const params = { activity_types, limit: 7 };
    const seen: string[] = [];
    let saved: ActivityTailCheckpoint | null = null;
    while (seen.length < 50) {
      const resumeFrom: ActivityTailOptions['resumeFrom'] = saved ?? options.resumeFrom;
      const tail = tailOf({ ...open, clock, params, options: { ...options, resumeFrom } });
      seen.push(...(await take(tail, 9)));
      saved = throughJson(tail.checkpoint);
    }
    expect(seen).toEqual(ids);
  });

  test('resumes after every activity, in order and without a repetition', async () => {
    await using open = await connect();
    const { compliance } = open;
    const params = { activity_types, limit: 60 };
    const options = { resumeFrom: START, until: '2026-07-01T00:00:00Z' };
    const whole = await take(compliance.activities.tail(params, options));
    const joined: string[] = [];
    let saved: ActivityTailCheckpoint | undefined;
    while (joined.length < whole.length) {
      const tail = compliance.activities.tail(params, { ...options, resumeFrom: saved ?? START });
      joined.push(...(await take(tail, 13)));
      saved = throughJson(tail.checkpoint);
    }
    expect(joined).toEqual(whole);
  });

  test('emits activities without an id or a time once', async () => {
    const clock = new VirtualClock(NOON);
    const at = (seconds: number): string => iso(NOON - 3_600_000 + seconds * 1000);
    const log: Activity[] = [
      { id: 'a', created_at: at(1) },
      { created_at: at(1) },
      {},
      { created_at: at(2) },
    ].map((known) => ({ ...known, type: 'age_verified', actor: { type: 'vendor_actor' } }) as Activity);
    // The emulator has no such activities: its page is replaced.
    const replace: Middleware = (next) => async (request) => {
      const { searchParams } = new URL(request.path, 'https://example.com');
      const [gte = '', lt = ''] = [
        searchParams.get('created_at.gte') ?? '',
        searchParams.get('created_at.lt') ?? '',
      ];
      const data = log.filter(({ created_at = at(1) }) => created_at >= gte && created_at < lt).toReversed();
      const page = { data, has_more: false, first_id: null, last_id: null };
      const { headers, ...response } = await next(request);
      response.body.cancel();
      return { ...response, headers, body: bodyOf(JSON.stringify(page)) };
    };
    const client = { middleware: [replace], validation: undefined };
    await using open = await connect('in process', { seed: 'empty', client });
    const options = { resumeFrom: at(0), until: at(10) };
    const found: Activity[] = [];
    let saved: ActivityTailOptions['resumeFrom'] = options.resumeFrom;
    for (let round = 0; round < 5; round += 1) {
      const tail: ActivityTail = tailOf({ ...open, clock, options: { ...options, resumeFrom: saved } });
      for await (const activity of tail) {
        found.push(activity);
        break;
      }
      saved = throughJson(tail.checkpoint);
    }
    expect(found).toEqual(log);
  });
});

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
