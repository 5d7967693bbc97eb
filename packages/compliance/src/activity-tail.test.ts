import { AbortedError, ConfigError } from '@parlance/core-transport';
import { activityTypes, type Activity } from '@parlance/schemas';
import type { Fake } from '@parlance/testing-fakes';
import { describe, expect, test } from 'vitest';
import type { ActivityTail } from './activity-tail.js';
import { connect } from './testing/connect.js';

const activity_types = activityTypes.filter((type) => type !== 'compliance_api_accessed');
const BEGINNING = '2026-01-01T00:00:00Z';

/** Puts an activity into the audit log, at a time of its own. */
function occur(fake: Fake, id: string, created_at: string): void {
  const record = {
    id,
    created_at,
    isOwned: true,
    details: { type: 'age_verified', actor: { type: 'vendor_actor', email_address: null } },
  };
  fake.world().store.of<object>({ name: 'activities' }).put(id, record);
}

async function take(tail: AsyncIterable<Activity>, count: number): Promise<string[]> {
  const ids: string[] = [];
  if (count === 0) return ids;
  for await (const activity of tail) {
    ids.push(activity.id ?? '');
    if (ids.length === count) break;
  }
  return ids;
}

describe('a tail', () => {
  test('gives the whole log oldest first, however small its pages are, holding two at a time', async () => {
    await using open = await connect();
    const { compliance } = open;
    const whole: string[] = [];
    for await (const activity of compliance.activities.list({ activity_types }))
      whole.unshift(activity.id ?? '');
    for (const limit of [5000, 25]) {
      const tail = compliance.activities.tail({ resumeFrom: BEGINNING }, { activity_types, limit });
      expect(await take(tail, whole.length)).toEqual(whole);
    }
  });

  test('goes on from a saved checkpoint without loss or repetition, at every activity', async () => {
    await using open = await connect();
    const { compliance } = open;
    const params = { activity_types, limit: 60 };
    const whole = await take(compliance.activities.tail({ resumeFrom: BEGINNING }, params), 200);
    let tail: ActivityTail = compliance.activities.tail({ resumeFrom: BEGINNING, lagMs: 1000 }, params);
    const joined: string[] = [];
    while (joined.length < whole.length) {
      joined.push(...(await take(tail, 40)));
      const checkpoint = JSON.parse(JSON.stringify(tail.checkpoint)) as typeof tail.checkpoint;
      expect(Object.keys(checkpoint.given).length).toBeLessThanOrEqual(60);
      tail = compliance.activities.tail({ resumeFrom: checkpoint, lagMs: 1000 }, params);
    }
    expect(joined).toEqual(whole);
  });

  test('waits for what is new, and takes in what comes late within the lag', async () => {
    await using open = await connect('in process', { seed: 'empty' });
    const { compliance, fake } = open;
    const steps = [
      () => occur(fake, 'activity_a', '2026-06-01T00:00:10.000Z'),
      () => occur(fake, 'activity_c', '2026-06-01T00:00:30.000Z'),
      // Late by 25 seconds, then by 55: the first within the lag of 30, the second beyond it.
      () => occur(fake, 'activity_b', '2026-06-01T00:00:05.000Z'),
      () => {
        occur(fake, 'activity_x', '2026-05-31T23:59:35.000Z');
        occur(fake, 'activity_d', '2026-06-01T00:00:31.000Z');
      },
    ];
    const { ActivityTail: Tail } = await import('./activity-tail.js');
    const waits: number[] = [];
    const tail = new Tail((query, rest) => compliance.activities.list(query, rest), {
      options: { resumeFrom: '2026-06-01T00:00:00Z', lagMs: 30_000, intervalMs: 5000 },
      params: { activity_types },
      wait: (ms) => {
        waits.push(ms);
        const step = steps.shift();
        // A tail that misses what came late would wait for it for ever.
        if (step === undefined) return Promise.reject(new Error('nothing more will occur'));
        step();
        return Promise.resolve();
      },
    });
    expect(await take(tail, 4)).toEqual(['activity_a', 'activity_c', 'activity_b', 'activity_d']);
    expect(waits).toEqual([5000, 5000, 5000, 5000]);
    expect(tail.checkpoint).toEqual({
      since: '2026-06-01T00:00:30.000Z',
      given: {
        activity_a: '2026-06-01T00:00:10.000Z',
        activity_b: '2026-06-01T00:00:05.000Z',
        activity_c: '2026-06-01T00:00:30.000Z',
        activity_d: '2026-06-01T00:00:31.000Z',
      },
    });
  });

  test('ends when it is aborted while it waits', async () => {
    await using open = await connect('in process', { seed: 'empty' });
    const controller = new AbortController();
    const reason = new Error('enough');
    const tail = open.compliance.activities.tail(
      { resumeFrom: '2026-06-01T00:00:00Z', intervalMs: 3_600_000, signal: controller.signal },
      { activity_types },
    );
    const first = take(tail, 1);
    setImmediate(() => controller.abort(reason));
    const error: unknown = await first.catch((thrown: unknown) => thrown);
    expect(AbortedError.is(error) && error.reason).toBe(reason);
  });

  test.each([
    [{ resumeFrom: 'yesterday' }, 'resumeFrom'],
    [{}, 'resumeFrom'],
    [{ resumeFrom: BEGINNING, lagMs: 0 }, 'lagMs'],
    [{ resumeFrom: BEGINNING, intervalMs: -1 }, 'intervalMs'],
    [{ resumeFrom: { since: BEGINNING, given: { a: 'never' } } }, 'resumeFrom'],
  ])('refuses %j', async (options, option) => {
    await using open = await connect('in process', { seed: 'empty' });
    const begin = () => open.compliance.activities.tail(options as never);
    expect(begin).toThrow(ConfigError);
    expect(begin).toThrow(option);
  });
});
