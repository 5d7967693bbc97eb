import { BadRequestError, NotFoundError } from '@parlance/core-transport';
import { verifies } from '@parlance/testing';
import { describe, expect, test } from 'vitest';
import { all, connect, WAYS } from './testing/connect.js';

describe.each(WAYS)('users, %s', (way) => {
  test('are retrieved, found by e-mail address, updated and removed', async () => {
    verifies(
      'ADM-040',
      'ADM-041',
      'ADM-042',
      'ADM-044',
      'ADM-045',
      'ADM-046',
      'ADM-049',
      'ADM-050',
      'ADM-051',
    );
    await using open = await connect(way);
    const { users } = open.admin;
    const found = await users.list({ email: 'noor.rahman@example.com' });
    expect(found.data).toEqual([
      {
        id: expect.stringMatching(/^user_[0-9A-Za-z]{24}$/),
        added_at: '2025-12-01T08:11:00.000Z',
        email: 'noor.rahman@example.com',
        name: 'Noor Rahman',
        role: 'user',
        type: 'user',
      },
    ]);
    const user = found.data[0] ?? { id: '' };
    expect(await users.retrieve(user.id)).toEqual(user);
    const changed = { ...user, role: 'developer' };
    expect(await users.update(user.id, { role: 'developer' })).toEqual(changed);
    expect(await users.retrieve(user.id)).toEqual(changed);
    expect(await users.delete(user.id)).toEqual({ id: user.id, type: 'user_deleted' });
    await expect(users.retrieve(user.id)).rejects.toBeInstanceOf(NotFoundError);
    await expect(users.delete(user.id)).rejects.toBeInstanceOf(NotFoundError);
    await expect(users.update(user.id, { role: 'user' })).rejects.toBeInstanceOf(NotFoundError);
    expect((await all(users.list())).map(({ id }) => id)).not.toContain(user.id);
    expect((await users.list({ email: 'noor.rahman@example.com' })).data).toEqual([]);
  });
});

test('the demo users have all five roles and no other', async () => {
  verifies('ADM-043');
  await using open = await connect();
  const roles = new Set((await all(open.admin.users.list())).map((user) => user.role));
  expect([...roles].toSorted()).toEqual(['admin', 'assistant_code_user', 'billing', 'developer', 'user']);
});

test('finds users by e-mail address regardless of letter case, and nobody for an unknown address', async () => {
  verifies('ADM-046');
  await using open = await connect();
  const { users } = open.admin;
  expect((await users.list({ email: 'nobody@example.com' })).body).toEqual({
    data: [],
    first_id: null,
    has_more: false,
    last_id: null,
  });
  expect((await users.list({ email: 'Grace.Kim@Example.com' })).data).toMatchObject([{ name: 'Grace Kim' }]);
});

test.each(['user', 'developer', 'billing', 'assistant_code_user'] as const)(
  'a user can be assigned the role %s',
  async (role) => {
    verifies('ADM-047', 'ADM-049');
    await using open = await connect();
    const user = (await open.admin.users.list({ email: 'peter.novak@example.com' })).data[0];
    expect(await open.admin.users.update(user?.id ?? '', { role })).toEqual({ ...user, role });
  },
);

test.each([
  ['no role', {}, 'role', 'ADM-047'],
  ['an unknown role', { role: 'owner' }, 'role', 'ADM-047'],
  ['the role admin', { role: 'admin' }, 'role', 'ADM-047'],
  ['a role that is not a string', { role: 7 }, 'role', 'ADM-047'],
  ['an unknown field', { role: 'user', name: 'A' }, 'name', 'GEN-004'],
])('an update with %s is rejected and changes nothing', async (_, body, field, rule) => {
  verifies('ADM-047', 'ADM-048');
  await using open = await connect();
  const user = (await open.admin.users.list({ email: 'peter.novak@example.com' })).data[0];
  const answer = await open.ask(`POST /v1/organizations/users/${user?.id}`, body);
  expect(answer).toMatchObject({ status: 400, rule });
  expect(answer.json.error.message).toMatch(new RegExp(`^${field}: `));
  expect(await open.admin.users.retrieve(user?.id ?? '')).toEqual(user);
});

test('an admin cannot be removed', async () => {
  verifies('ADM-050');
  await using open = await connect('in process', { seed: 'empty' });
  const { data } = await open.admin.users.list();
  expect(data).toMatchObject([{ role: 'admin', email: 'admin@example.com' }]);
  await expect(open.admin.users.delete(data[0]?.id ?? '')).rejects.toBeInstanceOf(BadRequestError);
  expect((await open.admin.users.list()).data).toEqual(data);
});
