/** Workspace members: users of a workspace and their roles. */
import type { OpenEnum } from '../kit/open.js';
import type { Operation } from '../kit/operation.js';
import type { IdPage, IdPageParams } from '../kit/paging.js';

/** Roles that can be assigned when a user is added to a workspace. */
export type NewWorkspaceRole =
  'workspace_user' | 'workspace_developer' | 'workspace_restricted_developer' | 'workspace_admin';

/** Any role in a workspace. */
export type AnyWorkspaceRole = NewWorkspaceRole | 'workspace_billing';

/** Role of a user in a workspace, in responses. */
export type WorkspaceRole = OpenEnum<AnyWorkspaceRole>;

/**
 * A user's membership in a workspace.
 *
 * @source compliance > Workspace member
 */
export interface WorkspaceMember {
  /** Always `workspace_member`. */
  type: 'workspace_member';
  /** Identifier of the user. */
  user_id: string;
  /** Identifier of the workspace. */
  workspace_id: string;
  /** Role of the user in the workspace. */
  workspace_role: WorkspaceRole;
}

/**
 * Response of {@link deleteWorkspaceMember}.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.4.2
 */
export interface DeletedWorkspaceMember {
  /** Always `workspace_member_deleted`. */
  type: 'workspace_member_deleted';
  /** Identifier of the user. */
  user_id: string;
  /** Identifier of the workspace. */
  workspace_id: string;
}

/** Body of {@link createWorkspaceMember}. */
export interface WorkspaceMemberCreateParams {
  /** Identifier of a user of the organization. */
  user_id: string;
  /** Role of the user; cannot be `workspace_billing`. */
  workspace_role: NewWorkspaceRole;
}

/**
 * Body of {@link updateWorkspaceMember}.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.4.2
 */
export interface WorkspaceMemberUpdateParams {
  /** New role. */
  workspace_role: AnyWorkspaceRole;
}

/**
 * Query of {@link listWorkspaceMembers}. The cursors are user ids.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.4.2
 */
export type WorkspaceMemberListParams = IdPageParams;

/** Adds a user of the organization to a workspace. */
export const createWorkspaceMember: Operation<{
  params: 'workspace_id';
  body: WorkspaceMemberCreateParams;
  response: WorkspaceMember;
}> = {
  id: 'workspaces.members.create',
  method: 'POST',
  path: '/v1/organizations/workspaces/{workspace_id}/members',
  auth: 'admin-key',
  replay: 'create',
  source: 'compliance > Administration: workspace members',
};

/**
 * Retrieves a member of a workspace.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.4.2
 */
export const retrieveWorkspaceMember: Operation<{
  params: 'workspace_id' | 'user_id';
  response: WorkspaceMember;
}> = {
  id: 'workspaces.members.retrieve',
  method: 'GET',
  path: '/v1/organizations/workspaces/{workspace_id}/members/{user_id}',
  auth: 'admin-key',
  replay: 'read',
  source: 'compliance > Administration: workspace members',
  assumed: ['operation'],
};

/**
 * Lists the members of a workspace.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.4.2
 */
export const listWorkspaceMembers: Operation<{
  params: 'workspace_id';
  query: WorkspaceMemberListParams;
  response: IdPage<WorkspaceMember>;
}> = {
  id: 'workspaces.members.list',
  method: 'GET',
  path: '/v1/organizations/workspaces/{workspace_id}/members',
  auth: 'admin-key',
  paging: 'id',
  replay: 'read',
  source: 'compliance > Administration: workspace members',
  assumed: ['operation'],
};

/**
 * Updates the role of a member. Roles that organization admins and billing users inherit cannot be changed.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.4.2
 */
export const updateWorkspaceMember: Operation<{
  params: 'workspace_id' | 'user_id';
  body: WorkspaceMemberUpdateParams;
  response: WorkspaceMember;
}> = {
  id: 'workspaces.members.update',
  method: 'POST',
  path: '/v1/organizations/workspaces/{workspace_id}/members/{user_id}',
  auth: 'admin-key',
  replay: 'idempotent',
  source: 'compliance > Administration: workspace members',
  assumed: ['operation'],
};

/**
 * Removes a user from a workspace. Memberships that organization admins and billing users inherit cannot be removed.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.4.2
 */
export const deleteWorkspaceMember: Operation<{
  params: 'workspace_id' | 'user_id';
  response: DeletedWorkspaceMember;
}> = {
  id: 'workspaces.members.delete',
  method: 'DELETE',
  path: '/v1/organizations/workspaces/{workspace_id}/members/{user_id}',
  auth: 'admin-key',
  replay: 'idempotent',
  source: 'compliance > Administration: workspace members',
  assumed: ['operation'],
};
