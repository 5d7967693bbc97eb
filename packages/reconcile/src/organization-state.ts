import type { AdminClient, Invite, User, Workspace } from '@parlance/admin';
import type { WorkspaceReference } from './action.js';
import { foldEmail } from './desired-state.js';

/** An organization as it was read from lists. */
export interface OrganizationState {
  /** Id of the organization. */
  readonly id: string;
  /** Its name. */
  readonly name: string;
  /** Its people by id. */
  readonly users: ReadonlyMap<string, User>;
  /** Its people by folded e-mail address. */
  readonly byEmail: ReadonlyMap<string, User>;
  /** Invites that are pending or have expired, by folded e-mail address, newest first. */
  readonly invites: ReadonlyMap<string, readonly Invite[]>;
  /** Workspaces that are not archived. */
  readonly workspaces: readonly Workspace[];
  /** Members of the workspaces that were asked for: roles by id of the user, by id of the workspace. */
  readonly members: ReadonlyMap<string, ReadonlyMap<string, string>>;
}

/** What {@link readOrganization} reads. */
export interface ReadOrganizationOptions {
  /** Client of the organization. */
  readonly admin: AdminClient;
  /** Chooses workspaces whose members are read. */
  readonly membersOf: (
    workspaces: readonly Workspace[],
    users: ReadonlyMap<string, User>,
  ) => readonly string[];
  /** Ends the reading. */
  readonly signal?: AbortSignal | undefined;
}

/** Objects per page: the largest number. */
const PAGE = { limit: 1_000 };

/** Roles in every workspace that follow from a role in the organization. They cannot be changed or removed. */
const INHERITED: ReadonlyMap<string, string> = new Map([
  ['admin', 'workspace_admin'],
  ['billing', 'workspace_billing'],
]);

/** Returns the role in every workspace that a role in the organization brings; undefined if it brings none. */
export function inheritedRole(role: string | undefined): string | undefined {
  return role === undefined ? undefined : INHERITED.get(role);
}

/** Reads an organization: only lists, never one person at a time. */
export async function readOrganization({
  admin,
  membersOf,
  signal,
}: ReadOrganizationOptions): Promise<OrganizationState> {
  const options = { signal };
  const { id, name } = await admin.organization.retrieve(options);
  const users = new Map<string, User>();
  for await (const user of admin.users.list(PAGE, options)) users.set(user.id, user);
  const invites = new Map<string, Invite[]>();
  for await (const invite of admin.invites.list(PAGE, options)) {
    if (invite.status !== 'pending' && invite.status !== 'expired') continue;
    const key = foldEmail(invite.email);
    invites.set(key, [...(invites.get(key) ?? []), invite]);
  }
  for (const of of invites.values())
    of.sort((left, right) => Date.parse(right.invited_at) - Date.parse(left.invited_at));
  const workspaces: Workspace[] = [];
  for await (const workspace of admin.workspaces.list(PAGE, options)) workspaces.push(workspace);
  const members = new Map<string, ReadonlyMap<string, string>>();
  for (const workspace of membersOf(workspaces, users)) {
    const roles = new Map<string, string>();
    for await (const member of admin.workspaces.members.list(workspace, PAGE, options))
      roles.set(member.user_id, member.workspace_role);
    members.set(workspace, roles);
  }
  const byEmail = new Map([...users.values()].map((user) => [foldEmail(user.email), user]));
  return { id, name, users, byEmail, invites, workspaces, members };
}

/** The pending invites of a person. */
export function pendingInvites({ invites }: OrganizationState, email: string): readonly Invite[] {
  return (invites.get(foldEmail(email)) ?? []).filter(({ status }) => status === 'pending');
}

/** Finds the workspace of an action among those that are not archived. */
export function findWorkspace(
  { workspace, workspace_id: id, known }: WorkspaceReference,
  { workspaces }: Pick<OrganizationState, 'workspaces'>,
): Workspace | undefined {
  return workspaces.find((one) =>
    id === null ? one.name === workspace && !known.includes(one.id) : one.id === id,
  );
}

/** People and pending invites. */
export function seatsOf({ users, invites }: OrganizationState): number {
  const pending = [...invites.values()].flat().filter(({ status }) => status === 'pending').length;
  return users.size + pending;
}
