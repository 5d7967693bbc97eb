import { ConfigError } from '@parlance/core-transport';
import { expect, test } from 'vitest';
import { openHolds, type NewHold } from '../index.js';
import { retentionWorld } from '../testing/retention-world.js';

const why = { by: 'ines@example.com', reason: 'matter 12' };

test('a hold says who, when and why, and stays on record after its release', async () => {
  const { archive, chats, store } = await retentionWorld({ limit: 1 });
  const user = chats[0]!.user.id;
  const holds = await openHolds(store, archive);
  const hold = await holds.add({ user, ...why });
  expect(hold).toMatchObject({
    scope: { user },
    matches: 1,
    matchesNothingYetBy: null,
    reason: 'matter 12',
    addedBy: 'ines@example.com',
    released: null,
  });
  expect(Date.parse(hold.addedAt)).not.toBeNaN();

  const released = await holds.release(hold.id, { by: 'omar@example.com', reason: 'closed' });
  expect(released).toMatchObject({ id: hold.id, released: { by: 'omar@example.com', reason: 'closed' } });
  expect(await holds.list()).toEqual([]);
  expect(await (await openHolds(store, archive)).list({ released: true })).toEqual([released]);
  await expect(holds.release(hold.id, why)).rejects.toThrow('in force');
});

test.each([
  [{ ...why }, 'exactly one of'],
  [{ ...why, user: 'u', chat: 'c' }, 'exactly one of'],
  [{ by: 'ines', user: 'u' }, 'reason is missing'],
  [{ reason: 'r', user: 'u' }, 'by is missing'],
  [{ ...why, user: '' }, 'user must be'],
  [{ ...why, text: 'x', matchesNothingYet: true }, 'cannot be combined with text'],
  [{ ...why, users: 'u' }, 'users is not an option'],
])('rejects %j', async (hold, problem) => {
  const { holds } = await retentionWorld({ limit: 1 });
  const added = holds.add(hold as unknown as NewHold);
  await expect(added).rejects.toBeInstanceOf(ConfigError);
  await expect(added).rejects.toThrow(problem);
});
