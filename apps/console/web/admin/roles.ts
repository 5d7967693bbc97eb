import type { AssignableRole, NewWorkspaceRole } from '@parlance/schemas';

/** Roles of the organization that the API can give. */
export const ROLES: readonly AssignableRole[] = ['user', 'developer', 'billing', 'assistant_code_user'];

/** Roles of a workspace that can be given to a new member. */
export const WORKSPACE_ROLES: readonly NewWorkspaceRole[] = [
  'workspace_user',
  'workspace_developer',
  'workspace_restricted_developer',
  'workspace_admin',
];
