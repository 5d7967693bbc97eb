/** A process whose job was taken over changes nothing about it any more, whatever it does. */
import { expect, onTestFinished, test, vi } from 'vitest';
import { LeaseLostError, type JobDefinition, type Store } from '../index.js';
import { HeldLease } from '../leases/held-lease.js';
import { TestClock, testDatabase } from '../testing/test-store.js';
import type { ClaimedJob, JobSource } from './job-source.js';
import { PgBossJobs } from './pg-boss-jobs.js';
import { createBoss } from './pg-boss-runner.js';
import { StoredJobs } from './stored-jobs.js';

const LEASE_MS = 10_000;
const definition: JobDefinition = { name: 'windows', run: () => Promise.resolve(), retryDelayMs: 0 };

async function takenOver() {
  const clock = new TestClock();
  const database = testDatabase();
  const store = await database.open(clock);
  const boss = store.kind === 'sqlite' ? undefined : await createBoss(store, `${database.schema}_boss`);
  const source: JobSource =
    boss === undefined ? new StoredJobs(store, LEASE_MS) : new PgBossJobs(boss, store);
  await source.prepare(definition);
  await source.enqueue('windows', [{ key: 'a', data: null }], {});
  const claim = async (): Promise<ClaimedJob> => (await source.claim([definition]))!;
  const stale = await claim();
  clock.ms += LEASE_MS;
  // What the supervision of pg-boss does after the heartbeat.
  const [job] = (await boss?.findJobs('windows')) ?? [];
  await boss?.fail('windows', job?.id ?? '', null);
  const current = await claim();
  onTestFinished(async () => {
    stale.end();
    current.end();
    await source.close();
  });
  return { store, source, stale, current };
}

async function expectHeld(store: Store, source: JobSource, current: ClaimedJob): Promise<void> {
  expect(await source.claim([definition])).toBeNull();
  expect(await store.checkpoints.load('at')).toBeNull();
  await store.transaction((transaction) => current.finish(transaction));
  await expect.poll(() => source.counts('windows')).toEqual({ waiting: 0, running: 0, done: 1, failed: 0 });
}

type Stale = (parts: { job: ClaimedJob; store: Store; source: JobSource }) => Promise<unknown>;

test.each<[string, Stale]>([
  ['commits', ({ job, store }) => store.transaction((part) => job.require(part))],
  [
    'saves a checkpoint',
    ({ job, store }) =>
      store.transaction(async (part) => {
        await part.checkpoints.save('at', 'stale');
        await job.require(part);
      }),
  ],
  ['completes its job', ({ job, store }) => store.transaction((part) => job.finish(part))],
  [
    'renews its claim',
    async ({ job }) => {
      await vi.advanceTimersByTimeAsync(LEASE_MS / 3);
      await vi.waitUntil(() => job.signal.aborted);
      job.signal.throwIfAborted();
    },
  ],
])('a stale process %s: it fails', async (_, act) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const { store, source, stale, current } = await takenOver();
  await expect(act({ job: stale, store, source })).rejects.toThrow(LeaseLostError);
  await expectHeld(store, source, current);
});

test.each<[string, Stale, unknown]>([
  ['claims a job', ({ source }) => source.claim([definition]), null],
  ['fails its job', ({ job }) => job.fail('broken'), 'lost'],
  ['returns its job to the queue', ({ job }) => job.release(), undefined],
  ['ends its claim', async ({ job }) => job.end(), undefined],
])('a stale process %s: it has no effect', async (_, act, outcome) => {
  const { store, source, stale, current } = await takenOver();
  expect(await act({ job: stale, store, source })).toBe(outcome);
  await expectHeld(store, source, current);
});

test('a transaction of a job extends its claim, also while a renewal hangs', async () => {
  vi.spyOn(HeldLease.prototype, 'renew').mockReturnValue(new Promise(() => {}));
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const { store, source, current } = await takenOver();
  await vi.advanceTimersByTimeAsync(6_000);

  await store.transaction((transaction) => current.require(transaction));
  const failed = store.transaction(async (transaction) => {
    await vi.advanceTimersByTimeAsync(3_000);
    await current.require(transaction);
    throw new Error('rolled back');
  });
  await expect(failed).rejects.toThrow('rolled back');
  await vi.advanceTimersByTimeAsync(6_999);
  expect(current.signal.aborted).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(current.signal.reason).toBeInstanceOf(LeaseLostError);
  await expectHeld(store, source, current);
});
