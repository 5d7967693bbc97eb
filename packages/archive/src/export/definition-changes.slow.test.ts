/** What the guide says may change in the definition of an export that has begun. */
import { expect, test } from 'vitest';
import type { ExportOptions } from './definition/export-options.js';
import { activities, chats, directory, ndjson, parquet } from '../index.js';
import { exportWorld, START, testFolder } from '../testing/export-world.js';

const at = (hours: number): Date => new Date(START + hours * 3_600_000);

const BEFORE = {
  sources: [activities(), chats()],
  activities: { from: at(-1), to: at(1) },
  chats: { from: at(-1), to: at(1), filter: { user_ids: ['user_none'] } },
} as const satisfies Partial<ExportOptions>;

const CHANGES: Readonly<Record<string, Partial<ExportOptions>>> = {
  'sources: directory': { sources: [directory(), activities(), chats()] },
  'sources: when of activities': { sources: [activities({ when: () => true }), chats()] },
  'sources: when of chats': { sources: [activities(), chats({ when: () => true })] },
  once: { once: true, activities: { ...BEFORE.activities, recheck: [] } },
  'activities.from': { activities: { ...BEFORE.activities, from: at(-2) } },
  'activities.to': { activities: { ...BEFORE.activities, to: at(2) } },
  'activities.filter': { activities: { ...BEFORE.activities, filter: { actor_ids: ['user_1'] } } },
  'chats.from': { chats: { ...BEFORE.chats, from: at(-2) } },
  'chats.to': { chats: { ...BEFORE.chats, to: at(2) } },
  'chats.filter': { chats: { ...BEFORE.chats, filter: { user_ids: ['user_1'] } } },
  'activities.window': { activities: { ...BEFORE.activities, window: '2h' } },
  'activities.history': { activities: { ...BEFORE.activities, history: '1d' } },
  'activities.lag': { activities: { ...BEFORE.activities, lag: '1m' } },
  'activities.recheck': { activities: { ...BEFORE.activities, recheck: ['1h'] } },
  'chats.guidedBy': { chats: { ...BEFORE.chats, guidedBy: 'lists' } },
  'chats.fullSweep': { chats: { ...BEFORE.chats, fullSweep: 'daily' } },
  'chats.backfillTo': { chats: { ...BEFORE.chats, backfillTo: at(-1) } },
  order: { order: 'newest-first' },
};

test('content is fixed once an export has begun; schedule and sinks are not', async () => {
  const refused: string[] = [];
  for (const [name, change] of Object.entries(CHANGES)) {
    const world = exportWorld({ demo: { users: 1, chats: 1, activities: 1 } });
    await world.run(BEFORE);
    // Sinks can be added, except for an archive.
    const sinks = [world.sink, parquet({ dir: testFolder() })];
    await world.run({ ...BEFORE, ...change, sinks }).catch((error: unknown) => {
      expect([name, error]).toEqual([name, expect.objectContaining({ code: 'definition_changed' })]);
      refused.push(name);
    });
  }
  expect(refused).toEqual(Object.keys(CHANGES).slice(0, 10));
  const world = exportWorld({ demo: { users: 1, chats: 1, activities: 1 } });
  await world.run(BEFORE);
  const other = world.run({ ...BEFORE, sinks: [ndjson({ dir: testFolder() })] });
  await expect(other).rejects.toMatchObject({ code: 'other_archive' });
});
