import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { openStore, pgBossRunner, type StoreSchema } from '../index.js';
import { all, testDatabase } from '../testing/test-store.js';

const none: StoreSchema<object> = { name: 'none', migrations: {} };

test('jobs are completed once when the server closes connections in the middle of them', async () => {
  const database = testDatabase();
  const admin = await database.open();
  const name = `lost_${randomUUID()}`;
  const url = `${database.url}?application_name=${name}`;
  const store = await openStore(url, { schema: database.schema, maxConnections: 4 });
  const schema = `${database.schema}_boss`;
  const runner = await pgBossRunner({ store, schema, pollIntervalMs: 20, concurrency: 3 });
  onTestFinished(async () => {
    await runner.stop();
    await store.close();
  });
  let cuts = 0;
  runner.define({
    name: 'windows',
    retryDelayMs: 0,
    run: (job) =>
      job.complete(async ({ checkpoints }) => {
        await checkpoints.save(job.key, job.attempt);
        if (cuts >= 3) return;
        cuts += 1;
        await sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = ${name}`.execute(
          admin.tables(none),
        );
      }),
  });
  const jobs = Array.from({ length: 10 }, (_, index) => ({ key: `w-${index}`, data: null }));
  await runner.enqueue('windows', jobs);
  await runner.start();

  await expect.poll(() => runner.counts('windows').catch(() => null)).toMatchObject({ done: 10 });

  expect(cuts).toBe(3);
  expect((await all(admin.checkpoints.list('w-'))).length).toBe(10);
  expect((await store.leases.acquire('after'))?.token).toBe(1);
});
