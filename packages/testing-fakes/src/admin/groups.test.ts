import { AdminClient, NotFoundError } from '@parlance/admin';
import { expect, test } from 'vitest';
import { createFake } from '../fake/create-fake.js';

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
