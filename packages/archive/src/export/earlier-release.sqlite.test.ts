/** Stores that earlier releases have written: each release adds its own to `testing/fixtures`, with the same export. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { localRunner, openStore, type Store } from '@parlance/durable';
import { expect, onTestFinished, test } from 'vitest';
import {
  activities,
  chats,
  directory,
  messages,
  openArchive,
  openHolds,
  readRetentionJournal,
  retentionReport,
  type Archive,
} from '../index.js';
import { exportWorld, testFolder } from '../testing/export-world.js';
import { readTruth } from '../testing/read-truth.js';
import { chatRecord } from '../testing/sample-records.js';
import { writeArchive } from '../testing/write-archive.js';

const FIXTURES = path.join(import.meta.dirname, '../testing/fixtures');
const RELEASES = readdirSync(FIXTURES);

/** The organization and the export that the release had started and stopped. */
const DEMO = { users: 12, chats: 8, activities: 40 };
const OPTIONS = {
  name: 'everything',
  sources: [directory(), activities(), chats(), messages()],
  activities: { window: '10d', history: '10d', from: '2026-05-01T00:00:00Z' },
} as const;

/** Opens a store as a release has written it, after running more statements. */
async function earlierStore(fixture: string, statements = ''): Promise<Store> {
  const file = path.join(testFolder(), 'store.db');
  const database = new DatabaseSync(file);
  database.exec(readFileSync(path.join(FIXTURES, fixture), 'utf8'));
  database.exec(statements);
  database.close();
  const store = await openStore(`sqlite:${file}`);
  onTestFinished(() => store.close());
  return store;
}

/** An archive with one chat. */
async function sampleArchive(): Promise<Archive> {
  const dir = testFolder();
  await writeArchive({ dir, units: [{ name: 'chats/000001', records: [chatRecord(1)] }] });
  return openArchive(dir);
}

test.each(RELEASES)('the export in %s is resumed and completed', async (fixture) => {
  const world = exportWorld({ demo: DEMO });
  const store = await earlierStore(fixture);
  const job = world.define(OPTIONS);
  const paused = await job.status({ store });
  expect(paused).toMatchObject({ state: 'paused', run: 1, records: 130, certificates: 4 });
  expect(paused.windows).toEqual({ sealed: 3, open: 0, failed: 1 });
  expect(paused.partitions).toEqual({ sealed: 0, open: 2, failed: 0 });

  await using runner = localRunner({ store, pollIntervalMs: 20 });
  const run = await job.start({ compliance: world.client(), store, runner });
  const done = await run.done;
  expect(done).toMatchObject({ state: 'done', run: 1, bound: paused.bound, failures: [] });
  expect([done.windows, done.partitions]).toEqual([
    { sealed: 4, open: 0, failed: 0 },
    { sealed: 2, open: 0, failed: 0 },
  ]);
  // Only what was not sealed is read.
  const { chats: listed } = await readTruth(world.client(), paused.bound!);
  expect(world.sink.records('chat').length).toBe(listed.size);
  expect(world.sink.units.map(({ unit: { name } }) => name).toSorted()).toEqual([
    'activities/2026-05-01T00-00-00-000Z',
    'chats/000001',
    'chats/000002',
  ]);
});

test.each(RELEASES)('the export in %s refuses a key of another organization', async (fixture) => {
  const world = exportWorld({ demo: DEMO });
  const store = await earlierStore(fixture);
  await using runner = localRunner({ store, pollIntervalMs: 20 });
  const compliance = world.client({ complianceKey: 'compliance-other' });
  const run = await world.define(OPTIONS).start({ compliance, store, runner });
  await expect(run.done).rejects.toMatchObject({ code: 'other_organization' });
  expect(world.sink.units).toEqual([]);
});

test.each(RELEASES)('the holds and the journal in %s are read', async (fixture) => {
  const store = await earlierStore(fixture);
  const holds = await openHolds(store, await sampleArchive());
  expect(await holds.list()).toMatchObject([{ scope: { user: 'user_1' }, reason: 'matter 12' }]);
  expect(await holds.list({ released: true })).toHaveLength(2);
  const types: string[] = [];
  for await (const { type } of readRetentionJournal(store)) types.push(type);
  expect(types.at(-1)).toBe('finished');
  // It verifies the chain of entries.
  expect(await retentionReport({ store })).toMatchObject({ plans: [{ deleted: 2, open: [] }] });
});

test.each([
  ['archive', (store: Store) => exportWorld().define(OPTIONS).status({ store })],
  ['archive_retention', async (store: Store) => openHolds(store, await sampleArchive())],
])('tables of a newer release are rejected by name, and left as they are: %s', async (schema, use) => {
  const migrations = `parlance_${schema}_migrations`;
  const store = await earlierStore(
    'store-0.1.0.sql',
    `insert into ${migrations} values ('9999-from-the-future', '2027-01-01T00:00:00.000Z')`,
  );
  const before = readFileSync(store.location);
  await expect(use(store)).rejects.toMatchObject({ code: 'store_newer', location: store.location });
  await expect(use(store)).rejects.toThrow('does not know the migration 9999-from-the-future');
  await store.close();
  // The header of the file has counters.
  expect(readFileSync(store.location).subarray(100).equals(before.subarray(100))).toBe(true);
});
