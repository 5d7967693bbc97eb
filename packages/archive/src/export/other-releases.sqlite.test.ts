/** Stores that other releases have written. */
import { readFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { openStore, type Store } from '@parlance/durable';
import { expect, onTestFinished, test } from 'vitest';
import { activities, openArchive, openHolds, type Archive } from '../index.js';
import { exportWorld, testFolder } from '../testing/export-world.js';
import { writeArchive } from '../testing/write-archive.js';

async function sampleArchive(): Promise<Archive> {
  const dir = testFolder();
  await writeArchive({ dir, units: [] });
  return openArchive(dir);
}

const useExport = (store: Store): Promise<unknown> =>
  exportWorld()
    .define({ name: 'everything', sources: [activities()] })
    .status({ store });
const useHolds = async (store: Store): Promise<unknown> => openHolds(store, await sampleArchive());

test.each([
  ['9999-from-the-future', 'store_newer', 'archive', useExport],
  ['9999-from-the-future', 'store_newer', 'archive_retention', useHolds],
  ['0001-exports', 'store_outdated', 'archive', useExport],
] as const)(
  'a store with the migration %s is refused by name (%s), and left as it is: %s',
  async (migration, code, schema, use) => {
    const file = `${testFolder()}/store.db`;
    const current = await openStore(`sqlite:${file}`);
    await use(current).catch(() => {});
    await current.close();
    const database = new DatabaseSync(file);
    database
      .prepare(`insert into parlance_${schema}_migrations values (?, '2026-01-01T00:00:00.000Z')`)
      .run(migration);
    database.close();

    const store = await openStore(`sqlite:${file}`);
    onTestFinished(() => store.close());
    const before = readFileSync(store.location);
    await expect(use(store)).rejects.toMatchObject({ code, location: store.location });
    await expect(use(store)).rejects.toThrow(migration);
    await store.close();
    // The header of the file has counters.
    expect(readFileSync(store.location).subarray(100).equals(before.subarray(100))).toBe(true);
  },
);
