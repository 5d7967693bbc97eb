import type { HttpBody, Middleware } from '@parlance/core-transport';
import type { Activity } from '@parlance/schemas';
import { describe, expect, test } from 'vitest';
import type { ActivityTailCheckpoint, ActivityTailOptions } from './activity-tail-options.js';
import type { ActivityTail } from './activity-tail.js';
import { connect } from './testing/connect.js';
import { activity_types, all, iso, NOON, occur, START, tailOf, take } from './testing/tails.js';
import { VirtualClock } from './testing/virtual-clock.js';

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
    expect(longest).toBeLessThan(400);
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
