/**
 * Handlers for workspace members.
 *
 * Rules: ADM-090, ADM-091.
 */
import type { WorkspaceMember, workspaceMemberOperations, WorkspaceRole } from '@parlance/schemas';
import type { HandlersFor } from '../engine/call.js';
import { badRequest, conflict, notFound } from '../engine/refusal.js';
import { find } from '../records/find.js';
import { idPage } from '../records/pages.js';
import { collection, type CollectionName } from '../world/store.js';
import type { World } from '../world/world.js';
import { membersOf, type StoredUser } from '../organization/directory.js';
import { workspaces } from '../organization/workspaces.js';

/** A role that a user was assigned in a workspace. */
export interface AssignedRole {
  readonly workspace_role: WorkspaceRole;
}

/** Assigned workspace roles, scoped by workspace. The id is the user id. */
export const assignedRoles: CollectionName<AssignedRole> = collection('workspace_roles');

/** Workspace roles that members inherit from their organization role. No other role can be assigned to them. */
const INHERITED: ReadonlyMap<string, WorkspaceRole> = new Map([
  ['admin', 'workspace_admin'],
  ['billing', 'workspace_billing'],
]);

/** Path parameters of a workspace member. */
interface Membership {
  readonly workspace_id: string;
  readonly user_id: string;
}

/** Returns the role of a user in a workspace, or undefined if the user is not a member. */
function roleOf(world: World, workspaceId: string, user: StoredUser): WorkspaceRole | undefined {
  return INHERITED.get(user.role) ?? world.store.of(assignedRoles, workspaceId).get(user.id)?.workspace_role;
}

function showMember(workspaceId: string, userId: string, role: WorkspaceRole): WorkspaceMember {
  return { type: 'workspace_member', user_id: userId, workspace_id: workspaceId, workspace_role: role };
}

/** @throws {Refusal} 404 if the workspace does not exist. */
function requireWorkspace(world: World, id: string): void {
  find(world.store.of(workspaces), id, { what: 'workspace', rule: 'ADM-076' });
}

function findMember(world: World, { workspace_id, user_id }: Membership): WorkspaceMember {
  requireWorkspace(world, workspace_id);
  const user = membersOf(world).get(user_id);
  const role = user === undefined ? undefined : roleOf(world, workspace_id, user);
  if (role === undefined) throw notFound('member of this workspace', user_id, 'GEN-025');
  return showMember(workspace_id, user_id, role);
}

/** Returns a member with an assigned role. @throws {Refusal} 400 if the role is inherited. */
function findAssigned(world: World, membership: Membership): WorkspaceMember {
  const member = findMember(world, membership);
  requireNoInheritedRole(membersOf(world).get(member.user_id));
  return member;
}

/** @throws {Refusal} 400 if a user inherits the role in every workspace. */
function requireNoInheritedRole(user: StoredUser | undefined): void {
  const role = user === undefined ? undefined : INHERITED.get(user.role);
  if (role !== undefined)
    throw badRequest(
      'GEN-025',
      'user_id',
      `inherits ${role} from the organization role, which cannot be changed in a workspace`,
    );
}

/** Handlers for the workspace member operations. */
export const workspaceMemberHandlers: HandlersFor<typeof workspaceMemberOperations> = {
  'workspaces.members.create': ({ params, body, world }) => {
    requireWorkspace(world, params.workspace_id);
    const user = find(membersOf(world), body.user_id, { what: 'user', rule: 'ADM-092' });
    requireNoInheritedRole(user);
    const assigned = world.store.of(assignedRoles, params.workspace_id);
    if (assigned.get(user.id) !== undefined) {
      throw conflict('ADM-092', 'user_id: is already a member of this workspace');
    }
    assigned.put(user.id, { workspace_role: body.workspace_role });
    return showMember(params.workspace_id, user.id, body.workspace_role);
  },

  'workspaces.members.retrieve': ({ params, world }) => findMember(world, params),

  'workspaces.members.list': (call) => {
    const { world, params } = call;
    requireWorkspace(world, params.workspace_id);
    const roles = (user: StoredUser): WorkspaceRole | undefined => roleOf(world, params.workspace_id, user);
    return idPage(call, {
      from: membersOf(world),
      where: (user) => roles(user) !== undefined,
      show: (user) => showMember(params.workspace_id, user.id, roles(user) ?? 'workspace_user'),
    });
  },

  'workspaces.members.update': ({ params, body, world }) => {
    const member = findAssigned(world, params);
    const role = body.workspace_role;
    world.store.of(assignedRoles, member.workspace_id).put(member.user_id, { workspace_role: role });
    return showMember(member.workspace_id, member.user_id, role);
  },

  'workspaces.members.delete': ({ params, world }) => {
    const { workspace_id, user_id } = findAssigned(world, params);
    world.store.of(assignedRoles, workspace_id).delete(user_id);
    return { type: 'workspace_member_deleted', user_id, workspace_id };
  },
};
