import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import {
  activities,
  chats,
  directory,
  files,
  messages,
  ndjson,
  openArchive,
  parquet,
  searchArchive,
  sqlite,
  verifyArchive,
} from '../index.js';
import { exportWorld, testFolder } from '../testing/export-world.js';
import { readTruth } from '../testing/read-truth.js';

const SOURCES = [directory(), activities(), chats(), messages(), files()];

test('what an export wrote is read, verified and searched', { timeout: 120_000 }, async () => {
  const world = exportWorld();
  const dir = testFolder();
  const file = path.join(testFolder(), 'archive.db');
  const parquetDir = testFolder();
  const sinks = [ndjson({ dir, compress: 'zstd' }), sqlite({ file }), parquet({ dir: parquetDir })];
  const options = { sources: SOURCES, activities: { history: '30d', window: '1d' }, sinks } as const;
  const first = await world.run(options);
  expect(first.failures).toEqual([]);
  world.fake.world().clock.advance(3 * 86_400_000);
  const second = await world.run(options);
  expect(second.certificates).toBeGreaterThan(first.certificates);

  const truth = await readTruth(world.client(), second.bound!);
  const archive = await openArchive(dir);
  const ids = async (records: AsyncIterable<{ id: string }>): Promise<string[]> => {
    const found: string[] = [];
    for await (const { id } of records) found.push(id);
    return found.sort();
  };
  expect(await ids(archive.activities())).toEqual(truth.activities.map(({ id }) => id!).sort());
  expect(await ids(archive.records({ kinds: ['message'] }))).toEqual([...truth.messages.keys()].sort());
  expect(await ids(archive.records({ kinds: ['user'] }))).toEqual([...truth.users.keys()].sort());
  for await (const { record } of archive.chats()) expect(record.body).toEqual(truth.chats.get(record.id));
  for await (const record of archive.files())
    expect(Buffer.byteLength(await text(archive.openFile(record)))).toBeGreaterThan(0);

  expect(await verifyArchive(dir)).toMatchObject({
    ok: true,
    problems: [],
    certificates: second.certificates,
  });
  const { total, hits } = await searchArchive(file, 'the', { limit: 1000 });
  expect(total).toBeGreaterThan(0);
  for (const hit of hits) expect(hit.highlights.length).toBeGreaterThan(0);
  expect((await readdir(path.join(parquetDir, 'messages'))).length).toBeGreaterThan(0);
});
