import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { NotFoundError } from '@parlance/core-transport';
import { describe, expect, test } from 'vitest';
import {
  applyRetention,
  openArchive,
  readRetentionJournal,
  recordDeletionActivities,
  retentionReport,
  type ApplyRetentionOptions,
  type ArchiveRecord,
  type JournalEntry,
  type RetentionPlan,
} from '../index.js';
import { createRecord } from '../certificates/digest.js';
import { retentionSchema } from './retention-schema.js';
import { everything, retentionWorld, type RetentionWorld } from '../testing/retention-world.js';
import { writeArchive } from '../testing/write-archive.js';

const why = { by: 'ines@example.com', reason: 'matter 12' };

/** Options with which a plan is applied. */
function applying(
  world: RetentionWorld,
  plan: RetentionPlan,
  options: Partial<ApplyRetentionOptions> = {},
): ApplyRetentionOptions {
  return {
    compliance: world.compliance,
    archive: world.archive,
    store: world.store,
    rules: everything,
    approvedBy: [{ by: 'ines@example.com', plan: plan.digest }],
    caps: { chats: 100 },
    canary: { chats: 2 },
    ...options,
  };
}

async function entriesOf({ store }: RetentionWorld): Promise<JournalEntry[]> {
  const entries: JournalEntry[] = [];
  for await (const entry of readRetentionJournal(store)) entries.push(entry);
  return entries;
}

/** Deletions that the emulator received. */
const deletions = ({ fake }: RetentionWorld): number =>
  fake.journal().filter(({ method }) => method === 'DELETE').length;

async function exists({ compliance }: RetentionWorld, id: string): Promise<boolean> {
  try {
    await compliance.chats.messages(id, { limit: 1 });
    return true;
  } catch (error) {
    if (NotFoundError.is(error)) return false;
    throw error;
  }
}

describe.each([{ listen: false }, { listen: true }])(
  'in process, or over a socket: $listen',
  ({ listen }) => {
    test('deletes the chats of a plan, each with an intent before and an outcome after it', async () => {
      const world = await retentionWorld({ listen, limit: 12 });
      const plan = await world.plan();
      const events: string[] = [];
      const result = await applyRetention(
        plan,
        applying(world, plan, {
          onEvent: ({ chat, outcome, done, total }) => events.push(`${chat} ${outcome} ${done}/${total}`),
        }),
      );

      expect(result).toEqual({ deleted: 12, was_gone: 0, unknown: 0, changed: 0 });
      expect(deletions(world)).toBe(12);
      expect(events).toHaveLength(12);
      expect(events.at(-1)).toMatch(/deleted 12\/12$/);
      for (const { id } of world.chats) expect(await exists(world, id)).toBe(false);
      const entries = await entriesOf(world);
      expect(entries.map(({ type }) => type)).toEqual([
        'started',
        'intent',
        'outcome',
        'intent',
        'outcome',
        'canary',
        ...Array.from({ length: 10 }, () => ['intent', 'outcome']).flat(),
        'finished',
      ]);
      const outcomes = entries.filter((entry) => entry.type === 'outcome');
      expect(outcomes.every(({ request_id }) => request_id?.startsWith('req_'))).toBe(true);
      expect(new Set(outcomes.map(({ chat }) => chat)).size).toBe(12);

      // Applying it again does nothing.
      expect(await applyRetention(plan.file, applying(world, plan))).toEqual(result);
      expect(deletions(world)).toBe(12);
      expect(await retentionReport({ store: world.store })).toMatchObject({
        plans: [
          { plan: plan.digest, approved_by: ['ines@example.com'], deleted: 12, open: [], stopped: null },
        ],
      });
    });
  },
);

describe('refuses', () => {
  const refusals: readonly [
    string,
    string,
    (
      world: RetentionWorld,
      plan: RetentionPlan,
    ) => Promise<Partial<ApplyRetentionOptions>> | Partial<ApplyRetentionOptions>,
  ][] = [
    ['without an approval', 'not_approved', () => ({ approvedBy: [] })],
    [
      'an approval of another plan',
      'not_approved',
      () => ({ approvedBy: [{ by: 'ines', plan: 'f'.repeat(64) }] }),
    ],
    ['a change of the policy', 'policy_changed', () => ({ rules: [{ name: 'everything', keepDays: 2 }] })],
    ['more chats than the cap', 'cap_exceeded', () => ({ caps: { chats: 5 } })],
    ['more chats of one user than the cap', 'cap_exceeded', () => ({ caps: { chats: 99, perUser: 1 } })],
    [
      'a hold that was added since',
      'hold_added',
      async (world) => {
        await world.holds.add({ chat: 'assistant_chat_of_nobody', ...why });
        return {};
      },
    ],
    [
      'an altered plan',
      'plan_damaged',
      async (world, plan) => {
        const text = await readFile(plan.file, 'utf8');
        await writeFile(plan.file, text.replace(world.chats[0]!.id, 'assistant_chat_other'));
        return {};
      },
    ],
    [
      'a plan that was replaced',
      'plan_damaged',
      async (world) => {
        await world.plan({ asOf: new Date(Date.now() - 5_000) });
        return {};
      },
    ],
    [
      'an archive without the file of a record',
      'archive_changed',
      async ({ archive }) => {
        for await (const { files } of archive.certificates())
          for (const file of files) await rm(path.join(archive.dir, file.path));
        return {};
      },
    ],
    [
      'an archive whose file differs from its certificate',
      'archive_changed',
      async ({ archive }) => {
        for await (const { files } of archive.certificates())
          for (const file of files) {
            const location = path.join(archive.dir, file.path);
            // The same records in another form: only the certificate of the file shows it.
            await writeFile(location, (await readFile(location, 'utf8')).replaceAll('"kind":', '"kind": '));
          }
        return {};
      },
    ],
    [
      'another archive',
      'archive_changed',
      async ({ dir }) => {
        const units = [1, 2, 3, 4].map((number) => ({ name: `chats/00000${number}`, records: [] }));
        await writeArchive({ dir: path.join(dir, 'other'), units });
        return { archive: await openArchive(path.join(dir, 'other')) };
      },
    ],
  ];

  test.each(refusals)('%s (%s)', async (_name, code, change) => {
    const world = await retentionWorld({ limit: 12 });
    const plan = await world.plan();
    const options = applying(world, plan, await change(world, plan));
    await expect(applyRetention(plan, options)).rejects.toMatchObject({ code });
    expect(deletions(world)).toBe(0);
    for (const { id } of world.chats) expect(await exists(world, id)).toBe(true);
  });

  test('a plan that has expired', async () => {
    const world = await retentionWorld({ limit: 3 });
    const plan = await world.plan({ asOf: new Date(Date.now() - 10_000), expiresInMs: 9_000 });
    await expect(applyRetention(plan, applying(world, plan))).rejects.toMatchObject({ code: 'plan_expired' });
    expect(deletions(world)).toBe(0);
  });

  test('an archive without the content of a file', async () => {
    const world = await retentionWorld({ limit: 12 });
    const plan = await world.plan();
    const withFiles = new Set<string>();
    for await (const { body } of world.archive.files()) withFiles.add(body.chat_id ?? '');
    await rm(path.join(world.archive.dir, 'files'), { recursive: true });
    await expect(applyRetention(plan, applying(world, plan))).rejects.toMatchObject({
      code: 'archive_changed',
    });
    expect(withFiles.size).toBeGreaterThan(0);
    for (const chat of withFiles) expect(await exists(world, chat)).toBe(true);
  });

  test('two approvals of one person, when two people must approve', async () => {
    const world = await retentionWorld({ limit: 3 });
    const plan = await world.plan({ approvals: 2 });
    const by = (...people: string[]) => people.map((person) => ({ by: person, plan: plan.digest }));
    const alone = applying(world, plan, { approvedBy: by('ines@example.com', 'INES@example.com ') });
    await expect(applyRetention(plan, alone)).rejects.toMatchObject({ code: 'not_approved' });
    const together = applying(world, plan, { approvedBy: by('ines@example.com', 'omar@example.com') });
    expect(await applyRetention(plan, together)).toMatchObject({ deleted: 3 });
  });

  test('to run while another process applies a plan', async () => {
    const world = await retentionWorld({ limit: 3 });
    const plan = await world.plan();
    await using _lease = (await world.store.leases.acquire('archive/retention'))!;
    await expect(applyRetention(plan, applying(world, plan))).rejects.toMatchObject({
      code: 'already_running',
    });
  });

  test('without what it needs', async () => {
    const world = await retentionWorld({ limit: 1 });
    const plan = await world.plan();
    for (const name of ['compliance', 'archive', 'store', 'rules', 'approvedBy', 'caps'] as const) {
      const options = { ...applying(world, plan), [name]: undefined } as unknown as ApplyRetentionOptions;
      await expect(applyRetention(plan, options)).rejects.toThrow(`${name} is missing`);
    }
  });
});

test('keeps a chat that has changed since it was archived', async () => {
  const world = await retentionWorld({ limit: 12 });
  const plan = await world.plan();
  const [first, second, third] = world.chats;
  const at = new Date(Date.now() - 86_400_000).toISOString();
  const email = (index: number): string => world.chats[index]!.user.email_address;
  const messages = [{ role: 'user' as const, text: 'Edited, with the time of the last change kept.' }];
  world.fake.applyScenario({
    records: {
      chats: [
        {
          id: first!.id,
          user: email(0),
          name: first!.name,
          created_at: first!.created_at,
          updated_at: at,
          messages: [],
        },
        {
          id: second!.id,
          user: email(1),
          name: second!.name,
          created_at: second!.created_at,
          updated_at: second!.updated_at,
          messages,
        },
      ],
    },
  });
  await world.compliance.chats.delete(third!.id);

  const result = await applyRetention(plan, applying(world, plan));
  expect(result).toEqual({ deleted: 9, was_gone: 1, unknown: 0, changed: 2 });
  expect(await exists(world, first!.id)).toBe(true);
  expect(await exists(world, second!.id)).toBe(true);
  const kept = (await entriesOf(world)).filter(({ type }) => type === 'kept');
  expect(kept).toMatchObject([{ reason: 'changed' }, { reason: 'changed' }]);
});

describe('the canary', () => {
  test('is deleted and checked first, and the run stops unless it is confirmed', async () => {
    const world = await retentionWorld({ limit: 12 });
    const plan = await world.plan();
    const shown: (readonly string[])[] = [];
    const confirm = (deleted: readonly string[]): boolean => {
      shown.push(deleted);
      return shown.length > 1;
    };
    const options = applying(world, plan, { canary: { chats: 3, confirm } });
    await expect(applyRetention(plan, options)).rejects.toMatchObject({ code: 'canary_failed' });
    expect(deletions(world)).toBe(3);
    expect(shown[0]).toHaveLength(3);

    expect(await applyRetention(plan, options)).toMatchObject({ deleted: 12 });
    expect((await entriesOf(world)).filter(({ type }) => type === 'canary')).toHaveLength(1);
  });

  test('stops the run when a chat still exists after its deletion', async () => {
    const world = await retentionWorld({ limit: 12 });
    const plan = await world.plan();
    world.fake.setFaults([
      {
        match: { operation: 'chats.delete' },
        status: 200,
        headers: { 'content-type': 'application/json' },
        body: '{"id":"x","type":"assistant_chat_deleted"}',
      },
    ]);
    await expect(applyRetention(plan, applying(world, plan))).rejects.toMatchObject({
      code: 'canary_failed',
    });
    expect(deletions(world)).toBe(1);
    expect((await entriesOf(world)).at(-1)).toMatchObject({ type: 'stopped', code: 'canary_failed' });
  });
});

test('stops at a deletion that the service refuses, and can be resumed', async () => {
  const world = await retentionWorld({ limit: 12 });
  const plan = await world.plan();
  world.fake.setFaults([{ match: { operation: 'chats.delete' }, after: 5, times: 1, status: 403 }]);
  await expect(applyRetention(plan, applying(world, plan))).rejects.toMatchObject({
    code: 'deletion_failed',
  });
  expect((await entriesOf(world)).slice(-2)).toMatchObject([
    { type: 'refused', code: 'permission_error' },
    { type: 'stopped', code: 'deletion_failed' },
  ]);
  expect(await applyRetention(plan, applying(world, plan))).toEqual({
    deleted: 12,
    was_gone: 0,
    unknown: 0,
    changed: 0,
  });
  expect(await retentionReport({ store: world.store })).toMatchObject({
    plans: [{ refused: 1, open: [], deleted: 12 }],
  });
});

test('a lost response has an unknown outcome, and the chat is checked', async () => {
  const world = await retentionWorld({ limit: 6 });
  const plan = await world.plan();
  world.fake.setFaults([{ match: { operation: 'chats.delete' }, times: 1, stream: { cut_after_bytes: 5 } }]);
  expect(await applyRetention(plan, applying(world, plan))).toEqual({
    deleted: 5,
    was_gone: 0,
    unknown: 1,
    changed: 0,
  });
});

test('a lost deletion that did not take effect stops the run, and is repeated when it is resumed', async () => {
  const world = await retentionWorld({ limit: 6 });
  const plan = await world.plan();
  world.fake.setFaults([{ match: { operation: 'chats.delete' }, times: 1, status: 500 }]);
  await expect(applyRetention(plan, applying(world, plan))).rejects.toMatchObject({
    code: 'deletion_failed',
  });
  expect(await retentionReport({ store: world.store })).toMatchObject({
    plans: [{ open: [expect.any(String)] }],
  });
  expect(await applyRetention(plan, applying(world, plan))).toEqual({
    deleted: 6,
    was_gone: 0,
    unknown: 0,
    changed: 0,
  });
});

test('can be stopped, and resumed after the archive has grown', async () => {
  const world = await retentionWorld({ limit: 12 });
  const plan = await world.plan();
  const controller = new AbortController();
  const onEvent = ({ done }: { done: number }): void => {
    if (done === 4) controller.abort();
  };
  const stopped = applyRetention(plan, applying(world, plan, { signal: controller.signal, onEvent }));
  await expect(stopped).rejects.toMatchObject({ code: 'aborted' });
  expect(deletions(world)).toBe(4);
  const archive = await world.grow();
  expect(await applyRetention(plan, applying(world, plan, { archive }))).toMatchObject({ deleted: 12 });
});

test('a hold that is added while chats are deleted stops the run before the next deletion', async () => {
  const world = await retentionWorld({ limit: 12 });
  const plan = await world.plan();
  let added: Promise<unknown> = Promise.resolve();
  const onEvent = ({ done }: { done: number }): void => {
    if (done === 5) added = world.holds.add({ user: world.chats[0]!.user.id, ...why });
  };
  await expect(applyRetention(plan, applying(world, plan, { onEvent }))).rejects.toMatchObject({
    code: 'hold_added',
  });
  await added;
  const [hold] = await world.holds.list();
  const entries = await entriesOf(world);
  // No deletion was recorded after the hold.
  expect(entries.filter(({ type, at }) => type === 'intent' && at > hold!.addedAt)).toEqual([]);
  expect(deletions(world)).toBe(entries.filter(({ type }) => type === 'intent').length);
});

test('of a hold and a deletion at the same time, the journal says which came first', async () => {
  const world = await retentionWorld({ limit: 30 });
  const plan = await world.plan();
  const run = applyRetention(plan, applying(world, plan)).catch((error: unknown) => error);
  while (deletions(world) < 4) await new Promise((resolve) => setImmediate(resolve));
  const hold = await world.holds.add({ chat: world.chats[0]!.id, ...why });
  const before = deletions(world);
  expect(await run).toMatchObject({ code: 'hold_added' });
  // At most the deletion that was on its way when the hold was added.
  expect(deletions(world)).toBeLessThanOrEqual(before + 1);
  const late = (await entriesOf(world)).filter(({ type, at }) => type === 'intent' && at > hold.addedAt);
  expect(late).toEqual([]);
});

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
