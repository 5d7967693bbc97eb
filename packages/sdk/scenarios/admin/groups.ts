import { NotFoundError } from '@parlance/core-transport';
import type { Group, groupOperations, Role, roleOperations } from '@parlance/schemas';
import { expect } from 'vitest';
import { collect } from '../collect.js';
import type { ScenariosFor, Stage } from '../scenario.js';

async function someGroup({ admin }: Stage): Promise<Group> {
  const [group] = await collect(admin.groups.list({ limit: 1 }));
  expect(group).toBeDefined();
  return group as Group;
}

async function someRole({ admin }: Stage): Promise<Role> {
  const [role] = await collect(admin.roles.list({ limit: 1 }));
  expect(role).toBeDefined();
  return role as Role;
}

export const groupScenarios: ScenariosFor<typeof groupOperations> = {
  'groups.retrieve': async (stage) => {
    const group = await someGroup(stage);
    expect(await stage.admin.groups.retrieve(group.id)).toEqual(group);
  },
  'groups.list': async (stage) => {
    expect(await someGroup(stage)).toMatchObject({ type: 'rbac_group', name: expect.any(String) });
  },
  'groups.listMembers': async (stage) => {
    const { id } = await someGroup(stage);
    const members = await collect(stage.admin.groups.listMembers(id, { limit: 1 }));
    for (const { rbac_group_id, user_id, email } of members) {
      expect(rbac_group_id).toBe(id);
      expect((await stage.admin.users.retrieve(user_id)).email).toBe(email);
    }
    expect(members.length).toBeGreaterThan(0);
  },
};

export const roleScenarios: ScenariosFor<typeof roleOperations> = {
  'roles.retrieve': async (stage) => {
    const role = await someRole(stage);
    expect(await stage.admin.roles.retrieve(role.id)).toEqual(role);
    await expect(stage.admin.roles.retrieve('rbac_role_unknown')).rejects.toThrow(NotFoundError);
  },
  'roles.list': async (stage) => {
    expect(await someRole(stage)).toMatchObject({ type: 'rbac_role', display_name: expect.any(String) });
  },
};
