import { afterEach, expect, test, vi } from 'vitest';
import { exportSchema } from './state/export-schema.js';
import { activities, chats, directory, messages } from '../index.js';
import { exportWorld, START } from '../testing/export-world.js';
import { readTruth } from '../testing/read-truth.js';

afterEach(() => void vi.useRealTimers());

test.each([-36, 36])('a machine whose clock is wrong by %i hours exports the same', async (hours) => {
  const world = exportWorld();
  const options = {
    sources: [directory(), activities(), chats(), messages()],
    activities: { window: '12h', history: '30d', lag: '5m' },
  } as const;
  vi.useFakeTimers({ toFake: ['Date'], now: START + hours * 3_600_000 });
  const status = await world.run(options);
  vi.useRealTimers();
  // The bound is five minutes before now, by the clock of the service.
  expect(Math.round((Date.parse(status.bound!) - START) / 1_000)).toBe(-300);
  expect(status.failures).toEqual([]);
  const truth = await readTruth(world.client(), status.bound!);
  expect(new Set(world.sink.records('activity').map(({ id }) => id))).toEqual(
    new Set(truth.activities.map(({ id }) => id)),
  );
  expect(world.sink.records('chat').length).toBe(truth.chats.size);
  const store = await world.openStore();
  const certificates = await store
    .tables(exportSchema)
    .selectFrom('archive_certificates')
    .selectAll()
    .execute();
  for (const { started_at: startedAt, sealed_at: sealedAt } of certificates) {
    expect(Math.abs(Date.parse(startedAt) - START)).toBeLessThan(600_000);
    expect(Math.abs(Date.parse(sealedAt) - START)).toBeLessThan(600_000);
  }
});
