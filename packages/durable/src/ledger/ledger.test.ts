import { expect, test } from 'vitest';
import { all, testDatabase, testStore } from '../testing/test-store.js';

test('an entry is begun once and keeps its first result', async () => {
  const database = testDatabase();
  const ledger = (await database.open()).ledger<{ text: string }>('tools');
  const other = (await database.open()).ledger<{ text: string }>('tools');

  expect(await ledger.begin('call-1')).toMatchObject({
    isNew: true,
    state: 'started',
    result: null,
    doneAt: null,
  });
  expect(await other.begin('call-1')).toMatchObject({ isNew: false, state: 'started' });
  expect(await ledger.complete('call-1', { text: 'first' })).toEqual({ text: 'first' });
  expect(await other.complete('call-1', { text: 'second' })).toEqual({ text: 'first' });
  expect(await other.begin('call-1')).toMatchObject({
    isNew: false,
    state: 'done',
    result: { text: 'first' },
  });
  expect(await other.get('call-2')).toBeNull();
});

test('a result that is null is kept too', async () => {
  const ledger = (await testStore()).ledger('tools');
  expect(await ledger.complete('call', null)).toBeNull();
  expect(await ledger.complete('call', 'second')).toBeNull();
});

test('of many that begin an entry at the same time, one creates it', async () => {
  const database = testDatabase();
  const stores = await Promise.all(Array.from({ length: 4 }, () => database.open()));
  const begun = await Promise.all(
    Array.from({ length: 20 }, (_, index) => stores[index % 4]!.ledger('tools').begin('call')),
  );
  expect(begun.filter(({ isNew }) => isNew)).toHaveLength(1);
});

test('an interrupted entry can be forgotten, a completed one cannot', async () => {
  const ledger = (await testStore()).ledger('tools');
  await ledger.begin('a');
  await ledger.complete('b', null);

  expect(await ledger.forget('a')).toBe(true);
  expect(await ledger.forget('b')).toBe(false);
  expect(await ledger.begin('a')).toMatchObject({ isNew: true });
  expect(await ledger.get('b')).toMatchObject({ state: 'done', result: null });
});

test('entries are listed by state and prefix; ledgers are independent', async () => {
  const store = await testStore();
  await store.transaction(async (transaction) => {
    const ledger = transaction.ledger('tools');
    for (let index = 0; index < 600; index += 1) await ledger.begin(`a/${String(index).padStart(3, '0')}`);
    await ledger.complete('a/007', 7);
    await ledger.begin('b/1');
    await transaction.ledger('other').begin('a/1');
  });
  const keys = async (...args: Parameters<ReturnType<typeof store.ledger>['list']>) =>
    (await all(store.ledger('tools').list(...args))).map(({ key }) => key);

  expect(await keys()).toHaveLength(601);
  expect(await keys({ state: 'done' })).toEqual(['a/007']);
  expect(await keys({ state: 'started', prefix: 'a/' })).toHaveLength(599);
  expect((await keys({ prefix: 'a/' })).at(-1)).toBe('a/599');
});
