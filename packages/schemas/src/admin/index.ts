/**
 * `@parlance/schemas/admin`: the types and operations of administration alone.
 *
 * @module admin
 */
export { adminNaming } from './naming.js';
export { createInvite, deleteInvite, inviteOperations, listInvites, retrieveInvite } from './invites.js';
export type { DeletedInvite, Invite, InviteCreateParams, InviteListParams, InviteStatus } from './invites.js';
export { organizationOperations, retrieveOrganization } from './organization.js';
export type { AssignableRole, Organization, OrganizationRole } from './organization.js';
export { deleteUser, listUsers, retrieveUser, updateUser, userOperations } from './users.js';
export type { DeletedUser, User, UserListParams, UserUpdateParams } from './users.js';
export {
  createWorkspaceMember,
  deleteWorkspaceMember,
  listWorkspaceMembers,
  retrieveWorkspaceMember,
  updateWorkspaceMember,
  workspaceMemberOperations,
} from './workspace-members.js';
export type {
  AnyWorkspaceRole,
  DeletedWorkspaceMember,
  NewWorkspaceRole,
  WorkspaceMember,
  WorkspaceMemberCreateParams,
  WorkspaceMemberListParams,
  WorkspaceMemberUpdateParams,
  WorkspaceRole,
} from './workspace-members.js';
export {
  archiveWorkspace,
  createWorkspace,
  listWorkspaces,
  retrieveWorkspace,
  updateWorkspace,
  workspaceOperations,
} from './workspaces.js';
export type {
  AllowedInferenceGeos,
  DataResidency,
  DataResidencyCreateParams,
  DataResidencyUpdateParams,
  Workspace,
  WorkspaceCreateParams,
  WorkspaceListParams,
  WorkspaceUpdateParams,
} from './workspaces.js';
export { adminOperations } from './operations.js';
export type { AdminOperations } from './operations.js';
