import { expect, test } from 'vitest';
import { activities, chats, files, messages, ndjson } from '../index.js';
import { exportWorld, START, testFolder, type ExportWorld } from '../testing/export-world.js';

const HOUR = 3_600_000;
const QUICK = { window: '10d', history: '10d' } as const;
const ONCE = { once: true, sources: [activities(), chats(), messages()], activities: QUICK };

function at(ms: number): string {
  return new Date(START + ms).toISOString();
}

/** Adds a chat and an activity, and changes nothing else. */
function addChat(world: ExportWorld, user: string): void {
  world.fake.world().clock.set(START + 48 * HOUR);
  world.fake.applyScenario({
    records: {
      chats: [
        { id: 'assistant_chat_new', user, created_at: at(HOUR), messages: [{ role: 'user', text: 'hi' }] },
      ],
      activities: [{ type: 'assistant_chat_created', user, created_at: at(HOUR) }],
    },
  });
}

test('an export with `once` does not read what happens later', async () => {
  const world = exportWorld();
  const first = await world.run(ONCE);
  const before = world.sink.units.length;
  addChat(world, world.sink.records('chat')[0]!.body.user.id);
  const requests = world.fake.journal().length;
  const second = await world.run(ONCE);
  expect(second).toMatchObject({ state: 'done', run: 2, bound: first.bound, records: first.records });
  expect(world.sink.units.length).toBe(before);
  expect(world.fake.journal().length).toBe(requests);
});

test('an export with `once` that is started again only reads what has failed', async () => {
  const world = exportWorld();
  const dir = testFolder();
  const options = { ...ONCE, sources: [...ONCE.sources, files()], sinks: [world.sink, ndjson({ dir })] };
  world.fake.setFaults([{ match: { operation: 'chats.files.download' }, after: 2, times: 1, status: 400 }]);
  const first = await world.run(options);
  expect(first.failures).toMatchObject([{ kind: 'file' }]);
  expect(first.partitions.failed).toBe(1);
  const second = await world.run(options);
  expect(second).toMatchObject({ failures: [], bound: first.bound, partitions: { open: 0, failed: 0 } });
  expect(await world.define(options).verify()).toMatchObject({ ok: true, problems: [] });
});

test('an export with `once` plans no daily requests and accepts no rechecks', async () => {
  const world = exportWorld();
  const { daily } = await world.define(ONCE).explain({ users: 1_000_000, requestsPerMinute: 1 });
  expect(daily.total).toBe(0);
  expect(() => world.define({ ...ONCE, activities: { recheck: ['1h'] } })).toThrow(/activities\.recheck/);
});
