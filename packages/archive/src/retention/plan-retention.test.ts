import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  openArchive,
  openHolds,
  planRetention,
  readPlannedDeletions,
  readRetentionPlan,
  RetentionError,
  type Archive,
  type NewHold,
  type PlannedDeletion,
} from '../index.js';
import { createRecord } from '../certificates/digest.js';
import { testFolder } from '../testing/export-world.js';
import { approversOf } from '@parlance/testing/approvers';
import { everything, retentionWorld, type RetentionWorld } from '../testing/retention-world.js';
import { chatRecord, messageRecord } from '../testing/sample-records.js';
import { withSnapshots } from '../testing/with-snapshots.js';
import { writeArchive, type SampleUnit } from '../testing/write-archive.js';

const why = { by: 'ines@example.com', reason: 'matter 12' };

async function deletionsOf(file: string): Promise<PlannedDeletion[]> {
  const deletions: PlannedDeletion[] = [];
  for await (const deletion of readPlannedDeletions(file)) deletions.push(deletion);
  return deletions;
}

async function sampleArchive({ dir }: RetentionWorld, units: readonly SampleUnit[]): Promise<Archive> {
  const folder = path.join(dir, 'samples');
  await writeArchive({ dir: folder, units: withSnapshots(units) });
  return openArchive(folder);
}

/** Plans for an archive of sample records instead of that of the world. */
async function planFor(world: RetentionWorld, units: readonly SampleUnit[]) {
  const archive = await sampleArchive(world, units);
  return world.plan({ archive });
}

test('a plan has the policy, counts, samples, an expiry and its digest, and each chat once', async () => {
  const world = await retentionWorld();
  const plan = await world.plan({ approvers: approversOf(2), asOf: new Date(Date.now() - 1000) });
  expect(plan).toMatchObject({
    approvals: 2,
    rules: everything,
    holds: [],
    counts: { archived: 40, to_delete: 40, held: 0, gone: 0, not_archived: 0 },
    by_rule: { everything: { to_delete: 40, held: 0 } },
    archive: { certificates: world.archive.manifest.certificates, head: world.archive.manifest.head },
  });
  expect(plan.samples).toHaveLength(20);
  expect(Date.parse(plan.expires_at) - Date.parse(plan.as_of)).toBe(7 * 86_400_000);
  const deletions = await deletionsOf(plan.file);
  expect(deletions.map(({ chat }) => chat).sort()).toEqual(world.chats.map(({ id }) => id));
  expect(await readRetentionPlan(plan.file)).toEqual(plan);
  expect(world.fake.journal().filter(({ method }) => method === 'DELETE')).toEqual([]);
});

test('the same archive, rules, holds and time make the same file', async () => {
  const world = await retentionWorld();
  await world.holds.add({ user: world.chats[0]!.user.id, ...why });
  const asOf = new Date(Date.now() - 1000);
  const first = await world.plan({ asOf });
  const second = await world.plan({ asOf, file: path.join(world.dir, 'second.ndjson') });
  expect(second.digest).toBe(first.digest);
  expect(await readFile(second.file, 'utf8')).toBe(await readFile(first.file, 'utf8'));
});

test('holds by user, project, chat and text keep chats', async () => {
  const world = await retentionWorld();
  const { chats } = world;
  const inProject = chats.find(({ project_id }) => project_id != null)!;
  const named = chats.find(({ name }) => name.length > 8)!;
  const cases: readonly [NewHold, (chat: (typeof chats)[number]) => boolean][] = [
    [{ user: chats[3]!.user.id, ...why }, ({ user }) => user.id === chats[3]!.user.id],
    [{ project: inProject.project_id!, ...why }, ({ project_id }) => project_id === inProject.project_id],
    [{ chat: chats[5]!.id, ...why }, ({ id }) => id === chats[5]!.id],
    [{ text: `  ${named.name.toUpperCase()} `, ...why }, ({ name }) => name === named.name],
  ];
  for (const [hold, isHeld] of cases) {
    const { id } = await world.holds.add(hold);
    const plan = await world.plan();
    const planned = new Set((await deletionsOf(plan.file)).map(({ chat }) => chat));
    expect(chats.filter((chat) => isHeld(chat) && planned.has(chat.id))).toEqual([]);
    expect(plan.counts.held).toBeGreaterThanOrEqual(chats.filter(isHeld).length);
    expect(plan.counts.held + plan.counts.to_delete).toBe(chats.length);
    expect(plan.holds).toEqual([id]);
    await world.holds.release(id, why);
  }
  expect((await world.plan()).counts.held).toBe(0);
});

test('a text hold finds an earlier version of a message, whatever its case and white space', async () => {
  const world = await retentionWorld({ limit: 1 });
  const archive = await sampleArchive(world, [
    {
      name: 'chats/000001',
      records: [chatRecord(1), messageRecord(1, 1, { text: 'about PROJECT\nF Alcove.' })],
    },
    { name: 'chats/000001', revision: 1, records: [messageRecord(1, 1, { text: 'about nothing' })] },
    { name: 'chats/000002', records: [chatRecord(2, { user: '2' }), messageRecord(2, 1, { user: '2' })] },
  ]);
  const holds = await openHolds(world.store, archive);
  const hold = await holds.add({ text: 'Project  \uff26 alcove', ...why });
  expect(hold.matches).toBe(1);
  const plan = await world.plan({ archive, holds });
  expect(plan.counts).toMatchObject({ held: 1, to_delete: 1 });
  expect(plan).toMatchObject({ by_hold: { [hold.id]: { matches: 1, kept: 1 } }, warnings: [] });
});

test('a chat without its files in the archive is not planned, and one without messages is', async () => {
  const world = await retentionWorld({ limit: 1 });
  const message = messageRecord(3, 1);
  const withFile = createRecord('message', message.id, {
    ...message.body,
    files: [{ id: 'file_9', filename: 'a.txt', mime_type: 'text/plain' }],
  });
  const units: SampleUnit[] = [
    {
      name: 'chats/000001',
      records: [chatRecord(1), chatRecord(2), messageRecord(2, 1), chatRecord(3), withFile],
    },
  ];
  expect((await planFor(world, units)).counts).toMatchObject({ not_archived: 1, to_delete: 2 });
  const archive = await openArchive(path.join(world.dir, 'samples'));
  expect((await world.plan({ archive, allowMissingFiles: true })).counts).toMatchObject({
    not_archived: 0,
    to_delete: 3,
  });
});

test('a chat that is gone, or whose messages were left out, is not planned', async () => {
  const world = await retentionWorld({ limit: 1 });
  const { id, body: listed } = chatRecord(2);
  const body = { id, subject: 'chat', outcome: 'skipped', request_id: null, listed } as const;
  const skipped = createRecord('outcome', `chat ${id}`, body);
  const plan = await planFor(world, [
    { name: 'chats/000001', records: [chatRecord(1), messageRecord(1, 1), chatRecord(2), skipped] },
    {
      name: 'chats/000001',
      revision: 1,
      records: [],
      presences: { assistant_chat_1: { state: 'absent' } },
    },
  ]);
  expect(plan.counts).toMatchObject({ gone: 1, not_archived: 1, to_delete: 0 });
});

test('a message after the last change of a chat counts as a change', async () => {
  const world = await retentionWorld({ limit: 1 });
  const created_at = new Date(Date.now() - 3_600_000).toISOString();
  const plan = await planFor(world, [
    { name: 'chats/000001', records: [chatRecord(1), messageRecord(1, 1, { created_at })] },
  ]);
  expect(plan.counts).toMatchObject({ too_recent: 1, to_delete: 0 });
});

test('a damaged archive has no plan', async () => {
  const world = await retentionWorld();
  const { archive } = world;
  const segment = path.join(archive.dir, 'segments/000/000001.ndjson');
  await writeFile(segment, (await readFile(segment, 'utf8')).replaceAll('"name"', '"Name"'));
  await expect(world.plan()).rejects.toMatchObject({ code: 'archive_damaged' });
  await expect(readFile(path.join(world.dir, 'plan.ndjson'))).rejects.toMatchObject({ code: 'ENOENT' });
});

test('every altered byte of a plan is found, as is a truncated file', async () => {
  const world = await retentionWorld({ limit: 3 });
  const plan = await world.plan();
  const bytes = await readFile(plan.file);
  const file = path.join(world.dir, 'altered.ndjson');
  await fc.assert(
    fc.asyncProperty(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), async (position, change) => {
      const altered = Buffer.from(bytes);
      altered[position] = (altered[position] ?? 0) ^ change;
      await writeFile(file, altered);
      // Approvals name the digest of the whole file: a changed summary has another one.
      const read = await readRetentionPlan(file).catch((error: unknown) => error);
      expect(RetentionError.is(read) || (read as { digest: string }).digest !== plan.digest).toBe(true);
    }),
    // The example turns a line feed into a carriage return.
    { numRuns: 60, examples: [[bytes.indexOf('\n'), 7]] },
  );
  await writeFile(file, `\uFEFF${bytes.toString()}`);
  await expect(readRetentionPlan(file)).rejects.toMatchObject({ code: 'plan_damaged' });
  await writeFile(file, bytes.subarray(0, bytes.length - 200));
  await expect(readRetentionPlan(file)).rejects.toMatchObject({ code: 'plan_damaged' });
});

test('a plan that does not exist is named', async () => {
  const file = path.join(testFolder(), 'plan.ndjson');
  await expect(readRetentionPlan(file)).rejects.toMatchObject({
    code: 'plan_damaged',
    message: `The plan ${file} is missing.`,
  });
});

test.each([
  [{ rules: [] }, 'at least one rule'],
  [{ approvers: undefined }, 'approvers is missing'],
  [{ caps: { chats: 0 } }, 'caps.chats must be'],
  [{ asOf: new Date(Date.now() + 86_400_000) }, 'must not be in the future'],
  [{ archive: undefined }, 'archive is missing'],
  [{ canary: 3 }, 'canary is not an option'],
])('rejects %j', async (options, problem) => {
  const world = await retentionWorld({ limit: 1 });
  const { archive, holds } = world;
  const valid = { archive, rules: everything, approvers: 'none' as const, holds };
  const file = path.join(world.dir, 'p.ndjson');
  await expect(planRetention({ ...valid, file, ...(options as object) })).rejects.toThrow(problem);
});
