/** A holder whose lease has expired and was taken over changes nothing any more, whatever it does. */
import { expect, test } from 'vitest';
import { LeaseLostError, type Lease, type LedgerHold, type Store } from '../index.js';
import { TestClock, testDatabase } from '../testing/test-store.js';

const OWNERS = ['first', 'second'] as const;

/** Two processes: the lease of the first one has expired, and the second one has it now. */
async function takenOver() {
  const clock = new TestClock();
  const database = testDatabase();
  const [stale, current] = [await database.open(clock), await database.open(clock)];
  const claim = async (store: Store, owner: string) => {
    const hold = await store.ledger<string>('tools').claim('call', { owner });
    return { lease: (await store.leases.acquire('export'))!, hold: hold as LedgerHold };
  };
  const before = await claim(stale, OWNERS[0]);
  clock.ms += 60_000;
  const after = await claim(current, OWNERS[1]);
  return { stale, current, before, after };
}

type Stale = (parts: { store: Store; lease: Lease; hold: LedgerHold }) => Promise<unknown>;

const withLease: [string, Stale][] = [
  ['renews its lease', ({ lease }) => lease.renew()],
  ['commits', ({ store, lease }) => store.transaction(async () => {}, { lease })],
  [
    'saves a checkpoint',
    ({ store, lease }) => store.transaction(({ checkpoints }) => checkpoints.save('at', 'stale'), { lease }),
  ],
  ['requires its lease', ({ store, lease }) => store.transaction((part) => part.requireLease(lease))],
];

test.each(withLease)('a stale holder of a lease %s: it fails', async (_, act) => {
  const { stale, current, before, after } = await takenOver();
  await expect(act({ store: stale, ...before })).rejects.toThrow(LeaseLostError);
  await expectUnchanged(current, after);
});

test('a stale holder of a lease releases it: nothing happens', async () => {
  const { current, before, after } = await takenOver();
  await expect(before.lease.release()).resolves.toBeUndefined();
  await expectUnchanged(current, after);
});

test('a stale holder of leases closes its store: nothing happens', async () => {
  const { stale, current, after } = await takenOver();
  await expect(stale.close()).resolves.toBeUndefined();
  await expectUnchanged(current, after);
});

const withEntry: [string, Stale][] = [
  ['starts', ({ store, hold }) => store.ledger('tools').started(hold)],
  ['renews its claim', ({ store, hold }) => store.ledger('tools').renew(hold)],
  ['releases its claim', ({ store, hold }) => store.ledger('tools').release(hold)],
  ['finishes', ({ store, hold }) => store.ledger('tools').finish(hold, 'stale')],
  [
    'finishes in a transaction',
    ({ store, hold }) => store.transaction((part) => part.ledger('tools').finish(hold, 'stale')),
  ],
  ['forgets the entry of the new one', ({ store, hold }) => store.ledger('tools').forget(hold.key)],
];

test.each(withEntry)('a stale holder of an entry %s: it has no effect', async (_, act) => {
  const { stale, current, before, after } = await takenOver();
  expect(await act({ store: stale, ...before })).toBe(false);
  await expectUnchanged(current, after);
});

test.each(withEntry)(
  'a holder of an entry that was finished by another %s: it has no effect',
  async (_, act) => {
    const { stale, current, before, after } = await takenOver();
    await current.ledger<string>('tools').finish(after.hold, 'current');
    expect(await act({ store: stale, ...before })).toBe(false);
    expect(await current.ledger('tools').get('call')).toMatchObject({ state: 'finished', result: 'current' });
  },
);

/** The second process holds both as before, and nobody else gets them. */
async function expectUnchanged(current: Store, { lease, hold }: { lease: Lease; hold: LedgerHold }) {
  const ledger = current.ledger('tools');
  expect(await ledger.get('call')).toMatchObject({
    owner: OWNERS[1],
    token: hold.token,
    state: 'claimed',
    expiresInMs: ledger.leaseMs,
    result: null,
  });
  expect(await current.leases.holder('export')).toMatchObject({
    token: lease.token,
    expiresInMs: lease.durationMs,
  });
  expect(await current.leases.acquire('export')).toBeNull();
  expect(await ledger.claim('call', { owner: 'third' })).toMatchObject({ state: 'held' });
  expect(await current.checkpoints.load('at')).toBeNull();
  await lease.renew();
  expect(await ledger.finish(hold, 'current')).toBe(true);
}
