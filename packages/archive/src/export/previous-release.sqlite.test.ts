/** Stores that earlier releases have written. Each release adds its own to `testing/fixtures`. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { localRunner, openStore, StoreError } from '@parlance/durable';
import { expect, onTestFinished, test } from 'vitest';
import { activities, chats, directory, messages } from '../index.js';
import { exportWorld, testFolder } from '../testing/export-world.js';
import { readTruth } from '../testing/read-truth.js';

const FIXTURES = path.join(import.meta.dirname, '../testing/fixtures');

const OPTIONS = {
  sources: [directory(), activities(), chats(), messages()],
  activities: { window: '10d', history: '10d', from: '2026-05-15T00:00:00Z' },
} as const;

function storeFile(fixture: string): string {
  const file = path.join(testFolder(), 'store.db');
  const database = new DatabaseSync(file);
  database.exec(readFileSync(path.join(FIXTURES, fixture), 'utf8'));
  database.close();
  return file;
}

test.each(readdirSync(FIXTURES))('an export in %s is resumed and completed', async (fixture) => {
  const world = exportWorld();
  const store = await openStore(`sqlite:${storeFile(fixture)}`);
  onTestFinished(() => store.close());
  expect(await store.checkpoints.load('walk')).toEqual({ page: 3 });
  const job = world.define(OPTIONS);
  expect(await job.status({ store })).toMatchObject({ state: 'paused', run: 1, certificates: 2 });
  await using runner = localRunner({ store, concurrency: 2, pollIntervalMs: 20 });
  const run = await job.start({ compliance: world.client(), store, runner });
  expect(await run.done).toMatchObject({ state: 'done', run: 1, failures: [] });
  const truth = await readTruth(world.client(), '2027-01-01T00:00:00Z');
  expect(world.sink.records('chat').length).toBe(truth.chats.size);
});

test('an export of a newer release is rejected, and its store is left as it is', async () => {
  const file = storeFile('store-0.1.0.sql');
  const database = new DatabaseSync(file);
  database.exec("INSERT INTO parlance_archive_migrations VALUES ('9999-from-the-future', '2027-01-01')");
  database.close();
  const before = readFileSync(file);
  const store = await openStore(`sqlite:${file}`);
  const failure: unknown = await exportWorld()
    .define(OPTIONS)
    .status({ store })
    .catch((error: unknown) => error);
  await store.close();
  expect(failure).toBeInstanceOf(StoreError);
  expect(failure).toMatchObject({ code: 'store_newer' });
  expect(String(failure)).toContain('9999-from-the-future');
  expect(readFileSync(file).subarray(100).equals(before.subarray(100))).toBe(true);
});
