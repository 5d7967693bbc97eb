import type {
  InviteCreateParams,
  UserUpdateParams,
  WorkspaceCreateParams,
  WorkspaceMemberCreateParams,
} from '@parlance/schemas';
import { admin } from '../sdk/admin.js';

/** A change that the user reviews on the page before it is applied. */
export type AdminChange =
  | { readonly kind: 'role'; readonly userId: string; readonly role: UserUpdateParams['role'] }
  | { readonly kind: 'removeUser'; readonly userId: string }
  | { readonly kind: 'invite'; readonly email: string; readonly role: InviteCreateParams['role'] }
  | { readonly kind: 'revokeInvite'; readonly inviteId: string }
  | { readonly kind: 'createWorkspace'; readonly params: WorkspaceCreateParams }
  | { readonly kind: 'archiveWorkspace'; readonly workspaceId: string }
  | {
      readonly kind: 'addMember';
      readonly workspaceId: string;
      readonly userId: string;
      readonly role: WorkspaceMemberCreateParams['workspace_role'];
    };

/** Applies a change. */
export function applyChange(change: AdminChange): Promise<unknown> {
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
