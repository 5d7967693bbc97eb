import type { AnyWorkspaceRole, AssignableRole } from '@parlance/admin';

/** Roles in the organization that the service assigns through its API. */
export const ASSIGNABLE_ROLES: readonly AssignableRole[] = [
  'user',
  'developer',
  'billing',
  'assistant_code_user',
];

/** Roles in a workspace. */
export const WORKSPACE_ROLES: readonly AnyWorkspaceRole[] = [
  'workspace_user',
  'workspace_developer',
  'workspace_restricted_developer',
  'workspace_admin',
  'workspace_billing',
];

/** Whether the service assigns a role in the organization through its API. */
export function isAssignable(role: string): role is AssignableRole {
  return (ASSIGNABLE_ROLES as readonly string[]).includes(role);
}

/** Whether a role in a workspace is one that the documents name. */
export function isWorkspaceRole(role: string): role is AnyWorkspaceRole {
  return (WORKSPACE_ROLES as readonly string[]).includes(role);
}
