/** A server that does not respond for some time. */
import { expect, onTestFinished, test } from 'vitest';
import { openStore, type LedgerHold, type OpenStoreOptions, type Store, type StoreWait } from '../index.js';
import { databaseProxy } from '@parlance/testing/database-proxy';
import { all, testDatabase } from '../testing/test-store.js';

async function away(options: OpenStoreOptions = {}) {
  const { url, schema } = testDatabase();
  const proxy = await databaseProxy(url);
  const waits: StoreWait[] = [];
  const onWaiting = (wait: StoreWait): void => {
    waits.push(wait);
    void proxy.up();
  };
  const store = await openStore(proxy.url, { schema, maxConnections: 4, onWaiting, ...options });
  onTestFinished(() => store.close());
  await store.checkpoints.save('at', 1);
  const ledger = store.ledger('tools');
  const hold = (await ledger.claim('call', { owner: 'worker' })) as LedgerHold;
  const lease = (await store.leases.acquire('export'))!;
  // Some connections of the pool are idle when the server goes away.
  await Promise.all([store.now(), store.now(), store.now()]);
  return { store, proxy, waits, ledger, hold, lease };
}

type Parts = Awaited<ReturnType<typeof away>>;

const operations: [string, (parts: Parts) => Promise<unknown>, unknown][] = [
  ['loads a checkpoint', ({ store }) => store.checkpoints.load('at'), 1],
  ['saves a checkpoint', ({ store }) => store.checkpoints.save('at', 2), undefined],
  ['deletes a checkpoint', ({ store }) => store.checkpoints.delete('other'), undefined],
  [
    'lists checkpoints',
    ({ store }) => all(store.checkpoints.list()),
    [expect.objectContaining({ value: 1 })],
  ],
  ['reads the clock', ({ store }) => store.now(), expect.any(Number)],
  ['renews a lease', ({ lease }) => lease.renew(), undefined],
  ['releases a lease', ({ lease }) => lease.release(), undefined],
  ['looks for a holder', ({ store }) => store.leases.holder('other'), null],
  ['starts', ({ ledger, hold }) => ledger.started(hold), true],
  ['renews a claim', ({ ledger, hold }) => ledger.renew(hold), true],
  ['finishes', ({ ledger, hold }) => ledger.finish(hold, 'done'), true],
  ['forgets', ({ ledger }) => ledger.forget('other'), false],
  [
    'records a decision',
    ({ ledger }) => ledger.decide('call', { verdict: 'approved', by: 'ada', input: 1 }),
    true,
  ],
  ['migrates tables', ({ store }) => store.migrate({ name: 'none', migrations: {} }), expect.anything()],
  ['begins a transaction', ({ store }) => store.transaction(({ checkpoints }) => checkpoints.load('at')), 1],
];

test.each(operations)('a store waits for the server when it %s', async (_, act, expected) => {
  const parts = await away();
  await parts.proxy.down();
  expect(await act(parts)).toEqual(expected);
  expect(parts.waits[0]).toMatchObject({
    location: parts.store.location,
    error: { code: 'store_unavailable', retryable: true },
  });
});

test('a store does not wait longer than maxWaitMs', async () => {
  const parts = await away({ maxWaitMs: 0 });
  await parts.proxy.down();
  for (const [, act] of operations.filter(([name]) => name !== 'releases a lease'))
    await expect(act(parts)).rejects.toMatchObject({ code: 'store_unavailable' });
  expect(parts.waits).toEqual([]);
  await parts.proxy.up();
  expect(await parts.store.checkpoints.load('at')).toBe(1);
});

test('a listener that throws does not end a wait', async () => {
  let onWaiting = (): void => {};
  const { store, proxy } = await away({ onWaiting: () => onWaiting() });
  onWaiting = () => {
    void proxy.up();
    throw new Error('broken listener');
  };
  await proxy.down();
  expect(await store.checkpoints.load('at')).toBe(1);
});

test('closing a store ends its waits', async () => {
  const waiting = Promise.withResolvers<Store>();
  const { store, proxy } = await away({ onWaiting: () => waiting.resolve(store) });
  await proxy.down();
  const load = store.checkpoints.load('at');
  await waiting.promise;
  const closing = store.close();
  await expect(load).rejects.toMatchObject({ code: 'store_unavailable' });
  await proxy.up();
  await closing;
});

test('a transaction whose connection is lost fails, and commits nothing', async () => {
  const { store, proxy } = await away();
  const transaction = store.transaction(async ({ checkpoints }) => {
    await checkpoints.save('at', 2);
    await proxy.down();
    await checkpoints.save('at', 3);
  });
  await expect(transaction).rejects.toMatchObject({ code: 'store_unavailable', retryable: true });
  expect(await store.checkpoints.load('at')).toBe(1);
});

test('a store does not wait for a server that refuses the password', async () => {
  const { url } = testDatabase();
  const wrong = Object.assign(new URL(url), { password: 'wrong' }).href;
  await expect(openStore(wrong)).rejects.toMatchObject({ code: 'store_unavailable', retryable: false });
});

test.each([-1, Number.NaN])('rejects a wait of %s ms', async (maxWaitMs) => {
  await expect(openStore('sqlite::memory:', { maxWaitMs })).rejects.toThrow(
    'maxWaitMs must be a number from 0',
  );
});
