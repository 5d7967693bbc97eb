import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Middleware } from '@parlance/core-transport';
import { expect, test } from 'vitest';
import {
  applyRetention,
  chats,
  directory,
  messages,
  ndjson,
  openArchive,
  openHolds,
  planRetention,
  readRetentionJournal,
  sqlite,
  verifyArchive,
} from '../index.js';
import { exportWorld, START, testFolder } from '../testing/export-world.js';

const DAY = 86_400_000;

test('people who leave, change and come back are states of the directory', async () => {
  const world = exportWorld({ demo: { users: 2, chats: 1, activities: 1 } });
  const dir = testFolder();
  const file = path.join(dir, 'archive.db');
  const user = { id: 'user_back', email: 'back@example.com', created_at: '2026-05-01T00:00:00Z' };
  const changes = [
    { users: [{ ...user, name: 'Anna' }] },
    { remove: { users: [user.id] } },
    {},
    { users: [{ ...user, name: 'Anna' }] },
    { remove: { users: [user.id] } },
    { users: [{ ...user, name: 'Anne' }] },
    { users: [{ ...user, name: 'Anna' }] },
  ];
  const states: string[] = [];
  const days: number[] = [];
  const stateAt = async (at?: number): Promise<string> => {
    const archive = await openArchive(path.join(dir, 'archive'));
    const query = at === undefined ? {} : { at: new Date(at) };
    for await (const { record, presence } of archive.directory(query))
      if (record.kind === 'user' && record.id === user.id) return `${record.body.full_name} ${presence}`;
    return 'missing';
  };
  for (const [day, records] of changes.entries()) {
    world.fake.world().clock.set(START + (day + 1) * DAY);
    world.fake.applyScenario({ records });
    await world.run({
      sources: [directory()],
      sinks: [ndjson({ dir: path.join(dir, 'archive') }), sqlite({ file })],
    });
    states.push(await stateAt());
    days.push(START + (day + 1.5) * DAY);
  }
  const expected = [
    'Anna listed',
    'Anna absent',
    'Anna absent',
    'Anna listed',
    'Anna absent',
    'Anne listed',
    'Anna listed',
  ];
  expect(states).toEqual(expected);
  for (const [day, at] of days.entries()) expect([day, await stateAt(at)]).toEqual([day, expected[day]]);
  expect(await stateAt(START)).toBe('missing');

  const database = new DatabaseSync(file, { readOnly: true });
  expect(database.prepare('SELECT subject, subject_id, state FROM presences').all()).toEqual([
    { subject: 'user', subject_id: user.id, state: 'listed' },
  ]);
  database.close();
  expect(await verifyArchive(path.join(dir, 'archive'))).toMatchObject({ ok: true });
});

test('a person in two organizations is archived once, as the first one lists them', async () => {
  const world = exportWorld({ demo: { users: 2, chats: 1, activities: 1 } });
  world.fake.applyScenario({ records: { organizations: [{ name: 'Second' }] } });
  let first: string | undefined;
  // Every organization has the members of the first one.
  const sameMembers: Middleware = (next) => (request) => {
    const [, id] = /\/organizations\/([^/]+)\/users/.exec(request.path) ?? [];
    first ??= id;
    return next(id === undefined ? request : { ...request, path: request.path.replace(id, first ?? id) });
  };
  const counts: number[] = [];
  for (let run = 0; run < 3; run += 1) {
    await world.run({ sources: [directory()] }, world.client({ middleware: [sameMembers] }));
    counts.push(world.sink.records('user').length);
  }
  const ids = new Set(world.sink.records('user').map(({ id }) => id));
  expect(world.sink.records('organization').length).toBeGreaterThan(1);
  expect(counts).toEqual([ids.size, ids.size, ids.size]);
});

test('a deletion in the journal is a state, also in an export without activities', async () => {
  const world = exportWorld({ demo: { users: 2, chats: 2, activities: 1 } });
  const dir = testFolder();
  const options = { sources: [directory(), chats(), messages()], sinks: [ndjson({ dir })] };
  await world.run(options);
  const store = await world.openStore();
  const archive = await openArchive(dir);
  const policy = { rules: [{ name: 'everything', keepDays: 1 }], approvers: 'none' } as const;
  const plan = await planRetention({
    ...policy,
    archive,
    holds: await openHolds(store, archive),
    file: path.join(testFolder(), 'plan.ndjson'),
  });
  const { deleted } = await applyRetention(plan, {
    ...policy,
    archive,
    store,
    compliance: world.client(),
    maxChats: 100,
  });
  expect(deleted).toBeGreaterThan(0);
  const outcomes = new Map<string, string>();
  for await (const entry of readRetentionJournal(store))
    if (entry.type === 'outcome') outcomes.set(entry.chat, entry.digest);
  await world.run(options);
  const presences = new Map<string, unknown>();
  for await (const { chat, presence } of (await openArchive(dir)).conversations())
    presences.set(chat.id, presence);
  expect(outcomes.size).toBe(deleted);
  for (const [chat, journal] of outcomes) expect(presences.get(chat)).toEqual({ state: 'deleted', journal });
  expect(await verifyArchive(dir)).toMatchObject({ ok: true });
});
