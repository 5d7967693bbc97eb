import { NotFoundError } from '@parlance/core-transport';
import type { Workspace, workspaceMemberOperations, workspaceOperations } from '@parlance/schemas';
import { expect } from 'vitest';
import { collect, idsOf } from '../collect.js';
import type { ScenariosFor, Clients } from '../scenario.js';
import { somebody } from './users.js';

const params = { name: 'Research', tags: { cost_center: '42' } };

export const workspaceScenarios: ScenariosFor<typeof workspaceOperations> = {
  'workspaces.create': async ({ admin: { workspaces } }) => {
    const workspace = await workspaces.create(params);
    expect(workspace).toMatchObject({ type: 'workspace', ...params });
    expect(workspace.archived_at ?? null).toBeNull();
  },
  'workspaces.retrieve': async ({ admin: { workspaces } }) => {
    const workspace = await workspaces.create(params);
    expect(await workspaces.retrieve(workspace.id)).toEqual(workspace);
  },
  'workspaces.list': async ({ admin: { workspaces } }) => {
    const workspace = await workspaces.create(params);
    expect(await idsOf(workspaces.list({ limit: 2 }))).toContain(workspace.id);
  },
  'workspaces.update': async ({ admin: { workspaces } }) => {
    const workspace = await workspaces.create(params);
    const updated = await workspaces.update(workspace.id, { name: 'Labs', tags: { cost_center: null } });
    expect(updated).toMatchObject({ name: 'Labs', tags: {} });
  },
  'workspaces.archive': async ({ admin: { workspaces } }) => {
    const workspace = await workspaces.create(params);
    expect((await workspaces.archive(workspace.id)).archived_at).toEqual(expect.any(String));
    expect(await idsOf(workspaces.list())).not.toContain(workspace.id);
    expect(await idsOf(workspaces.list({ include_archived: true }))).toContain(workspace.id);
  },
};

async function joined(clients: Clients): Promise<{ workspace: Workspace; userId: string }> {
  const { id: userId } = await somebody(clients);
  const { workspaces } = clients.admin;
  const workspace = await workspaces.create(params);
  await workspaces.members.create(workspace.id, { user_id: userId, workspace_role: 'workspace_user' });
  return { workspace, userId };
}

export const workspaceMemberScenarios: ScenariosFor<typeof workspaceMemberOperations> = {
  'workspaces.members.create': async (clients) => {
    const { workspace, userId } = await joined(clients);
    expect(await clients.admin.workspaces.members.retrieve(workspace.id, userId)).toMatchObject({
      type: 'workspace_member',
      workspace_role: 'workspace_user',
    });
  },
  'workspaces.members.retrieve': async (clients) => {
    const { workspace } = await joined(clients);
    const { members } = clients.admin.workspaces;
    await expect(members.retrieve(workspace.id, 'user_unknown')).rejects.toThrow(NotFoundError);
  },
  'workspaces.members.list': async (clients) => {
    const { workspace, userId } = await joined(clients);
    const listed = await collect(clients.admin.workspaces.members.list(workspace.id));
    expect(listed.map((member) => member.user_id)).toContain(userId);
  },
  'workspaces.members.update': async (clients) => {
    const { workspace, userId } = await joined(clients);
    const role = { workspace_role: 'workspace_admin' as const };
    expect(await clients.admin.workspaces.members.update(workspace.id, userId, role)).toMatchObject(role);
  },
  'workspaces.members.delete': async (clients) => {
    const { workspace, userId } = await joined(clients);
    const { members } = clients.admin.workspaces;
    expect((await members.delete(workspace.id, userId)).user_id).toBe(userId);
    await expect(members.retrieve(workspace.id, userId)).rejects.toThrow(NotFoundError);
  },
};
