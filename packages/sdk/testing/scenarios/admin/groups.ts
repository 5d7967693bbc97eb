import { NotFoundError } from '@parlance/core-transport';
import type { Group, groupOperations, Role, roleOperations } from '@parlance/schemas';
import { expect } from 'vitest';
import { collect } from '../collect.js';
import { somebody } from './users.js';
import type { Clients, ScenariosFor } from '../scenario.js';

async function someGroup({ admin }: Clients): Promise<Group> {
  const [group] = await collect(admin.groups.list({ limit: 1 }));
  expect(group).toBeDefined();
  return group as Group;
}

async function someRole({ admin }: Clients): Promise<Role> {
  const [role] = await collect(admin.roles.list({ limit: 1 }));
  expect(role).toBeDefined();
  return role as Role;
}

export const groupScenarios: ScenariosFor<typeof groupOperations> = {
  'groups.create': async ({ admin, word }) => {
    const group = await admin.groups.create({ name: `Night ${word}` });
    expect(group).toMatchObject({ name: `Night ${word}`, source_type: 'direct', type: 'rbac_group' });
    expect(await admin.groups.retrieve(group.id)).toEqual(group);
  },
  'groups.update': async ({ admin, word }) => {
    const { id } = await admin.groups.create({ name: `Old ${word}` });
    expect((await admin.groups.update(id, { name: `New ${word}` })).name).toBe(`New ${word}`);
    expect((await admin.groups.update(id, {})).name).toBe(`New ${word}`);
  },
  'groups.delete': async ({ admin, word }) => {
    const { id } = await admin.groups.create({ name: `Gone ${word}` });
    expect((await admin.groups.delete(id)).id).toBe(id);
    await expect(admin.groups.retrieve(id)).rejects.toThrow(NotFoundError);
  },
  'groups.addMember': async (clients) => {
    const { admin, word } = clients;
    const [group, user] = [await admin.groups.create({ name: `Team ${word}` }), await somebody(clients)];
    const member = await admin.groups.addMember(group.id, { user_id: user.id });
    expect(member).toMatchObject({ rbac_group_id: group.id, user_id: user.id, email: user.email });
    expect(await collect(admin.groups.listMembers(group.id))).toEqual([member]);
  },
  'groups.removeMember': async (clients) => {
    const { admin, word } = clients;
    const [{ id }, user] = [await admin.groups.create({ name: `Left ${word}` }), await somebody(clients)];
    await admin.groups.addMember(id, { user_id: user.id });
    expect((await admin.groups.removeMember(id, user.id)).user_id).toBe(user.id);
    await expect(admin.groups.removeMember(id, user.id)).rejects.toThrow(NotFoundError);
  },
  'groups.retrieve': async (clients) => {
    const group = await someGroup(clients);
    expect(await clients.admin.groups.retrieve(group.id)).toEqual(group);
  },
  'groups.list': async (clients) => {
    expect(await someGroup(clients)).toMatchObject({ type: 'rbac_group', name: expect.any(String) });
  },
  'groups.listMembers': async (clients) => {
    const { admin, word } = clients;
    const { id } = await admin.groups.create({ name: `Listed ${word}` });
    const people = await collect(admin.users.list({ limit: 5 }));
    for (const user of people.slice(0, 2)) await admin.groups.addMember(id, { user_id: user.id });
    const members = await collect(admin.groups.listMembers(id, { limit: 1 }));
    expect(members.map(({ email }) => email)).toEqual([people[1]?.email, people[0]?.email]);
    for (const { rbac_group_id } of members) expect(rbac_group_id).toBe(id);
  },
};

export const roleScenarios: ScenariosFor<typeof roleOperations> = {
  'roles.listPermissions': async (clients) => {
    const { id } = await someRole(clients);
    const permissions = await collect(clients.admin.roles.listPermissions(id));
    expect(permissions[0]).toMatchObject({ type: 'rbac_role_permission', action: expect.any(String) });
  },
  'roles.retrieve': async (clients) => {
    const role = await someRole(clients);
    expect(await clients.admin.roles.retrieve(role.id)).toEqual(role);
    await expect(clients.admin.roles.retrieve('rbac_role_unknown')).rejects.toThrow(NotFoundError);
  },
  'roles.list': async (clients) => {
    expect(await someRole(clients)).toMatchObject({ type: 'rbac_role', display_name: expect.any(String) });
  },
};
