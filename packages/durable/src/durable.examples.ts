/** Examples for `@parlance/durable`. The tests run them against the emulator. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ComplianceClient, type Checkpoint } from '@parlance/compliance';
import { localRunner, openStore, sharedRateLimiter, type Store, type StoreSchema } from '@parlance/durable';
import { createFake } from '@parlance/testing-fakes';

const fake = createFake({ seed: 'demo' });
const compliance = new ComplianceClient({
  baseUrl: fake.url,
  complianceKey: fake.keys.compliance,
  http: fake.http(),
});

/** Runs an example with a store in a temporary folder. */
async function withFolder(run: (folder: string) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'parlance-durable-example-'));
  try {
    await run(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Saves rows and the checkpoint after them together. */
export async function saveProgress(): Promise<void> {
  await withFolder(async (folder) => {
    const url = `sqlite:${path.join(folder, 'parlance.db')}`;
    // #region Save rows and their checkpoint
    const activities: StoreSchema<{ activities: { id: string; body: string } }> = {
      name: 'audit_log',
      migrations: {
        '0001': (db) =>
          db.schema
            .createTable('activities')
            .addColumn('id', 'text', (column) => column.primaryKey())
            .addColumn('body', 'text')
            .execute(),
      },
    };

    await using store = await openStore(url); // or postgres://user:password@host/database
    await store.migrate(activities);
    await using lease = await store.leases.acquire('audit-log');
    if (lease === null) throw new Error('Another process is copying the audit log.');

    const resumeFrom = (await store.checkpoints.load<Checkpoint>('audit-log')) ?? undefined;
    const pages = compliance.activities.list({ limit: 100 }, resumeFrom ? { resumeFrom } : {}).pages();
    for await (const page of pages) {
      await store.transaction(
        async (transaction) => {
          const rows = page.data.map((item) => ({ id: item.id ?? '', body: JSON.stringify(item) }));
          await transaction.tables(activities).insertInto('activities').values(rows).execute();
          if (page.checkpoint) await transaction.checkpoints.save('audit-log', page.checkpoint);
        },
        { lease },
      );
    }
    // #endregion
    const { count } = await store
      .tables(activities)
      .selectFrom('activities')
      .select((columns) => columns.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    assert.ok(count >= 300);
  });
}

/** Does something once. */
export async function once(): Promise<void> {
  await withFolder(async (folder) => {
    const store: Store = await openStore(`sqlite:${path.join(folder, 'parlance.db')}`);
    let refunds = 0;
    const refund = async (callId: string): Promise<string> => {
      // #region Do something once
      const ledger = store.ledger<string>('refunds');
      const entry = await ledger.begin(callId);
      if (entry.state === 'done') return entry.result ?? '';
      if (!entry.isNew) throw new Error(`${callId} was interrupted. Check whether it took effect.`);
      const receipt = `receipt-${(refunds += 1)}`; // the action
      return ledger.complete(callId, receipt);
      // #endregion
    };
    assert.equal(await refund('call-1'), 'receipt-1');
    assert.equal(await refund('call-1'), 'receipt-1');
    await store.close();
  });
}

/** Runs jobs that survive a crash. */
export async function runJobs(): Promise<void> {
  await withFolder(async (folder) => {
    const url = `sqlite:${path.join(folder, 'parlance.db')}`;
    // #region Run jobs
    await using store = await openStore(url);
    await using runner = localRunner({ store, concurrency: 4 });
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
    console.log(await runner.counts('count-activities')); // { waiting: 0, running: 0, done: 3, failed: 0 }
    // #endregion
    assert.equal((await runner.counts('count-activities')).done, 3);
  });
}

/** Shares the limit of an organization. */
export async function shareLimit(): Promise<void> {
  await withFolder(async (folder) => {
    const url = `sqlite:${path.join(folder, 'parlance.db')}`;
    const options = { baseUrl: fake.url, complianceKey: fake.keys.compliance, http: fake.http() };
    // #region Share a rate limit
    await using store = await openStore(url);
    const compliance = new ComplianceClient({
      ...options,
      rateLimiter: sharedRateLimiter({ store, scope: 'compliance', reserve: 0.1 }),
      priority: 'bulk',
    });
    const organizations = await compliance.organizations.list();
    // #endregion
    assert.ok(organizations.data.length > 0);
  });
}
