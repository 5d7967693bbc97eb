import { expect, test } from 'vitest';
import { applyRetention, recordDeletionActivities, retentionReport, type ArchiveRecord } from '../index.js';
import { createRecord } from '../certificates/digest.js';
import { retentionSchema } from './retention-schema.js';
import { applying } from '../testing/apply-plan.js';
import { retentionWorld } from '../testing/retention-world.js';

test('the audit log of the service confirms deletions later', async () => {
  const world = await retentionWorld({ limit: 4 });
  const plan = await world.plan();
  await applyRetention(plan, applying(world, plan));
  const { store } = world;
  const before = await retentionReport({ store, plan: plan.digest });
  expect(before.plans[0]?.unconfirmed).toHaveLength(4);

  const activities: ArchiveRecord[] = [];
  for await (const activity of world.compliance.activities.list({
    activity_types: ['assistant_chat_deleted'],
  }))
    activities.push(createRecord('activity', activity.id ?? '', activity));
  const archive = await world.grow(activities);
  expect(activities.length).toBeGreaterThan(4);
  expect(await recordDeletionActivities({ store, archive })).toEqual({ added: 4 });
  expect(await recordDeletionActivities({ store, archive })).toEqual({ added: 0 });
  const after = await retentionReport({ store });
  expect(after.plans).toMatchObject([{ confirmed: 4, unconfirmed: [] }]);
  expect(after.head).not.toBe(before.head);
});

test('a changed journal is found', async () => {
  const world = await retentionWorld({ limit: 3 });
  const plan = await world.plan();
  await applyRetention(plan, applying(world, plan));
  const tables = world.store.tables(retentionSchema);
  const row = await tables
    .selectFrom('archive_journal')
    .selectAll()
    .where('sequence', '=', 3)
    .executeTakeFirstOrThrow();
  const entry = row.entry.replace('"deleted"', '"was_gone"');
  expect(entry).not.toBe(row.entry);
  await tables.updateTable('archive_journal').set({ entry }).where('sequence', '=', 3).execute();
  await expect(retentionReport({ store: world.store })).rejects.toMatchObject({ code: 'journal_damaged' });
  await tables.updateTable('archive_journal').set({ entry: row.entry }).where('sequence', '=', 3).execute();
  await tables.deleteFrom('archive_journal').where('sequence', '=', 8).execute();
  await expect(retentionReport({ store: world.store })).rejects.toMatchObject({ code: 'journal_damaged' });
});
