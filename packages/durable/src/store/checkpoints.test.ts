import { expect, test } from 'vitest';
import { all, testDatabase, testStore } from '../testing/test-store.js';

test('a checkpoint can be loaded by another process, replaced and deleted', async () => {
  const database = testDatabase();
  const store = await database.open();
  const other = await database.open();
  expect(await store.checkpoints.load('walk')).toBeNull();

  await store.checkpoints.save('walk', { cursor: 'a', seen: [1, null, 'ü'] });
  expect(await other.checkpoints.load('walk')).toEqual({ cursor: 'a', seen: [1, null, 'ü'] });

  await other.checkpoints.save('walk', 'b');
  expect(await store.checkpoints.load('walk')).toBe('b');

  await store.checkpoints.delete('walk');
  expect(await other.checkpoints.load('walk')).toBeNull();
});

test('checkpoints are listed by prefix, page by page', async () => {
  const store = await testStore();
  await store.transaction(async ({ checkpoints }) => {
    for (let index = 0; index < 1_100; index += 1)
      await checkpoints.save(`exports/${String(index).padStart(4, '0')}`, index);
    await checkpoints.save('Exports/other', 1);
    await checkpoints.save('exports%', 1);
    await checkpoints.save('tails/a', 1);
  });

  const listed = await all(store.checkpoints.list('exports/'));
  expect(listed.map(({ value }) => value)).toEqual(Array.from({ length: 1_100 }, (_, index) => index));
  expect(listed[0]!.savedAt).toBeGreaterThan(1_600_000_000_000);
  expect((await all(store.checkpoints.list())).length).toBe(1_103);
});
