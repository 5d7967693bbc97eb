import { expect, onTestFinished, test } from 'vitest';
import { localRunner, pgBossRunner } from '../index.js';
import { killedSchema, PAGES } from '../testing/kill-worker.js';
import { workerProgram, type WorkerProcess } from '../testing/start-worker.js';
import { postgresUrl, testDatabase } from '../testing/test-store.js';

/** Kills; `npm run test:scale` sets more. */
const KILLS = Number(process.env['PARLANCE_TEST_KILLS'] ?? 5);
const WORKERS = 3;
const JOBS = KILLS * 12;

const kind = postgresUrl() === undefined ? 'local' : 'pg-boss';

test(
  `no page is lost or written twice when workers of the ${kind} runner are killed`,
  async () => {
    const database = testDatabase();
    const { url, schema } = database;
    const store = await database.open();
    const tables = await store.migrate(killedSchema);
    const runner =
      kind === 'local' ? localRunner({ store }) : await pgBossRunner({ store, schema: `${schema}_boss` });
    onTestFinished(() => runner.stop());
    runner.define({ name: 'windows', maxAttempts: 1_000, run: () => Promise.resolve() });
    const keys = Array.from({ length: JOBS }, (_, index) => `job-${String(index).padStart(4, '0')}`);
    await runner.enqueue(
      'windows',
      keys.map((key) => ({ key, data: null })),
    );

    const start = await workerProgram({ url, schema, kind });
    const workers: WorkerProcess[] = Array.from({ length: WORKERS }, start);
    onTestFinished(() => {
      for (const { child } of workers) child.kill('SIGKILL');
    });
    for (let kill = 0; kill < KILLS; kill += 1) {
      const victim = workers[kill % WORKERS]!;
      // It is in the middle of a job, at varying places.
      await victim.printed(2 + ((kill * 7) % 11));
      victim.child.kill('SIGKILL');
      await victim.exit;
      workers[kill % WORKERS] = start();
    }
    expect(await Promise.all(workers.map(({ exit }) => exit))).toEqual(workers.map(() => 0));

    const pages = await tables.selectFrom('pages').selectAll().orderBy('job').orderBy('page').execute();
    const expected = keys.flatMap((job) =>
      Array.from({ length: PAGES + 1 }, (_, index) => ({ job, page: index + 1 })),
    );
    expect(pages).toEqual(expected);
    await expect
      .poll(() => runner.counts('windows'))
      .toEqual({ waiting: 0, running: 0, done: JOBS, failed: 0 });
  },
  60_000 + KILLS * 20_000,
);
