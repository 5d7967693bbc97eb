import { spawnSync } from 'node:child_process';
import { expect, onTestFinished, test } from 'vitest';
import { ConfigError } from '@parlance/schemas/kit';
import { LeaseLostError, localRunner, type JobContext, type Runner } from '../index.js';
import { coreSchema } from '../database/core-schema.js';
import { TestClock, testDatabase, testStore, type TestDatabase } from '../testing/test-store.js';

async function runner(
  database: TestDatabase,
  clock: TestClock,
  run: (job: JobContext) => Promise<void>,
): Promise<Runner> {
  const created = localRunner({
    store: await database.open(clock),
    leaseMs: 10_000,
    pollIntervalMs: 5,
    concurrency: 1,
  });
  onTestFinished(() => created.stop());
  created.define({ name: 'windows', run });
  return created;
}

test('a process that no longer responds loses its job, and cannot commit', async () => {
  const database = testDatabase();
  const clock = new TestClock();
  const started = Promise.withResolvers<void>();
  const resume = Promise.withResolvers<void>();
  let late: unknown;
  const first = await runner(database, clock, async (job) => {
    started.resolve();
    await resume.promise;
    late = await job
      .complete(({ checkpoints }) => checkpoints.save('by', 'first'))
      .catch((error: unknown) => error);
  });
  await first.enqueue('windows', [{ key: 'a', data: null }]);
  await first.start();
  await started.promise;
  clock.ms += 10_001;

  const second = await runner(database, clock, (job) =>
    job.complete(({ checkpoints }) => checkpoints.save('by', `second, attempt ${job.attempt}`)),
  );
  await second.start();
  await second.idle();
  resume.resolve();
  await expect.poll(() => late).toBeInstanceOf(LeaseLostError);

  expect(await second.store.checkpoints.load('by')).toBe('second, attempt 2');
  expect(await second.counts('windows')).toMatchObject({ done: 1 });
});

test('a runner that stops after it lost a job has not failed', async () => {
  const database = testDatabase();
  const clock = new TestClock();
  const started = Promise.withResolvers<void>();
  const first = await runner(database, clock, ({ signal }) => {
    started.resolve();
    return new Promise((_, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason as Error));
    });
  });
  await first.enqueue('windows', [{ key: 'a', data: null }]);
  await first.start();
  await started.promise;
  clock.ms += 10_001;
  const second = await runner(database, clock, () => Promise.resolve());
  await second.start();
  await second.idle();

  await first.stop();
  await first.idle();
  expect(await second.counts('windows')).toMatchObject({ done: 1 });
});

test('the jobs of a process of this machine that was killed run again at once, until they have used up their attempts', async () => {
  const database = testDatabase();
  const clock = new TestClock();
  const attempts: number[] = [];
  const second = await runner(database, clock, async ({ attempt }) => {
    attempts.push(attempt);
  });
  await second.enqueue('windows', [
    { key: 'a', data: null },
    { key: 'b', data: null },
  ]);
  // Two jobs of a process that has ended.
  const store = await database.open(clock);
  await store.leases.acquire('identity');
  const tables = store.tables(coreSchema);
  const { process: own } = await tables
    .selectFrom('parlance_ledger')
    .select('process')
    .executeTakeFirstOrThrow();
  const { pid } = spawnSync(process.execPath, ['--version']);
  const ended = JSON.stringify({ ...(JSON.parse(own ?? '') as object), pid });
  const running = { state: 'running', process: ended, expires_at: clock.ms + 10_000 } as const;
  await tables
    .updateTable('parlance_jobs')
    .set({ ...running, attempts: 3, token: 3 })
    .where('key', '=', 'a')
    .execute();
  await tables
    .updateTable('parlance_jobs')
    .set({ ...running, attempts: 10, token: 10 })
    .where('key', '=', 'b')
    .execute();

  await second.start();
  await second.idle();

  expect(attempts).toEqual([4]);
  expect(await second.counts('windows')).toEqual({ waiting: 0, running: 0, done: 1, failed: 1 });
});

test('delayed jobs and retries wait by the clock of the database', async () => {
  const database = testDatabase();
  const clock = new TestClock();
  const ran: string[] = [];
  const jobs = await runner(database, clock, async ({ key, attempt }) => {
    ran.push(`${key} ${attempt}`);
    if (attempt === 1) throw new Error('again');
  });
  await jobs.enqueue('windows', [
    { key: 'now', data: null },
    { key: 'later', data: null, delayMs: 60_000 },
  ]);
  await jobs.start();
  await expect.poll(() => ran).toEqual(['now 1']);
  await expect.poll(() => jobs.counts('windows')).toMatchObject({ waiting: 2, running: 0 });
  clock.ms += 1_000;
  await expect.poll(() => ran).toEqual(['now 1', 'now 2']);
  clock.ms += 59_000;
  await expect.poll(() => ran).toEqual(['now 1', 'now 2', 'later 1']);
  clock.ms += 1_000;
  await jobs.idle();
  expect(ran).toEqual(['now 1', 'now 2', 'later 1', 'later 2']);
});

test('a clock that is set back restarts the delays of waiting jobs', async () => {
  const database = testDatabase();
  const clock = new TestClock();
  const ran: string[] = [];
  const jobs = await runner(database, clock, async ({ key, attempt }) => {
    ran.push(`${key} ${attempt}`);
    if (attempt > 1) return;
    if (key === 'now') clock.ms -= 3_600_000;
    throw new Error('again');
  });
  await jobs.enqueue('windows', [
    { key: 'now', data: null },
    { key: 'soon', data: null },
    { key: 'later', data: null, delayMs: 60_000 },
  ]);
  await jobs.start();
  await expect.poll(() => ran).toEqual(['now 1', 'soon 1']);
  await expect.poll(() => jobs.counts('windows')).toMatchObject({ waiting: 3, running: 0 });
  clock.ms += 1_000;
  await expect.poll(() => ran.slice(2).toSorted()).toEqual(['now 2', 'soon 2']);
  clock.ms += 58_999;
  await expect.poll(() => jobs.counts('windows')).toMatchObject({ waiting: 1, running: 0 });
  clock.ms += 1;
  await expect.poll(() => ran.slice(4)).toEqual(['later 1']);
});

test('rejects options that are out of range', async () => {
  const store = await testStore();
  expect(() => localRunner({ store, concurrency: 0 })).toThrow(ConfigError);
  expect(() => localRunner({ store, leaseMs: 10 })).toThrow('leaseMs');
  expect(() => localRunner({ store, leaseMs: 1_000.5 })).toThrow('leaseMs');
  expect(() => localRunner({ store, pollIntervalMs: 0 })).toThrow('pollIntervalMs');
  expect(() => localRunner({ store, pollIntervalMs: 2 ** 31 })).toThrow('pollIntervalMs');
});
