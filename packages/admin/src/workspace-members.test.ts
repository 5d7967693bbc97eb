import { ConflictError, NotFoundError } from '@parlance/core-transport';
import { verifies } from '@parlance/testing';
import { describe, expect, test } from 'vitest';
import type { AdminClient } from './admin-client.js';
import { all, connect, WAYS } from './testing/connect.js';

async function start(admin: AdminClient) {
  const { id: workspaceId } = await admin.workspaces.create({ name: 'Research' });
  const { data } = await admin.users.list({ email: 'peter.novak@example.com' });
  return { workspaceId, userId: data[0]?.id ?? '' };
}

describe.each(WAYS)('members, %s', (way) => {
  test('are added, retrieved, listed, updated and removed', async () => {
    verifies('ADM-090', 'ADM-091', 'ADM-092', 'ADM-093', 'GEN-025');
    await using open = await connect(way);
    const { admin } = open;
    const { members } = admin.workspaces;
    const { workspaceId, userId } = await start(admin);
    const inherited = await all(members.list(workspaceId));
    expect(inherited.map((member) => member.workspace_role).toSorted()).toEqual([
      'workspace_admin',
      'workspace_admin',
      'workspace_billing',
    ]);
    const joined = await members.create(workspaceId, {
      user_id: userId,
      workspace_role: 'workspace_developer',
    });
    expect(joined).toEqual({
      type: 'workspace_member',
      user_id: userId,
      workspace_id: workspaceId,
      workspace_role: 'workspace_developer',
    });
    expect(await members.retrieve(workspaceId, userId)).toEqual(joined);
    const listed = await all(members.list(workspaceId, { limit: 1 }));
    expect(listed).toHaveLength(4);
    expect(listed).toContainEqual(joined);
    for (const workspace_role of ['workspace_billing', 'workspace_user'] as const) {
      expect(await members.update(workspaceId, userId, { workspace_role })).toEqual({
        ...joined,
        workspace_role,
      });
      expect((await members.retrieve(workspaceId, userId)).workspace_role).toBe(workspace_role);
    }
    expect(await members.delete(workspaceId, userId)).toEqual({
      type: 'workspace_member_deleted',
      user_id: userId,
      workspace_id: workspaceId,
    });
    await expect(members.retrieve(workspaceId, userId)).rejects.toBeInstanceOf(NotFoundError);
    await expect(members.delete(workspaceId, userId)).rejects.toBeInstanceOf(NotFoundError);
    expect(await all(members.list(workspaceId))).toEqual(inherited);
  });
});

test.each([
  'workspace_user',
  'workspace_developer',
  'workspace_restricted_developer',
  'workspace_admin',
] as const)('a user can be added as %s', async (workspace_role) => {
  verifies('ADM-093');
  await using open = await connect();
  const { workspaceId, userId } = await start(open.admin);
  const member = await open.admin.workspaces.members.create(workspaceId, { user_id: userId, workspace_role });
  expect(member.workspace_role).toBe(workspace_role);
});

test.each([
  ['without a user', { workspace_role: 'workspace_user' }, 400, 'user_id', 'ADM-092'],
  [
    'with a user id that is not a string',
    { user_id: 7, workspace_role: 'workspace_user' },
    400,
    'user_id',
    'ADM-092',
  ],
  [
    'with an unknown user',
    { user_id: 'user_none', workspace_role: 'workspace_user' },
    404,
    'No user',
    'ADM-092',
  ],
  ['without a role', { user_id: 'user_none' }, 400, 'workspace_role', 'ADM-093'],
  [
    'with an unknown role',
    { user_id: 'user_none', workspace_role: 'owner' },
    400,
    'workspace_role',
    'ADM-093',
  ],
  [
    'with the billing role',
    { user_id: 'user_none', workspace_role: 'workspace_billing' },
    400,
    'workspace_role',
    'ADM-093',
  ],
])('adding a member %s is rejected', async (_, body, status, message, rule) => {
  verifies('ADM-092', 'ADM-093', 'ADM-094');
  await using open = await connect();
  const { workspaceId } = await start(open.admin);
  const before = await all(open.admin.workspaces.members.list(workspaceId));
  const answer = await open.ask(`POST /v1/organizations/workspaces/${workspaceId}/members`, body);
  expect(answer).toMatchObject({ status, rule });
  expect(answer.json.error.message.startsWith(message)).toBe(true);
  expect(await all(open.admin.workspaces.members.list(workspaceId))).toEqual(before);
});

test('adding a member twice is a conflict and is not retried', async () => {
  verifies('ADM-092');
  await using open = await connect();
  const { admin, fake } = open;
  const { workspaceId, userId } = await start(admin);
  const join = () =>
    admin.workspaces.members.create(workspaceId, { user_id: userId, workspace_role: 'workspace_user' });
  await join();
  const requests = fake.journal().length;
  await expect(join()).rejects.toBeInstanceOf(ConflictError);
  expect(fake.journal()).toHaveLength(requests + 1);
});

test('inherited roles apply in every workspace and cannot be replaced, changed or removed', async () => {
  verifies('GEN-025', 'ADM-091');
  await using open = await connect();
  const { admin } = open;
  const { members } = admin.workspaces;
  const { workspaceId } = await start(admin);
  const adminId = (await admin.users.list({ email: 'ines.moreau@example.com' })).data[0]?.id ?? '';
  expect((await members.retrieve(workspaceId, adminId)).workspace_role).toBe('workspace_admin');
  await expect(
    members.update(workspaceId, adminId, { workspace_role: 'workspace_user' }),
  ).rejects.toMatchObject({
    status: 400,
  });
  await expect(members.delete(workspaceId, adminId)).rejects.toMatchObject({ status: 400 });
  await expect(
    members.create(workspaceId, { user_id: adminId, workspace_role: 'workspace_developer' }),
  ).rejects.toMatchObject({ status: 400, message: expect.stringContaining('inherits workspace_admin') });
  expect((await members.retrieve(workspaceId, adminId)).workspace_role).toBe('workspace_admin');
});

test('a member who becomes a billing user inherits that role instead of the assigned one', async () => {
  await using open = await connect();
  const { admin } = open;
  const { members } = admin.workspaces;
  const { workspaceId, userId } = await start(admin);
  await members.create(workspaceId, { user_id: userId, workspace_role: 'workspace_user' });
  await admin.users.update(userId, { role: 'billing' });
  expect((await members.retrieve(workspaceId, userId)).workspace_role).toBe('workspace_billing');
  await expect(members.delete(workspaceId, userId)).rejects.toMatchObject({ status: 400 });
  await admin.users.update(userId, { role: 'user' });
  expect((await members.retrieve(workspaceId, userId)).workspace_role).toBe('workspace_user');
});

test('a removed user is no longer a member', async () => {
  verifies('GEN-025');
  await using open = await connect();
  const { admin } = open;
  const { workspaceId, userId } = await start(admin);
  await admin.workspaces.members.create(workspaceId, { user_id: userId, workspace_role: 'workspace_user' });
  await admin.users.delete(userId);
  await expect(admin.workspaces.members.retrieve(workspaceId, userId)).rejects.toBeInstanceOf(NotFoundError);
  expect(
    (await all(admin.workspaces.members.list(workspaceId))).map((member) => member.user_id),
  ).not.toContain(userId);
});

test('listing or retrieving members of an unknown workspace fails with 404', async () => {
  verifies('GEN-025');
  await using open = await connect();
  const { members } = open.admin.workspaces;
  await expect(members.list('wrkspc_none')).rejects.toBeInstanceOf(NotFoundError);
  await expect(members.retrieve('wrkspc_none', 'user_1')).rejects.toBeInstanceOf(NotFoundError);
});
