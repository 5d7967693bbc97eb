/** A process whose job was taken over changes nothing about it any more, whatever it does. */
import { expect, onTestFinished, test } from 'vitest';
import { LeaseLostError, type JobDefinition, type Store } from '../index.js';
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
  await store.transaction((transaction) => current.finish(transaction));
  await expect.poll(() => source.counts('windows')).toEqual({ waiting: 0, running: 0, done: 1, failed: 0 });
}

test.each<[string, (job: ClaimedJob, store: Store) => Promise<unknown>]>([
  ['commits', (job, store) => store.transaction((transaction) => job.require(transaction))],
  ['completes its job', (job, store) => store.transaction((transaction) => job.finish(transaction))],
])('a stale process %s: it fails', async (_, act) => {
  const { store, source, stale, current } = await takenOver();
  await expect(act(stale, store)).rejects.toThrow(LeaseLostError);
  await expectHeld(store, source, current);
});

test.each<[string, (job: ClaimedJob) => Promise<unknown>, unknown]>([
  ['fails its job', (job) => job.fail('broken'), 'lost'],
  ['returns its job to the queue', (job) => job.release(), undefined],
])('a stale process %s: it has no effect', async (_, act, outcome) => {
  const { store, source, stale, current } = await takenOver();
  expect(await act(stale)).toBe(outcome);
  await expectHeld(store, source, current);
});
