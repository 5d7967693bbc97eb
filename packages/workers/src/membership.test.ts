import { openStore } from '@parlance/durable';
import { expect, test } from 'vitest';
import { Membership } from './membership.js';

test('each member of a fleet is watched by four others, or by all of a small one', async () => {
  await using store = await openStore('sqlite::memory:');
  const join = (): Promise<Membership> => Membership.join(store, 'tools', 6000);
  const members = await Promise.all(Array.from({ length: 40 }, join));
  const ids = members.map(({ id }) => id);
  const watched = members.flatMap((member) => member.watched(ids));
  for (const id of ids) expect(watched.filter((other) => other === id)).toHaveLength(4);
  for (const member of members) expect(member.watched(ids)).not.toContain(member.id);
  expect(members[0]?.watched(ids.slice(0, 3)).toSorted()).toEqual(ids.slice(1, 3).toSorted());
  expect(members[0]?.watched([])).toEqual([]);
});
