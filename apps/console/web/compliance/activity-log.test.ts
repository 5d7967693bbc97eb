import { activityTypes } from '@parlance/schemas';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  ActivityPages,
  countByColumn,
  findActivities,
  NO_ACTIVITIES,
  type ActivityLog,
} from './activity-log.js';
import { FAMILIES, familyOf } from '../../server/activity-families.js';

interface Activity {
  readonly time: number | null;
  readonly type: string;
  readonly actor: string;
}

const ALL = new Set(FAMILIES.keys());
const times = fc.integer({ min: 0, max: 1_000 });
const activities = fc.record<Activity>({
  time: fc.option(times, { freq: 20 }),
  type: fc.constantFrom(...activityTypes, 'not_in_the_contract'),
  actor: fc.constantFrom('ann@a.example', 'key key_1'),
});
const pages = fc.array(fc.array(activities, { maxLength: 30 }), { maxLength: 8 });

function pageOf(page: readonly Activity[]) {
  return {
    times: page.map(({ time }) => time),
    types: page.map(({ type }) => type),
    families: page.map(({ type }) => familyOf({ type, actor: {} })),
    ids: page.map((_, index) => `activity_${index}`),
    actors: page.map(({ actor }) => actor),
  };
}

function logOf(...loaded: readonly (readonly Activity[])[]): ActivityLog {
  const load = new ActivityPages();
  return loaded.reduce((_, page) => load.append(pageOf(page)), NO_ACTIVITIES);
}

/** Reads a log back into activities. */
function read({ count, times, families, types, actors }: ActivityLog): (Activity & { family: number })[] {
  return Array.from({ length: count }, (_, index) => ({
    time: Number.isNaN(times[index]) ? null : times[index]!,
    type: types[index]!,
    actor: actors[index]!,
    family: families[index]!,
  }));
}

describe('pages of activities', () => {
  test('append to one log in order, without changing earlier logs', () => {
    fc.assert(
      fc.property(pages, (loaded) => {
        const load = new ActivityPages();
        const logs = loaded.map((page) => load.append(pageOf(page)));
        for (const [index, log] of logs.entries()) {
          const expected = loaded.slice(0, index + 1).flat();
          expect(read(log)).toEqual(
            expected.map((one) => ({ ...one, family: familyOf({ ...one, actor: {} }) })),
          );
          expect(log.perFamily).toEqual(
            FAMILIES.map(
              (_, family) => expected.filter(({ type }) => familyOf({ type, actor: {} }) === family).length,
            ),
          );
          const known = expected.flatMap(({ time }) => (time === null ? [] : [time]));
          expect(log.span).toEqual(
            known.length === 0 ? undefined : { from: Math.min(...known), to: Math.max(...known) },
          );
        }
      }),
    );
  });

  test('can hold 100,000 activities', () => {
    const page = Array.from({ length: 5_000 }, (_, index) => ({
      time: index,
      type: activityTypes[index % activityTypes.length]!,
      actor: `user ${index}`,
    }));
    const log = logOf(...Array.from({ length: 20 }, () => page));
    expect(log.count).toBe(100_000);
    expect(log.perFamily.reduce((sum, count) => sum + count)).toBe(100_000);
    expect(log.actors[99_999]).toBe('user 4999');
    expect(log.times[99_999]).toBe(4_999);
    expect(findActivities(log, ALL, { from: 4_999, to: 4_999 })).toHaveLength(20);
  });
});

describe('finding activities', () => {
  test('filters by family and time, newest first, and includes activities without a time in every range', () => {
    const log = logOf([
      { time: 30, type: 'assistant_chat_created', actor: 'ann@a.example' },
      { time: null, type: 'assistant_chat_created', actor: 'ann@a.example' },
      { time: 20, type: 'assistant_file_uploaded', actor: 'ann@a.example' },
      { time: 10, type: 'assistant_chat_created', actor: 'ann@a.example' },
    ]);
    expect([...findActivities(log, ALL, undefined)]).toEqual([0, 1, 2, 3]);
    expect([...findActivities(log, new Set([0]), undefined)]).toEqual([0, 1, 3]);
    expect([...findActivities(log, ALL, { from: 10, to: 20 })]).toEqual([1, 2, 3]);
    expect([...findActivities(log, new Set(), undefined)]).toEqual([]);
  });

  test('finds each activity in exactly one family and one of two adjacent ranges', () => {
    fc.assert(
      fc.property(pages, times, (loaded, middle) => {
        const log = logOf(...loaded.map((page) => page.filter(({ time }) => time !== null)));
        const found = [...ALL].flatMap((family) => [
          ...findActivities(log, new Set([family]), { from: 0, to: middle }),
          ...findActivities(log, new Set([family]), { from: middle + 1, to: 1_000 }),
        ]);
        expect(found.toSorted((a, b) => a - b)).toEqual([...Array(log.count).keys()]);
      }),
    );
  });
});

test('counting by family and column skips activities outside the grid or without a time', () => {
  fc.assert(
    fc.property(pages, times, fc.integer({ min: 1, max: 20 }), (loaded, from, columns) => {
      const log = logOf(...loaded);
      const counts = countByColumn(log, { from, columns, secondsPerColumn: 7 });
      const expected = FAMILIES.flatMap((_, family) =>
        Array.from({ length: columns }, (_, column) => {
          const span = { from: from + column * 7, to: from + column * 7 + 6 };
          return [...findActivities(log, new Set([family]), span)].filter(
            (index) => !Number.isNaN(log.times[index]),
          ).length;
        }),
      );
      expect([...counts]).toEqual(expected);
    }),
  );
});
