/** A run whose connection to the store is lost in a transaction, so that nobody knows whether it was committed. */
import { StoreError, type Store } from '@parlance/durable';
import { expect, test, vi } from 'vitest';
import { applyRetention } from '../index.js';
import { applying, deletions, entriesOf } from '../testing/apply-plan.js';
import { retentionWorld } from '../testing/retention-world.js';

/** Loses the connection before or after the commit of some transactions, counted from 1. */
function loseConnections(store: Store, isLost: (transaction: number) => boolean, when: 'before' | 'after') {
  const run = store.transaction.bind(store);
  const state = { transactions: 0 };
  vi.spyOn(store, 'transaction').mockImplementation(async (act, options) => {
    state.transactions += 1;
    const lost = isLost(state.transactions);
    const error = new StoreError('store_unavailable', store.location, 'was lost.', { retryable: true });
    const result = await run(async (transaction) => {
      const acted = await act(transaction);
      if (lost && when === 'before') throw error;
      return acted;
    }, options);
    if (lost) throw error;
    return result;
  });
  return state;
}

test.each(['before', 'after'] as const)('continues when the connection is lost %s commits', async (when) => {
  const world = await retentionWorld({ limit: 6 });
  const plan = await world.plan();
  const state = loseConnections(world.store, (transaction) => transaction % 5 === 0, when);
  const { deleted, unknown, was_gone, changed } = await applyRetention(plan, applying(world, plan));
  // The outcome of a deletion is unknown if it was not committed.
  expect([deleted + unknown, was_gone, changed]).toEqual([6, 0, 0]);
  expect(state.transactions).toBeGreaterThan(12);
  expect(deletions(world)).toBe(6);
  const entries = await entriesOf(world);
  expect(entries.filter(({ type }) => type === 'outcome')).toHaveLength(6);
  expect(entries.filter(({ type }) => type === 'stopped')).toEqual([]);
  expect(entries.at(-1)).toMatchObject({ type: 'finished' });
});

test('stops when the store stays away for longer than it waits', async () => {
  const world = await retentionWorld({ limit: 6 });
  const plan = await world.plan();
  const { leases } = world.store;
  const lease = await leases.acquire('archive/retention');
  const away = new StoreError('store_unavailable', 'store', 'does not respond.', { retryable: true });
  vi.spyOn(leases, 'acquire').mockResolvedValueOnce(lease).mockRejectedValue(away);
  loseConnections(world.store, (transaction) => transaction > 8, 'before');
  await expect(applyRetention(plan, applying(world, plan))).rejects.toBe(away);
  expect((await entriesOf(world)).map(({ type }) => type)).not.toContain('finished');
});
