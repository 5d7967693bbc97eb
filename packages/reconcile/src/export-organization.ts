import type { AdminClient } from '@parlance/admin';
import type { DesiredRole, DesiredState, DesiredUser, DesiredWorkspace } from './desired-state.js';
import { inheritedRole, readOrganization } from './organization-state.js';
import { isAssignable, isWorkspaceRole } from './roles.js';

/**
 * Returns an organization as it is, as a first desired state. A plan for it has no actions.
 *
 * @param admin - Client of the organization.
 * @param options - A signal.
 */
export async function exportOrganization(
  admin: AdminClient,
  { signal }: { readonly signal?: AbortSignal | undefined } = {},
): Promise<DesiredState> {
  const state = await readOrganization({
    admin,
    signal,
    membersOf: (workspaces) => workspaces.map(({ id }) => id),
  });
  const isKnown = (role: string): role is DesiredRole => role === 'admin' || isAssignable(role);
  const people = [...state.users.values()].map(({ email, role }) =>
    userOf(email, isKnown(role) ? role : undefined),
  );
  const invited = [...state.invites.values()].flatMap(([newest]) =>
    newest?.status === 'pending' && !state.byEmail.has(newest.email.toLowerCase())
      ? [userOf(newest.email, isKnown(newest.role) ? newest.role : undefined)]
      : [],
  );
  const names = Map.groupBy(state.workspaces, ({ name }) => name);
  const workspaces = state.workspaces.map(({ id, name, tags }): DesiredWorkspace => {
    const members = [...(state.members.get(id) ?? [])].flatMap(([user, role]) => {
      const { email, role: own } = state.users.get(user) ?? {};
      return email === undefined || inheritedRole(own) !== undefined || !isWorkspaceRole(role)
        ? []
        : [[email, role] as const];
    });
    return {
      name,
      ...((names.get(name)?.length ?? 0) > 1 && { id }),
      ...(Object.keys(tags).length > 0 && { tags }),
      members: Object.fromEntries(members),
    };
  });
  return { users: [...people, ...invited], unlisted: 'keep', workspaces };
}

function userOf(email: string, role: DesiredRole | undefined): DesiredUser {
  return { email, ...(role !== undefined && { role }) };
}
