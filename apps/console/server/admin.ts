import type {
  AssignableRole,
  Invite,
  InviteCreateParams,
  NewWorkspaceRole,
  Organization,
  User,
  Workspace,
  WorkspaceCreateParams,
  WorkspaceMember,
} from '@parlance/schemas';
import type { Backend } from './backend.js';
import type { CallContext } from './rpc.js';

/** A change that the user reviewed on the page and applied. */
export type AdminChange =
  | { readonly kind: 'role'; readonly userId: string; readonly role: AssignableRole }
  | { readonly kind: 'removeUser'; readonly userId: string }
  | ({ readonly kind: 'invite' } & InviteCreateParams)
  | { readonly kind: 'revokeInvite'; readonly inviteId: string }
  | { readonly kind: 'createWorkspace'; readonly params: WorkspaceCreateParams }
  | { readonly kind: 'archiveWorkspace'; readonly workspaceId: string }
  | {
      readonly kind: 'addMember';
      readonly workspaceId: string;
      readonly userId: string;
      readonly role: NewWorkspaceRole;
    };

/** The organization as the admin page shows it. */
export interface AdminOverview {
  readonly organization: Organization;
  readonly users: User[];
  readonly invites: Invite[];
  readonly workspaces: Workspace[];
  /** The service's time, in milliseconds since 1970. */
  readonly now: number;
}

/** The calls of the admin page. */
export function adminCalls({ parlance, now }: Backend) {
  return {
    'admin.overview': async (_: null, { signal }: CallContext): Promise<AdminOverview> => {
      const client = parlance.admin;
      const [organization, users, invites, workspaces] = await Promise.all([
        client.organization.retrieve({ signal }),
        Array.fromAsync(client.users.list({ limit: 1000 }, { signal })),
        Array.fromAsync(client.invites.list({ limit: 1000 }, { signal })),
        Array.fromAsync(client.workspaces.list({ limit: 1000, include_archived: true }, { signal })),
      ]);
      return { organization, users, invites, workspaces, now: now() };
    },

    'admin.members': async (
      { workspaceId }: { workspaceId: string },
      { signal }: CallContext,
    ): Promise<WorkspaceMember[]> =>
      Array.fromAsync(parlance.admin.workspaces.members.list(workspaceId, { limit: 1000 }, { signal })),

    'admin.apply': async (change: AdminChange): Promise<void> => {
      await apply(change, parlance.admin);
    },
  };
}

function apply(change: AdminChange, admin: Backend['parlance']['admin']): PromiseLike<unknown> {
  switch (change.kind) {
    case 'role':
      return admin.users.update(change.userId, { role: change.role });
    case 'removeUser':
      return admin.users.delete(change.userId);
    case 'invite':
      return admin.invites.create({ email: change.email, role: change.role });
    case 'revokeInvite':
      return admin.invites.delete(change.inviteId);
    case 'createWorkspace':
      return admin.workspaces.create(change.params);
    case 'archiveWorkspace':
      return admin.workspaces.archive(change.workspaceId);
    case 'addMember':
      return admin.workspaces.members.create(change.workspaceId, {
        user_id: change.userId,
        workspace_role: change.role,
      });
  }
}
