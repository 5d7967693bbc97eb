/** Workspace members: users of a workspace and their roles. */
import * as z from 'zod';
import { aliasOf, mark, type OperationContract, operationsOf } from '../kit/contract.js';
import { idPage } from '../kit/paging.schema.js';
import { object, type ObjectSchema, openEnum, openObject, rule, type Schema } from '../kit/schema.js';
import { adminPageParams } from './id-page-params.schema.js';
import type * as types from './workspace-members.js';

const NEW_ROLES = [
  'workspace_user',
  'workspace_developer',
  'workspace_restricted_developer',
  'workspace_admin',
] as const;

/** Roles that can be assigned when a user is added to a workspace. */
export const NewWorkspaceRole: Schema<types.NewWorkspaceRole> = z.enum(NEW_ROLES);

/** Any role in a workspace. */
export const AnyWorkspaceRole: Schema<types.AnyWorkspaceRole> = mark(
  { members: [NewWorkspaceRole, z.literal('workspace_billing')], unknown: '' },
  z.enum([...NEW_ROLES, 'workspace_billing']),
);

/** Role of a user in a workspace, in responses. */
export const WorkspaceRole: Schema<types.WorkspaceRole> = openEnum(AnyWorkspaceRole);

/**
 * A user's membership in a workspace.
 *
 * @source compliance > Workspace member
 */
export const WorkspaceMember: ObjectSchema<types.WorkspaceMember> = openObject({
  type: z.literal('workspace_member'),
  /** Identifier of the user. */
  user_id: z.string().min(1),
  /** Identifier of the workspace. */
  workspace_id: z.string().startsWith('wrkspc_'),
  /** Role of the user in the workspace. */
  workspace_role: WorkspaceRole,
});

/** Body of {@link createWorkspaceMember}. */
export const WorkspaceMemberCreateParams: ObjectSchema<types.WorkspaceMemberCreateParams> = object({
  /** Identifier of a user of the organization. */
  user_id: rule('ADM-092', z.string().min(1)),
  /** Role of the user; cannot be `workspace_billing`. */
  workspace_role: rule('ADM-093', NewWorkspaceRole),
});

/**
 * Body of {@link updateWorkspaceMember}.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.4.2
 */
export const WorkspaceMemberUpdateParams: ObjectSchema<types.WorkspaceMemberUpdateParams> = object({
  /** New role. */
  workspace_role: rule('GEN-025', AnyWorkspaceRole),
});

/**
 * Response of {@link deleteWorkspaceMember}.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.4.2
 */
export const DeletedWorkspaceMember: ObjectSchema<types.DeletedWorkspaceMember> = openObject({
  type: z.literal('workspace_member_deleted'),
  /** Identifier of the user. */
  user_id: z.string(),
  /** Identifier of the workspace. */
  workspace_id: z.string(),
});

/**
 * Query of {@link listWorkspaceMembers}. The cursors are user ids.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.4.2
 */
export const WorkspaceMemberListParams: ObjectSchema<types.WorkspaceMemberListParams> = aliasOf(
  'IdPageParams',
  adminPageParams(),
);

/** Manages which users belong to a workspace, and their roles in it. */
const operation = operationsOf({
  client: 'WorkspaceMembers',
  auth: 'admin-key',
  source: 'compliance > Administration: workspace members',
  notShown: '1.4.2',
});

/**
 * Adds a user of the organization to a workspace. The role `workspace_billing` cannot be assigned here; add the user, then
 * change the role with {@link updateWorkspaceMember}.
 *
 * @throws `ConflictError` When the user is already a member.
 */
export const createWorkspaceMember: OperationContract = operation({
  id: 'workspaces.members.create',
  route: 'POST /v1/organizations/workspaces/{workspace_id}/members',
  replay: 'create',
  schemas: { body: WorkspaceMemberCreateParams, response: WorkspaceMember },
});

/** Retrieves a member of a workspace. */
export const retrieveWorkspaceMember: OperationContract = operation({
  id: 'workspaces.members.retrieve',
  route: 'GET /v1/organizations/workspaces/{workspace_id}/members/{user_id}',
  assumed: ['operation'],
  schemas: { response: WorkspaceMember },
});

/** Lists the members of a workspace, including those who inherit their role from the organization. */
export const listWorkspaceMembers: OperationContract = operation({
  id: 'workspaces.members.list',
  route: 'GET /v1/organizations/workspaces/{workspace_id}/members',
  paging: 'id',
  assumed: ['operation'],
  schemas: { query: WorkspaceMemberListParams, response: idPage(WorkspaceMember) },
});

/** Changes the role of a member. Roles that organization admins and billing users inherit cannot be changed. */
export const updateWorkspaceMember: OperationContract = operation({
  id: 'workspaces.members.update',
  route: 'POST /v1/organizations/workspaces/{workspace_id}/members/{user_id}',
  replay: 'idempotent',
  assumed: ['operation'],
  schemas: { body: WorkspaceMemberUpdateParams, response: WorkspaceMember },
});

/**
 * Removes a user from a workspace. The user stays in the organization. Memberships that organization admins and billing
 * users inherit cannot be removed.
 */
export const deleteWorkspaceMember: OperationContract = operation({
  id: 'workspaces.members.delete',
  route: 'DELETE /v1/organizations/workspaces/{workspace_id}/members/{user_id}',
  assumed: ['operation'],
  schemas: { response: DeletedWorkspaceMember },
});
