import path from 'node:path';
import { expect, test } from 'vitest';
import {
  applyRetention,
  recordDeletionActivities,
  retentionReport,
  type ArchiveRecord,
  type RecordOf,
} from '../index.js';
import { createRecord } from '../certificates/digest.js';
import { retentionSchema } from './retention-schema.js';
import { applying, entriesOf } from '../testing/apply-plan.js';
import { retentionWorld, type RetentionWorld } from '../testing/retention-world.js';

/** The activities of deletions that the service reports. */
async function deletionActivities({ compliance }: RetentionWorld): Promise<ArchiveRecord[]> {
  const records: ArchiveRecord[] = [];
  for await (const activity of compliance.activities.list({ activity_types: ['assistant_chat_deleted'] }))
    records.push(createRecord('activity', activity.id ?? '', activity));
  return records;
}

/** An activity of the chat, at a time relative to now. */
const deletionOf = (chat: string, afterMs: number): ArchiveRecord => {
  const created_at = new Date(Date.now() + afterMs).toISOString();
  const actor = { type: 'api_actor' as const, api_key_id: 'k', ip_address: '192.0.2.1', user_agent: 't' };
  const id = `activity_${chat}_${afterMs}`;
  return createRecord('activity', id, {
    id,
    type: 'assistant_chat_deleted',
    actor,
    created_at,
    assistant_chat_id: chat,
  });
};

test('the audit log of the service confirms deletions later', async () => {
  const world = await retentionWorld({ limit: 4, clock: { mode: 'running' } });
  const plan = await world.plan();
  await applyRetention(plan, applying(world, plan));
  const { store } = world;
  const before = await retentionReport({ store, plan: plan.digest });
  expect(before.plans[0]?.unconfirmed).toHaveLength(4);
  expect(before.plans[0]).toMatchObject({ by_rule: { everything: { to_delete: 4, held: 0 } }, by_hold: {} });

  const activities = await deletionActivities(world);
  const archive = await world.grow(activities);
  expect(activities.length).toBeGreaterThan(4);
  expect(await recordDeletionActivities({ store, archive })).toEqual({ added: 4 });
  expect(await recordDeletionActivities({ store, archive })).toEqual({ added: 0 });
  const after = await retentionReport({ store });
  expect(after.plans).toMatchObject([{ confirmed: 4, unconfirmed: [] }]);
  expect(after.head).not.toBe(before.head);
});

test('an activity confirms the plan that deleted the chat, not a later one that found it gone', async () => {
  const world = await retentionWorld({ limit: 4, clock: { mode: 'running' } });
  const { store } = world;
  const first = await world.plan({ asOf: new Date(Date.now() - 1000) });
  const second = await world.plan({ file: path.join(world.dir, 'second.ndjson') });
  await applyRetention(first, applying(world, first));
  expect(await applyRetention(second, applying(world, second))).toMatchObject({ deleted: 0, was_gone: 4 });
  const archive = await world.grow(await deletionActivities(world));
  await recordDeletionActivities({ store, archive });
  const { plans } = await retentionReport({ store });
  expect(plans.map(({ deleted, confirmed }) => [deleted, confirmed])).toEqual([
    [4, 4],
    [0, 0],
  ]);
});

test.each<[string, readonly number[], number]>([
  ['two activities of one deletion', [0, 1], 1],
  ['a clock that differs by a minute', [-60_000], 1],
  ['a clock that differs by a minute the other way', [60_000], 1],
  ['a deletion by the user a day before', [-86_400_000], 0],
  ['a deletion by the user, and the later one', [-86_400_000, 0], 1],
])('%s', async (_name, times, confirmed) => {
  const world = await retentionWorld({ limit: 1 });
  const plan = await world.plan();
  await applyRetention(plan, applying(world, plan));
  const { store } = world;
  const archive = await world.grow(times.map((time) => deletionOf(world.chats[0]!.id, time)));
  expect(await recordDeletionActivities({ store, archive })).toEqual({ added: confirmed });
  expect((await retentionReport({ store })).plans).toMatchObject([{ deleted: 1, confirmed }]);
});

test('the activity of the request confirms the deletion with its id, at any time', async () => {
  const world = await retentionWorld({ limit: 2 });
  const plan = await world.plan();
  await applyRetention(plan, applying(world, plan));
  const { store } = world;
  const accesses = (await entriesOf(world)).flatMap((entry, index) => {
    if (entry.type !== 'outcome') return [];
    const request_id = index === 3 ? entry.request_id : 'req_other';
    const body = {
      ...deletionOf(entry.chat, -86_400_000).body,
      type: 'compliance_api_accessed',
      request_method: 'DELETE',
      request_id,
      url: `https://api.example.com/v1/compliance/apps/chats/${entry.chat}`,
    };
    return [createRecord('activity', `activity_${index}`, body as RecordOf<'activity'>['body'])];
  });
  const archive = await world.grow(accesses);
  expect(await recordDeletionActivities({ store, archive })).toEqual({ added: 1 });
  expect((await retentionReport({ store })).plans).toMatchObject([{ deleted: 2, confirmed: 1 }]);
});

test('a changed journal is found', async () => {
  const world = await retentionWorld({ limit: 3 });
  const plan = await world.plan();
  await applyRetention(plan, applying(world, plan));
  const tables = world.store.tables(retentionSchema);
  const row = await tables
    .selectFrom('archive_journal')
    .selectAll()
    .where('sequence', '=', 4)
    .executeTakeFirstOrThrow();
  const entry = row.entry.replace('"deleted"', '"was_gone"');
  expect(entry).not.toBe(row.entry);
  await tables.updateTable('archive_journal').set({ entry }).where('sequence', '=', 4).execute();
  await expect(retentionReport({ store: world.store })).rejects.toMatchObject({ code: 'journal_damaged' });
  await tables.updateTable('archive_journal').set({ entry: row.entry }).where('sequence', '=', 4).execute();
  await tables.deleteFrom('archive_journal').where('sequence', '=', 9).execute();
  await expect(retentionReport({ store: world.store })).rejects.toMatchObject({ code: 'journal_damaged' });
});
