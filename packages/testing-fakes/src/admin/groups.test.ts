import { AdminClient, NotFoundError } from '@parlance/admin';
import { describe, expect, test } from 'vitest';
import { createFake } from '../fake/create-fake.js';
import { activities } from '../organization/activity-records.js';
import { asker, verifies } from '../testing/index.js';

function open() {
  const fake = createFake({ checkResponses: true });
  fake.applyScenario({
    records: {
      users: [{ email: 'ada@example.com' }, { email: 'ben@example.com' }, { email: 'eve@example.com' }],
      groups: [
        { name: 'Team', members: ['ada@example.com', 'ben@example.com'], role_ids: ['rbac_role_viewer'] },
      ],
    },
  });
  const admin = new AdminClient({ baseUrl: fake.url, http: fake.http(), adminKey: fake.keys.admin });
  const emails = async (groupId: string) => {
    const found: string[] = [];
    for await (const { email } of admin.groups.listMembers(groupId, { limit: 1 })) found.push(email);
    return found;
  };
  return { fake, admin, emails };
}

test('a scenario creates groups, whose members and roles are read', async () => {
  const { admin, emails } = open();
  const { data } = await admin.groups.list();
  expect(data).toMatchObject([{ name: 'Team', source_type: 'direct', role_ids: ['rbac_role_viewer'] }]);
  const id = data[0]?.id ?? '';
  expect(await emails(id)).toEqual(['ben@example.com', 'ada@example.com']);
  expect(await admin.roles.retrieve('rbac_role_viewer')).toMatchObject({ source: { type: 'built_in' } });
  await expect(admin.groups.retrieve('rbac_group_none')).rejects.toThrow(NotFoundError);
  await expect(admin.groups.listMembers('rbac_group_none')).rejects.toThrow(NotFoundError);
});

test('a group with the same name replaces the members, and a removed user leaves every group', async () => {
  const { fake, admin, emails } = open();
  const members = ['ben@example.com', 'eve@example.com'];
  fake.applyScenario({ records: { groups: [{ name: 'Team', members }] } });
  const { data } = await admin.groups.list();
  expect(data).toMatchObject([{ name: 'Team', role_ids: [] }]);
  const id = data[0]?.id ?? '';
  expect(await emails(id)).toEqual(['eve@example.com', 'ben@example.com']);
  const [ben] = (await admin.users.list({ email: 'ben@example.com' })).data;
  await admin.users.delete(ben?.id ?? '');
  expect(await emails(id)).toEqual(['eve@example.com']);
});

test('the members of a group must exist', () => {
  const { fake } = open();
  const records = { groups: [{ name: 'Team', members: ['nobody@example.com'] }] };
  expect(() => fake.applyScenario({ records })).toThrow(
    'records.groups.0.members.0: must be the id or email of a member',
  );
});

describe('changes of groups', () => {
  const changeable = () => {
    const { fake, admin } = open();
    fake.applyScenario({ records: { groups: [{ name: 'Directory', source_type: 'scim' }] } });
    const plain = asker(fake, '');
    const ask = (line: Parameters<typeof plain>[0], body?: object) =>
      plain(line, body, { headers: { 'x-api-key': fake.keys.admin } });
    return { fake, admin, ask };
  };

  test('a group is created, renamed, filled and deleted, and the audit log has it', async () => {
    const { fake, admin } = changeable();
    const { id, updated_at } = await admin.groups.create({ name: 'Nights' });
    expect(await admin.groups.update(id, { name: null })).toMatchObject({ name: 'Nights', updated_at });
    expect((await admin.groups.update(id, { name: 'Days' })).updated_at > updated_at).toBe(true);
    const [ada] = (await admin.users.list({ email: 'ada@example.com' })).data;
    const user_id = ada?.id ?? '';
    const member = await admin.groups.addMember(id, { user_id });
    fake.world().clock.advance(1000);
    verifies('GRP-003');
    expect(await admin.groups.addMember(id, { user_id })).toEqual(member);
    await admin.groups.removeMember(id, user_id);
    await admin.groups.addMember(id, { user_id });
    await admin.groups.delete(id);
    await expect(admin.groups.listMembers(id)).rejects.toThrow(NotFoundError);
    const logged = fake
      .world()
      .store.of(activities)
      .entries()
      .map(({ record }) => record.details);
    expect(logged.filter(({ type }) => type.startsWith('group_'))).toMatchObject([
      { type: 'group_created', group_id: id, group_name: 'Nights' },
      { type: 'group_updated' },
      { type: 'group_updated', group_name: 'Days' },
      { type: 'group_member_added', group_id: id, member_ids: [user_id] },
      { type: 'group_member_added' },
      { type: 'group_member_removed' },
      { type: 'group_member_added' },
      { type: 'group_deleted', group_id: id },
    ]);
  });

  test('an identity provider alone changes its groups', async () => {
    verifies('GRP-002');
    const { admin, ask } = changeable();
    const [group] = (await admin.groups.list()).data;
    const line = `/v1/organizations/rbac_groups/${group?.id}` as const;
    for (const refused of [
      await ask(`POST ${line}`, { name: 'Mine' }),
      await ask(`DELETE ${line}`),
      await ask(`POST ${line}/members`, { user_id: 'user_none' }),
      await ask(`DELETE ${line}/members/user_none`),
    ])
      expect(refused).toMatchObject({ status: 400, rule: 'GRP-002' });
  });

  test('a group needs a name, and members of the organization', async () => {
    verifies('GRP-001', 'GRP-003');
    const { admin, ask } = changeable();
    expect(await ask('POST /v1/organizations/rbac_groups', { name: '' })).toMatchObject({ rule: 'GRP-001' });
    const { id } = await admin.groups.create({ name: 'Nights' });
    const body = { user_id: 'user_none' };
    expect(await ask(`POST /v1/organizations/rbac_groups/${id}/members`, body)).toMatchObject({
      status: 400,
      rule: 'GRP-003',
    });
    await expect(admin.groups.removeMember(id, 'user_none')).rejects.toThrow(NotFoundError);
  });
});

test('roles list their permissions', async () => {
  const { admin } = open();
  const permissions = [];
  for await (const one of admin.roles.listPermissions('rbac_role_user_manager', { limit: 1 }))
    permissions.push(one.action);
  expect(permissions).toEqual(['chat', 'permission_members']);
  await expect(admin.roles.listPermissions('rbac_role_none')).rejects.toThrow(NotFoundError);
});
