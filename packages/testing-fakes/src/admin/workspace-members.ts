/** Handlers of workspace members. */
import type { WorkspaceMember, workspaceMemberOperations, WorkspaceRole } from '@parlance/schemas';
import type { HandlersFor } from '../engine/call.js';
import { badRequest, conflict, notFound } from '../engine/refusal.js';
import { find } from '../records/find.js';
import { idPage } from '../records/pages.js';
import { collection, type CollectionName } from '../world/store.js';
import type { World } from '../world/world.js';
import { membersOf, type StoredUser } from './directory.js';
import { workspaces } from './workspaces.js';

/** A role given in a workspace, by user id; one collection for each workspace. */
export interface GivenRole {
  readonly workspace_role: WorkspaceRole;
}

/** Roles given in a workspace, by user id. */
export const givenRoles: CollectionName<GivenRole> = collection('workspace_roles');

/** Roles that follow from the role in the organization where none was given. */
const INHERITED: ReadonlyMap<string, WorkspaceRole> = new Map([
  ['admin', 'workspace_admin'],
  ['billing', 'workspace_billing'],
]);

/** Workspace and user that a path names. */
interface Membership {
  readonly workspace_id: string;
  readonly user_id: string;
}

/** Gives the role that a user has in a workspace, undefined when the user is no member. */
function roleOf(world: World, workspaceId: string, user: StoredUser): WorkspaceRole | undefined {
  const given = world.store.of(givenRoles, workspaceId).get(user.id);
  return given?.workspace_role ?? INHERITED.get(user.role);
}

function showMember(workspaceId: string, userId: string, role: WorkspaceRole): WorkspaceMember {
  return { type: 'workspace_member', user_id: userId, workspace_id: workspaceId, workspace_role: role };
}

/** Finds the workspace. @throws {Refusal} 404 when there is none. */
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

/** Finds a member whose role was given. @throws {Refusal} 400 when it is inherited. */
function findGiven(world: World, membership: Membership): WorkspaceMember {
  const member = findMember(world, membership);
  if (world.store.of(givenRoles, member.workspace_id).get(member.user_id) === undefined) {
    throw badRequest(
      'GEN-025',
      'user_id',
      `inherits ${member.workspace_role} from the role in the organization, which cannot be changed here`,
    );
  }
  return member;
}

/** Handlers of workspace members, by operation id. */
export const workspaceMemberHandlers: HandlersFor<typeof workspaceMemberOperations> = {
  'workspaces.members.create': ({ params, body, world }) => {
    requireWorkspace(world, params.workspace_id);
    const user = find(membersOf(world), body.user_id, { what: 'user', rule: 'ADM-092' });
    const given = world.store.of(givenRoles, params.workspace_id);
    if (given.get(user.id) !== undefined) {
      throw conflict('ADM-092', 'user_id: is a member of this workspace already');
    }
    given.put(user.id, { workspace_role: body.workspace_role });
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
    const member = findGiven(world, params);
    const role = body.workspace_role;
    world.store.of(givenRoles, member.workspace_id).put(member.user_id, { workspace_role: role });
    return showMember(member.workspace_id, member.user_id, role);
  },

  'workspaces.members.delete': ({ params, world }) => {
    const { workspace_id, user_id } = findGiven(world, params);
    world.store.of(givenRoles, workspace_id).delete(user_id);
    return { type: 'workspace_member_deleted', user_id, workspace_id };
  },
};
