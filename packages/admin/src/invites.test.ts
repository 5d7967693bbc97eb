import { NotFoundError } from '@parlance/core-transport';
import { verifies } from '@parlance/testing';
import { describe, expect, test } from 'vitest';
import { all, connect, WAYS } from './testing/connect.js';

const DAY_MS = 86_400_000;

describe.each(WAYS)('invites, %s', (way) => {
  test('are created as pending, retrieved, listed and deleted', async () => {
    verifies('ADM-020', 'ADM-021', 'ADM-022', 'ADM-025', 'ADM-026', 'ADM-030', 'ADM-031', 'ADM-032');
    await using open = await connect(way, { seed: 'empty' });
    const { invites } = open.admin;
    const made = await invites.create({ email: 'new@example.com', role: 'developer' });
    expect(made).toEqual({
      id: expect.stringMatching(/^invite_[0-9A-Za-z]{24}$/),
      email: 'new@example.com',
      expires_at: '2026-06-22T00:00:00.000Z',
      invited_at: '2026-06-01T00:00:00.000Z',
      role: 'developer',
      status: 'pending',
      type: 'invite',
    });
    expect(await invites.retrieve(made.id)).toEqual(made);
    expect((await invites.list()).data).toEqual([made]);
    expect(await invites.delete(made.id)).toEqual({ id: made.id, type: 'invite_deleted' });
    expect(await invites.retrieve(made.id)).toEqual({ ...made, status: 'deleted' });
    await expect(invites.delete(made.id)).rejects.toBeInstanceOf(NotFoundError);
    await expect(invites.retrieve('invite_none')).rejects.toBeInstanceOf(NotFoundError);
  });
});

test('the demo has three invites of each status, all with known roles', async () => {
  verifies('ADM-020', 'ADM-022', 'ADM-023', 'ADM-024');
  await using open = await connect();
  const found = await all(open.admin.invites.list());
  const count = (status: string): number => found.filter((invite) => invite.status === status).length;
  expect(['accepted', 'expired', 'deleted', 'pending'].map(count)).toEqual([3, 3, 3, 3]);
  for (const invite of found) {
    expect(Object.keys(invite).toSorted()).toEqual([
      'email',
      'expires_at',
      'id',
      'invited_at',
      'role',
      'status',
      'type',
    ]);
    expect(['user', 'developer', 'billing', 'admin', 'assistant_code_user']).toContain(invite.role);
    expect(Date.parse(invite.expires_at) - Date.parse(invite.invited_at)).toBe(21 * DAY_MS);
  }
});

test.each(['user', 'developer', 'billing', 'assistant_code_user'] as const)(
  'an invite can carry the role %s',
  async (role) => {
    verifies('ADM-028');
    await using open = await connect('in process', { seed: 'empty' });
    expect((await open.admin.invites.create({ email: 'a@example.com', role })).role).toBe(role);
  },
);

test.each([
  ['without an address', { role: 'user' }, 'email', 'ADM-027'],
  ['with an address that is not a string', { email: ['a@example.com'], role: 'user' }, 'email', 'ADM-027'],
  ['with an invalid address', { email: 'somebody', role: 'user' }, 'email', 'ADM-027'],
  ['without a role', { email: 'a@example.com' }, 'role', 'ADM-028'],
  ['with an unknown role', { email: 'a@example.com', role: 'owner' }, 'role', 'ADM-028'],
  ['with the role admin', { email: 'a@example.com', role: 'admin' }, 'role', 'ADM-028'],
  ['with an unknown field', { email: 'a@example.com', role: 'user', note: 'hi' }, 'note', 'GEN-004'],
])('an invite %s is rejected and not created', async (_, body, field, rule) => {
  verifies('ADM-027', 'ADM-028', 'ADM-029');
  await using open = await connect('in process', { seed: 'empty' });
  const answer = await open.ask('POST /v1/organizations/invites', body);
  expect(answer).toMatchObject({ status: 400, rule, json: { error: { type: 'invalid_request_error' } } });
  expect(answer.json.error.message).toMatch(new RegExp(`^${field}: `));
  expect((await open.admin.invites.list()).data).toEqual([]);
});

test('a pending invite expires exactly 21 days after its creation', async () => {
  verifies('GEN-024', 'ADM-032');
  await using open = await connect('in process', { seed: 'empty' });
  const { admin, fake } = open;
  const { id } = await admin.invites.create({ email: 'a@example.com', role: 'user' });
  const { clock } = fake.world();
  clock.advance(21 * DAY_MS - 1);
  expect((await admin.invites.retrieve(id)).status).toBe('pending');
  clock.advance(1);
  expect((await admin.invites.retrieve(id)).status).toBe('expired');
  expect((await admin.invites.list()).data[0]?.status).toBe('expired');
  await expect(admin.invites.delete(id)).rejects.toMatchObject({ status: 400 });
});

test('an accepted invite cannot be deleted', async () => {
  verifies('ADM-032');
  await using open = await connect();
  const accepted = (await all(open.admin.invites.list())).find((invite) => invite.status === 'accepted');
  await expect(open.admin.invites.delete(accepted?.id ?? '')).rejects.toMatchObject({ status: 400 });
  expect(await open.admin.invites.retrieve(accepted?.id ?? '')).toEqual(accepted);
});
