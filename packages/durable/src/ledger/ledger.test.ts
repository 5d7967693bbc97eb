import { expect, test } from 'vitest';
import type { LedgerHold } from '../index.js';
import { coreSchema } from '../database/core-schema.js';
import { all, TestClock, testDatabase, testStore } from '../testing/test-store.js';

const owner = 'worker';

test('an entry is claimed, started and finished once, and keeps its result', async () => {
  const database = testDatabase();
  const ledger = (await database.open()).ledger<{ text: string }>('tools');
  const other = (await database.open()).ledger<{ text: string }>('tools');

  const claim = await ledger.claim('call-1', { owner, input: { a: 1, b: [2] } });
  expect(claim).toMatchObject({ state: 'claimed', attempt: 1, isInterrupted: false, decision: null });
  expect(await other.claim('call-1', { owner: 'other' })).toMatchObject({ state: 'held', owner });
  const hold = claim as LedgerHold;
  expect((await other.get('call-1'))?.state).toBe('claimed');
  expect(await ledger.started(hold)).toBe(true);
  expect((await other.get('call-1'))?.state).toBe('started');
  expect(await ledger.finish(hold, { text: 'first' })).toBe(true);

  expect(await other.claim('call-1', { owner, input: { b: [2], a: 1 } })).toEqual({
    state: 'finished',
    result: { text: 'first' },
  });
  expect(await other.get('call-2')).toBeNull();
});

test('an operation whose response was lost can be repeated', async () => {
  const ledger = (await testStore()).ledger('tools');
  const hold = (await ledger.claim('call', { owner })) as LedgerHold;
  for (let call = 0; call < 2; call += 1) expect(await ledger.started(hold)).toBe(true);
  for (let call = 0; call < 2; call += 1) expect(await ledger.finish(hold, call)).toBe(true);
  expect((await ledger.get('call'))?.result).toBe(0);
});

test('a result that is null is kept too', async () => {
  const ledger = (await testStore()).ledger('tools');
  await ledger.finish((await ledger.claim('call', { owner })) as LedgerHold, null);
  expect(await ledger.claim('call', { owner })).toEqual({ state: 'finished', result: null });
});

test('of many that claim an entry at the same time, one gets it', async () => {
  const database = testDatabase();
  const stores = await Promise.all(Array.from({ length: 4 }, () => database.open()));
  const claims = await Promise.all(
    Array.from({ length: 20 }, (_, index) => stores[index % 4]!.ledger('tools').claim('call', { owner })),
  );
  expect(claims.filter(({ state }) => state === 'claimed')).toHaveLength(1);
});

test('work that was claimed and never started is safe to do; started work was interrupted until it is finished', async () => {
  const clock = new TestClock();
  const store = await testDatabase().open(clock);
  const ledger = store.ledger('tools', { leaseMs: 10_000 });
  const claim = async () => {
    clock.ms += 10_000;
    return (await ledger.claim('call', { owner })) as LedgerHold & {
      isInterrupted: boolean;
      attempt: number;
    };
  };
  await claim();
  const second = await claim();
  expect(second).toMatchObject({ isInterrupted: false, attempt: 2 });
  await ledger.started(second);
  await ledger.release(second);
  const third = await claim();
  expect(third.isInterrupted).toBe(false);
  await ledger.started(third);
  const fourth = await claim();
  expect(fourth.isInterrupted).toBe(true);
  // It did not look, and what the third attempt did is still not known.
  await ledger.release(fourth);
  expect(await ledger.get('call')).toMatchObject({ state: 'started', expiresInMs: 0 });
  expect((await claim()).isInterrupted).toBe(true);
});

test('an interrupted entry can be forgotten; one that is held or finished cannot', async () => {
  const clock = new TestClock();
  const ledger = (await testDatabase().open(clock)).ledger('tools');
  const hold = (await ledger.claim('a', { owner, input: 1 })) as LedgerHold;
  await ledger.started(hold);
  expect(await ledger.forget('a')).toBe(false);
  clock.ms += ledger.leaseMs;
  expect(await ledger.forget('a')).toBe(true);
  expect(await ledger.finish(hold, 'late')).toBe(false);
  const next = await ledger.claim('a', { owner, input: 2 });
  expect(next).toMatchObject({ state: 'claimed', isInterrupted: false });
  await ledger.finish(next as LedgerHold, null);
  expect(await ledger.forget('a')).toBe(false);
  expect(await ledger.forget('b')).toBe(false);
});

test('an entry belongs to one input', async () => {
  const clock = new TestClock();
  const ledger = (await testDatabase().open(clock)).ledger('tools');
  const hold = (await ledger.claim('call', { owner, input: { amount: 10 } })) as LedgerHold;
  const other = () => ledger.claim('call', { owner, input: { amount: 11 } });
  await expect(other()).rejects.toThrow('input differs from the one that call was claimed with');
  clock.ms += ledger.leaseMs;
  await expect(other()).rejects.toThrow('input');
  const again = (await ledger.claim('call', { owner })) as LedgerHold;
  expect(again.token).toBe(hold.token + 1);
  await ledger.finish(again, 1);
  await expect(other()).rejects.toThrow('input');
  await expect(ledger.claim('other', { owner, input: () => {} })).rejects.toThrow(
    'input must be a JSON value',
  );
});

test('a decision applies to its input, until it expires', async () => {
  const clock = new TestClock();
  const ledger = (await testDatabase().open(clock)).ledger('tools');
  const decision = { verdict: 'approved', by: 'ada@example.com', input: { amount: 10 } } as const;
  expect(await ledger.decide('call', { ...decision, shown: 'Pay 10?', validForMs: 60_000 })).toBe(true);
  expect(await ledger.get('call')).toMatchObject({
    state: 'open',
    attempt: 0,
    decision: { shown: 'Pay 10?' },
  });
  const claim = async () => {
    clock.ms += ledger.leaseMs;
    return ledger.claim('call', { owner, input: { amount: 10 } });
  };
  expect(await claim()).toMatchObject({ decision: { verdict: 'approved', by: 'ada@example.com' } });
  expect(await claim()).toMatchObject({ decision: null });

  await ledger.decide('call', { ...decision, input: { amount: 1_000 } });
  expect(await claim()).toMatchObject({ decision: null });
  await ledger.decide('call', { ...decision, verdict: 'denied' });
  const last = await claim();
  expect(last).toMatchObject({ decision: { verdict: 'denied', expiresAt: null, shown: null } });
  await ledger.started(last as LedgerHold);
  expect(await ledger.decide('call', decision)).toBe(false);
  await ledger.finish(last as LedgerHold, 'no');
  clock.ms += ledger.leaseMs;
  expect(await ledger.decide('call', decision)).toBe(false);
});

test('a decision about a claimed entry ends the claim, which does not know it', async () => {
  const ledger = (await testDatabase().open()).ledger('tools');
  const decision = { verdict: 'approved', by: 'ada@example.com', input: 1 } as const;
  await ledger.decide('call', decision);
  const hold = (await ledger.claim('call', { owner, input: 1 })) as LedgerHold;
  expect(await ledger.decide('call', { ...decision, verdict: 'denied' })).toBe(true);
  expect(await ledger.started(hold)).toBe(false);
  expect(await ledger.finish(hold, 'approved')).toBe(false);
  expect(await ledger.claim('call', { owner, input: 1 })).toMatchObject({
    state: 'claimed',
    decision: { verdict: 'denied' },
  });
});

test('a decision after a crash does not make the interrupted work safe', async () => {
  const clock = new TestClock();
  const ledger = (await testDatabase().open(clock)).ledger('tools');
  const hold = (await ledger.claim('call', { owner, input: 1 })) as LedgerHold;
  await ledger.started(hold);
  clock.ms += ledger.leaseMs;
  expect(await ledger.decide('call', { verdict: 'approved', by: 'ada', input: 1 })).toBe(true);
  // The process was only paused.
  expect(await ledger.finish(hold, 'done')).toBe(true);
});

test.each([
  ['verdict', { verdict: 'maybe' }],
  ['by', { by: '' }],
  ['shown', { shown: 'a\0b' }],
  ['validForMs', { validForMs: 0 }],
  ['validForMs', { validForMs: 1.5 }],
  ['input', { input: undefined }],
])('rejects a decision with a bad %s', async (field, bad) => {
  const ledger = (await testStore()).ledger('tools');
  const decision = { verdict: 'approved', by: 'ada', input: 1, ...bad } as never;
  await expect(ledger.decide('call', decision)).rejects.toMatchObject({ name: 'ConfigError' });
  await expect(ledger.decide('call', decision)).rejects.toThrow(field);
});

test('entries are listed by prefix; ledgers are independent', async () => {
  const store = await testStore();
  await store.transaction(async (transaction) => {
    const ledger = transaction.ledger('tools');
    const claim = async (key: string) => (await ledger.claim(key, { owner })) as LedgerHold;
    for (let index = 0; index < 600; index += 1) await claim(`a/${String(index).padStart(3, '0')}`);
    await ledger.finish(await claim('b/1'), 7);
    await transaction.ledger('other').claim('a/1', { owner });
  });
  const keys = async (...args: Parameters<ReturnType<typeof store.ledger>['list']>) =>
    (await all(store.ledger('tools').list(...args))).map(({ key }) => key);

  expect(await keys()).toHaveLength(601);
  expect(await keys({ finished: true })).toEqual(['b/1']);
  expect(await keys({ finished: false, prefix: 'a/' })).toHaveLength(600);
  expect((await keys({ prefix: 'a/' })).at(-1)).toBe('a/599');
});

test.each(['spoiled', 'null', '{}', '{"machine":"a","pid":0}', '{"machine":"a","pid":"1"}'])(
  'a spoiled column `process` is reported as such: %s',
  async (process) => {
    const store = await testStore();
    await store.leases.acquire('export');
    await store.tables(coreSchema).updateTable('parlance_ledger').set({ process }).execute();
    const failure = store.leases.acquire('export');
    await expect(failure).rejects.toMatchObject({ code: 'store_damaged', location: store.location });
    await expect(failure).rejects.toThrow('a column `process` has an unknown value');
  },
);

test.each([0, 999, 1_000.5, Number.NaN, Infinity])('rejects leases of %s ms', async (leaseMs) => {
  const store = await testStore();
  expect(() => store.ledger('tools', { leaseMs })).toThrow('leaseMs must be a whole number');
});
