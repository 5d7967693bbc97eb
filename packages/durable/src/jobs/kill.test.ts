import { setTimeout as delay } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { localRunner, pgBossRunner } from '../index.js';
import { killedSchema, PAGES } from '../testing/kill-worker.js';
import { workerProgram, type WorkerProcess } from '../testing/start-worker.js';
import { databaseProxy } from '@parlance/testing/database-proxy';
import { postgresUrl, testDatabase, type TestDatabase } from '../testing/test-store.js';

/** Kills; `npm run test:scale` sets more. */
const KILLS = Number(process.env['PARLANCE_TEST_KILLS'] ?? 5);
const WORKERS = 3;
const JOBS = KILLS * 12;

/** Outages of the database; `npm run test:scale` sets more and longer ones. */
const OUTAGES = Number(process.env['PARLANCE_TEST_OUTAGES'] ?? 2);
const OUTAGE_MS = Number(process.env['PARLANCE_TEST_OUTAGE_MS'] ?? 2_000);

const kind = postgresUrl() === undefined ? 'local' : 'pg-boss';

test(
  `no page is lost or written twice when workers of the ${kind} runner are killed`,
  async () => {
    const database = testDatabase();
    const { expectComplete } = await enqueue(database, JOBS);
    const start = await workerProgram({ url: database.url, schema: database.schema, kind });
    const workers = startWorkers(start);
    for (let kill = 0; kill < KILLS; kill += 1) {
      const victim = workers[kill % WORKERS]!;
      // It is in the middle of a job, at varying places.
      await victim.printed(2 + ((kill * 7) % 11));
      victim.child.kill('SIGKILL');
      await victim.exit;
      workers[kill % WORKERS] = start();
    }
    expect(await Promise.all(workers.map(({ exit }) => exit))).toEqual(workers.map(() => 0));

    await expectComplete();
  },
  60_000 + KILLS * 20_000,
);

test.runIf(kind === 'pg-boss')(
  'no page is lost or written twice, and no worker ends, when the database goes away',
  async () => {
    const database = testDatabase();
    const proxy = await databaseProxy(database.url);
    const { expectComplete } = await enqueue(database, OUTAGES * 12);
    const workers = startWorkers(await workerProgram({ url: proxy.url, schema: database.schema, kind }));
    // Opening a store does not wait for the database.
    await Promise.all(workers.map((worker) => worker.printed(1)));
    for (let outage = 0; outage < OUTAGES; outage += 1) {
      // They are in the middle of jobs.
      await workers[outage % WORKERS]!.printed(3 + outage * 8);
      await proxy.down();
      await delay(OUTAGE_MS);
      await proxy.up();
    }
    expect(await Promise.all(workers.map(({ exit }) => exit))).toEqual(workers.map(() => 0));
    await expectComplete();
  },
  60_000 + OUTAGES * (OUTAGE_MS + 30_000),
);

function startWorkers(start: () => WorkerProcess): WorkerProcess[] {
  const workers = Array.from({ length: WORKERS }, start);
  onTestFinished(() => {
    for (const { child } of workers) child.kill('SIGKILL');
  });
  return workers;
}

/** Enqueues jobs for the workers. */
async function enqueue(database: TestDatabase, count: number) {
  const store = await database.open();
  const tables = await store.migrate(killedSchema);
  const runner =
    kind === 'local'
      ? localRunner({ store })
      : await pgBossRunner({ store, schema: `${database.schema}_boss` });
  onTestFinished(() => runner.stop());
  runner.define({ name: 'windows', maxAttempts: 1_000, run: () => Promise.resolve() });
  const keys = Array.from({ length: count }, (_, index) => `job-${String(index).padStart(4, '0')}`);
  await runner.enqueue(
    'windows',
    keys.map((key) => ({ key, data: null })),
  );
  const expectComplete = async (): Promise<void> => {
    const pages = await tables.selectFrom('pages').selectAll().orderBy('job').orderBy('page').execute();
    const expected = keys.flatMap((job) =>
      Array.from({ length: PAGES + 1 }, (_, index) => ({ job, page: index + 1 })),
    );
    expect(pages).toEqual(expected);
    await expect
      .poll(() => runner.counts('windows'))
      .toEqual({ waiting: 0, running: 0, done: count, failed: 0 });
  };
  return { expectComplete };
}
