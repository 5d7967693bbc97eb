import { rm } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { activities, chats, directory, files, messages, ndjson, searchArchive, sqlite } from '../index.js';
import { exportWorld, START, testFolder } from '../testing/export-world.js';

const DEFINITION = {
  sources: [directory(), activities(), chats(), messages(), files()],
  activities: { window: '10d', history: '10d' },
} as const;
const TABLES = ['organizations', 'users', 'projects', 'activities', 'chats', 'messages', 'files', 'outcomes'];

/** Every record of a database, with where it was written. */
function contentOf(file: string): unknown {
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    return TABLES.map((table) =>
      database.prepare(`SELECT id, unit, revision, digest, body FROM ${table} ORDER BY id`).all(),
    );
  } finally {
    database.close();
  }
}

test('a database that is added later, or was lost, has everything that is archived', async () => {
  const world = exportWorld();
  const dir = testFolder();
  const [always, later] = [path.join(testFolder(), 'always.db'), path.join(testFolder(), 'later.db')];
  const sinks = [ndjson({ dir }), sqlite({ file: always })];
  await world.run({ ...DEFINITION, sinks });
  world.fake.world().clock.set(START + 86_400_000);
  const all = [...sinks, { ...sqlite({ file: later }), name: 'later' }];
  const { followers, records, certificates } = await world.run({ ...DEFINITION, sinks: all });
  expect(followers).toMatchObject([
    { name: 'later', remote: false, pending: 0, delivered: records },
    { name: 'sqlite', pending: 0, delivered: records },
  ]);
  expect(certificates).toBeGreaterThan(0);
  expect((await searchArchive(later, 'the')).total).toBeGreaterThan(0);
  expect(contentOf(later)).toEqual(contentOf(always));

  await rm(later);
  const before = world.fake.journal().length;
  await world.run({ ...DEFINITION, sinks: all });
  expect(contentOf(later)).toEqual(contentOf(always));
  // Only what is new was read from the service.
  const requests = world.fake.journal().slice(before);
  expect(requests.filter(({ operation }) => operation === 'chats.messages')).toEqual([]);
});
