import { ConfigError } from '@parlance/core-transport';
import { expect, test } from 'vitest';
import { openHolds, type NewHold } from '../index.js';
import { retentionWorld } from '../testing/retention-world.js';

const why = { by: 'ines@example.com', reason: 'matter 12' };

test('a hold says who, when and why, and stays on record after its release', async () => {
  const { store } = await retentionWorld({ limit: 1 });
  const holds = await openHolds(store);
  const hold = await holds.add({ user: 'user_1', ...why });
  expect(hold).toMatchObject({
    scope: { user: 'user_1' },
    reason: 'matter 12',
    addedBy: 'ines@example.com',
    released: null,
  });
  expect(Date.parse(hold.addedAt)).not.toBeNaN();

  const released = await holds.release(hold.id, { by: 'omar@example.com', reason: 'closed' });
  expect(released).toMatchObject({ id: hold.id, released: { by: 'omar@example.com', reason: 'closed' } });
  expect(await holds.list()).toEqual([]);
  expect(await (await openHolds(store)).list({ released: true })).toEqual([released]);
  await expect(holds.release(hold.id, why)).rejects.toThrow('in force');
});

test.each([
  [{ ...why }, 'exactly one of'],
  [{ ...why, user: 'u', chat: 'c' }, 'exactly one of'],
  [{ by: 'ines', user: 'u' }, 'reason is missing'],
  [{ reason: 'r', user: 'u' }, 'by is missing'],
  [{ ...why, user: '' }, 'user must be'],
  [{ ...why, users: 'u' }, 'users is not an option'],
])('rejects %j', async (hold, problem) => {
  const { holds } = await retentionWorld({ limit: 1 });
  const added = holds.add(hold as unknown as NewHold);
  await expect(added).rejects.toBeInstanceOf(ConfigError);
  await expect(added).rejects.toThrow(problem);
});
