/** A run whose connection to the store is lost in a transaction, so that nobody knows whether it was committed. */
import { StoreError } from '@parlance/durable';
import { expect, test, vi } from 'vitest';
import { activities, chats, directory, messages } from '../index.js';
import { exportWorld, testRunner } from '../testing/export-world.js';
import { readTruth } from '../testing/read-truth.js';

const OPTIONS = {
  sources: [directory(), activities(), chats(), messages()],
  activities: { window: '10d', history: '10d', from: '2026-05-15T00:00:00Z' },
} as const;

test.each([
  ['before', 3],
  ['after', 2],
] as const)('a run continues when the connection is lost %s commits', async (when, times) => {
  const world = exportWorld();
  const store = await world.openStore();
  await using runner = await testRunner(store);
  const run = store.transaction.bind(store);
  let transactions = 0;
  let losses = 0;
  vi.spyOn(store, 'transaction').mockImplementation(async (act, options) => {
    // Those of jobs, which are repeated by the runner, have no lease.
    const isLost = options?.lease !== undefined && (transactions += 1) % 2 === 0;
    const error = new StoreError('store_unavailable', store.location, 'was lost.', { retryable: true });
    if (isLost) losses += 1;
    const result = await run(async (transaction) => {
      const acted = await act(transaction);
      if (isLost && when === 'before') throw error;
      return acted;
    }, options);
    if (isLost) throw error;
    return result;
  });
  const running = await world.define(OPTIONS).start({ compliance: world.client(), store, runner });
  expect(await running.done).toMatchObject({ state: 'done', run: 1, failures: [] });
  expect(losses).toBe(times);
  const truth = await readTruth(world.client(), '2027-01-01T00:00:00Z');
  expect(new Set(world.sink.records('chat').map(({ id }) => id))).toEqual(new Set(truth.chats.keys()));
  expect(world.sink.records('message').length).toBe(truth.messages.size);
});
