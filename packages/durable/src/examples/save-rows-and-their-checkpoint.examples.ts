/* Saves rows and the checkpoint after them together. */
import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
// #region Save rows and their checkpoint
import { mkdtemp } from 'node:fs/promises';
import { ComplianceClient, type Checkpoint } from '@parlance/compliance';
import { openStore, type StoreSchema } from '@parlance/durable';

const folder = await mkdtemp('audit-log-');
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

const store = await openStore(`sqlite:${folder}/parlance.db`); // or postgres://user:password@host/database
await store.migrate(activities);
const lease = await store.leases.acquire('audit-log');
if (lease === null) throw new Error('Another process is copying the audit log.');

const compliance = new ComplianceClient();
const resumeFrom = await store.checkpoints.load<Checkpoint>('audit-log'); // null starts from the first page
const pages = compliance.activities.list({ limit: 100 }, { resumeFrom }).pages();
for await (const page of pages) {
  await store.transaction(
    async (transaction) => {
      const rows = page.data.map((item) => ({ id: item.id ?? '', body: JSON.stringify(item) }));
      await transaction.tables(activities).insertInto('activities').values(rows).execute();
      await transaction.checkpoints.save('audit-log', page.checkpoint);
    },
    { lease },
  );
}
const rows = await store.tables(activities).selectFrom('activities').select('id').execute();
console.log(`${rows.length} activities`);
await store.close();
// #endregion

assert(rows.length > 100);
await rm(folder, { recursive: true });
