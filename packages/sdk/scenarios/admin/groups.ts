import { NotFoundError } from '@parlance/core-transport';
import type { Group, groupOperations, Role, roleOperations } from '@parlance/schemas';
import { expect } from 'vitest';
import { collect } from '../collect.js';
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
  'groups.retrieve': async (clients) => {
    const group = await someGroup(clients);
    expect(await clients.admin.groups.retrieve(group.id)).toEqual(group);
  },
  'groups.list': async (clients) => {
    expect(await someGroup(clients)).toMatchObject({ type: 'rbac_group', name: expect.any(String) });
  },
  'groups.listMembers': async (clients) => {
    const { id } = await someGroup(clients);
    const members = await collect(clients.admin.groups.listMembers(id, { limit: 1 }));
    for (const { rbac_group_id, user_id, email } of members) {
      expect(rbac_group_id).toBe(id);
      expect((await clients.admin.users.retrieve(user_id)).email).toBe(email);
    }
    expect(members.length).toBeGreaterThan(0);
  },
};

export const roleScenarios: ScenariosFor<typeof roleOperations> = {
  'roles.retrieve': async (clients) => {
    const role = await someRole(clients);
    expect(await clients.admin.roles.retrieve(role.id)).toEqual(role);
    await expect(clients.admin.roles.retrieve('rbac_role_unknown')).rejects.toThrow(NotFoundError);
  },
  'roles.list': async (clients) => {
    expect(await someRole(clients)).toMatchObject({ type: 'rbac_role', display_name: expect.any(String) });
  },
};
