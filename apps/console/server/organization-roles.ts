import type { AssignableRole, NewWorkspaceRole } from '@parlance/schemas';

/** Organization roles that can be assigned through the API. */
export const ROLES: readonly AssignableRole[] = ['user', 'developer', 'billing', 'assistant_code_user'];

/** Workspace roles that can be assigned to a new member. */
export const WORKSPACE_ROLES: readonly NewWorkspaceRole[] = [
  'workspace_user',
  'workspace_developer',
  'workspace_restricted_developer',
  'workspace_admin',
];
