import type { PgBoss } from 'pg-boss';
import { expect, test } from 'vitest';
import { testStore } from '../testing/test-store.js';
import { PgBossJobs } from './pg-boss-jobs.js';

test('starts pg-boss again after the database was not available', async () => {
  let starts = 0;
  const boss = {
    start: async () => {
      starts += 1;
      if (starts === 1) throw new Error('not available');
    },
    createQueue: async () => {},
  };
  const jobs = new PgBossJobs(boss as unknown as PgBoss, await testStore());
  const definition = { name: 'windows', run: () => Promise.resolve() };
  await expect(jobs.prepare(definition)).rejects.toThrow('not available');
  await jobs.prepare(definition);
  await jobs.prepare(definition);
  expect(starts).toBe(2);
});
