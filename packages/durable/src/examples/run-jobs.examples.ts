/* Runs jobs that survive a crash. */
import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
// #region Run jobs
import { mkdtemp } from 'node:fs/promises';
import { ComplianceClient } from '@parlance/compliance';
import { localRunner, openStore } from '@parlance/durable';

const compliance = new ComplianceClient();
const folder = await mkdtemp('counts-');
const store = await openStore(`sqlite:${folder}/parlance.db`);
const runner = localRunner({ store, concurrency: 4 });
runner.define<{ day: string }>({
  name: 'count-activities',
  run: async (job) => {
    let count = 0;
    const created_at = { gte: `${job.data.day}T00:00:00Z`, lte: `${job.data.day}T23:59:59Z` };
    for await (const _ of compliance.activities.list({ created_at })) {
      job.signal.throwIfAborted();
      count += 1;
    }
    // The result and the completion of the job are committed together.
    await job.complete((transaction) => transaction.checkpoints.save(`count/${job.key}`, count));
  },
});

const days = ['2026-04-01', '2026-04-02', '2026-04-03'];
await runner.enqueue(
  'count-activities',
  days.map((day) => ({ key: day, data: { day } })),
);
await runner.start();
await runner.idle();
const counts = await runner.counts('count-activities');
console.log(counts); // { waiting: 0, running: 0, done: 3, failed: 0 }
await runner[Symbol.asyncDispose]();
await store.close();
// #endregion

assert.deepEqual(counts, { waiting: 0, running: 0, done: 3, failed: 0 });
await rm(folder, { recursive: true });
