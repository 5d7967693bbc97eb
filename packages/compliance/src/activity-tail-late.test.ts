/** Activities that become visible more than `lagMs` late are emitted and counted, in one process or in many. */
import type { Fake } from '@parlance/testing-fakes';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ActivityTailCheckpoint } from './activity-tail-options.js';
import type { ActivityTail } from './activity-tail.js';
import { connect } from './testing/connect.js';
import { iso, NOON, occur, tailOf } from './testing/tails.js';
import { VirtualClock } from './testing/virtual-clock.js';

const LAG_MS = 20_000;
const throughJson = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;

/** When an activity occurs, in milliseconds after the start, and how much later it becomes visible. */
interface Arrival {
  readonly at: number;
  readonly delay: number;
}

const idOf = (index: number): string => `activity_${String(index).padStart(3, '0')}`;

function schedule(fake: Fake, clock: VirtualClock, arrivals: readonly Arrival[]): void {
  for (const [index, { at, delay }] of arrivals.entries())
    clock.schedule(NOON + at + delay, () => occur(fake, idOf(index), iso(NOON + at)));
}

/** Reads all pages. `next` returns the tail that reads the page after one. */
async function read(
  arrivals: readonly Arrival[],
  next: (tail: ActivityTail, resume: Resume) => ActivityTail,
) {
  await using open = await connect('in process', { seed: 'empty' });
  const clock = new VirtualClock(NOON);
  schedule(open.fake, clock, arrivals);
  const options = { until: iso(NOON + 150_000), lagMs: LAG_MS, intervalMs: 7000 };
  const resume: Resume = (resumeFrom) => tailOf({ ...open, clock, options: { ...options, resumeFrom } });
  const pages: { ids: (string | undefined)[]; lateCount: number }[] = [];
  let tail = resume(null);
  for (let checkpoint = throughJson(tail.checkpoint); ; checkpoint = throughJson(tail.checkpoint)) {
    const { value: page } = await tail.pages().next();
    if (page === undefined) {
      expect(await resume(checkpoint).pages().next()).toEqual({ done: true, value: undefined });
      return pages;
    }
    pages.push({ ids: page.data.map(({ id }) => id), lateCount: page.lateCount });
    tail = next(tail, resume);
  }
}

type Resume = (checkpoint: ActivityTailCheckpoint | null) => ActivityTail;

const arrivals = fc.array(fc.record({ at: fc.nat(100_000), delay: fc.nat(3 * LAG_MS) }), { maxLength: 40 });

test('a tail that another process resumes after every page emits and counts the same', async () => {
  await fc.assert(
    fc.asyncProperty(arrivals, async (some) => {
      const inOne = await read(some, (tail) => tail);
      const inMany = await read(some, (tail, resume) => resume(throughJson(tail.checkpoint)));
      const filled = (pages: typeof inOne) => pages.filter(({ ids }) => ids.length > 0);
      expect(filled(inMany)).toEqual(filled(inOne));
    }),
    { numRuns: 20 },
  );
});

test('activities that became visible while a tail was stopped are emitted once', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.nat(60_000), { maxLength: 30 }),
      fc.array(fc.nat(LAG_MS - 1), { maxLength: 10 }),
      fc.nat(30),
      async (early, late, count) => {
        await using open = await connect('in process', { seed: 'empty' });
        const clock = new VirtualClock(NOON + 120_000);
        for (const [index, at] of early.entries()) occur(open.fake, idOf(index), iso(NOON + at));
        const options = { until: iso(NOON + 61_000), lagMs: LAG_MS };
        const seen: string[] = [];
        const first = tailOf({ ...open, clock, options: { ...options, resumeFrom: iso(NOON) } });
        for await (const { id = '' } of first) if (seen.push(id) >= count) break;
        const checkpoint = throughJson(first.checkpoint);
        const stoppedMs = Date.parse(checkpoint.since);
        const times = late.map((ms) => Math.max(stoppedMs - ms, NOON + 1));
        for (const [index, ms] of times.entries()) occur(open.fake, `activity_late_${index}`, iso(ms));
        const second = tailOf({
          ...open,
          clock,
          options: { ...options, until: iso(NOON + 62_000), resumeFrom: checkpoint },
        });
        for await (const { id = '' } of second) seen.push(id);
        const expected = [
          ...early.map((_, index) => idOf(index)),
          ...times.map((_, index) => `activity_late_${index}`),
        ];
        expect(seen.toSorted()).toEqual(expected.toSorted());
        expect(second.lateCount).toBe(times.filter((ms) => ms < stoppedMs).length);
      },
    ),
    { numRuns: 60 },
  );
});

test('a checkpoint is bounded, however dense the log is', async () => {
  await using open = await connect('in process', {
    seed: 'empty',
    checkResponses: false,
    client: { validation: undefined },
  });
  for (let index = 0; index < 1500; index += 1) occur(open.fake, `a_${index}`, iso(NOON + index * 10));
  const clock = new VirtualClock(NOON + 60_000);
  const options = { resumeFrom: iso(NOON), until: iso(NOON + 16_000), lagMs: LAG_MS };
  const tail = tailOf({ ...open, clock, options });
  let longest = 0;
  for await (const _ of tail) longest = Math.max(longest, JSON.stringify(tail.checkpoint).length);
  expect(longest).toBeGreaterThan(5000);
  expect(longest).toBeLessThan(9000);
  occur(open.fake, 'late', iso(NOON + 14_995));
  const resumed = tailOf({
    ...open,
    clock,
    options: { ...options, until: iso(NOON + 17_000), resumeFrom: throughJson(tail.checkpoint) },
  });
  const ids: (string | undefined)[] = [];
  for await (const { id } of resumed) ids.push(id);
  expect([ids, resumed.lateCount]).toEqual([['late'], 1]);
});
