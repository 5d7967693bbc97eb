import type { AdminClient, ApiKey } from '@parlance/admin';
import type { Hold } from '@parlance/archive';
import { foldEmail } from './desired-state.js';
import { findWorkspace, inheritedRole, type OrganizationState } from './organization-state.js';
import type { Step } from './plan-people.js';

/** What is known about the things that a removal breaks. */
export interface Consequences {
  readonly state: OrganizationState;
  /** Keys that work. */
  readonly keys: readonly ApiKey[];
  /** Holds in force. */
  readonly holds: readonly Hold[];
  /** Names of the workspaces that have nobody left who was made their administrator, by id of the person who is the last one. */
  readonly lastAdmins: ReadonlyMap<string, readonly string[]>;
}

/** Reads the keys that work. */
export async function readKeys(
  admin: AdminClient,
  signal: AbortSignal | undefined,
): Promise<readonly ApiKey[]> {
  const keys: ApiKey[] = [];
  for await (const key of admin.apiKeys.list({ limit: 1_000, status: 'active' }, { signal })) keys.push(key);
  return keys;
}

/** Finds the workspaces of which a plan removes the last administrator. */
export function lastAdmins(steps: readonly Step[], state: OrganizationState): Consequences['lastAdmins'] {
  const leaving = new Map<string, Set<string>>();
  const gaining = new Set<string | undefined>();
  for (const step of steps) {
    if ((step.action === 'add_member' || step.action === 'set_member') && step.to === 'workspace_admin')
      gaining.add(findWorkspace(step, state)?.id);
    const everywhere =
      step.action === 'remove' || (step.action === 'set_role' && inheritedRole(step.to) !== undefined);
    const here =
      step.action === 'remove_member' || (step.action === 'set_member' && step.to !== 'workspace_admin');
    const workspaces = everywhere ? state.workspaces : here ? [findWorkspace(step, state)] : [];
    for (const workspace of workspaces) {
      if (workspace === undefined || !('user_id' in step)) continue;
      leaving.set(workspace.id, (leaving.get(workspace.id) ?? new Set()).add(step.user_id));
    }
  }
  const last = new Map<string, string[]>();
  for (const { id, name } of state.workspaces) {
    const admins = [...(state.members.get(id) ?? [])].filter(
      ([user, role]) =>
        role === 'workspace_admin' && inheritedRole(state.users.get(user)?.role) === undefined,
    );
    if (
      admins.length === 0 ||
      gaining.has(id) ||
      admins.some(([user]) => leaving.get(id)?.has(user) !== true)
    )
      continue;
    for (const [user] of admins) last.set(user, [...(last.get(user) ?? []), `"${name}" (${id})`]);
  }
  return last;
}

/** Adds to each removal what it breaks. */
export function withConsequences(steps: readonly Step[], known: Consequences): readonly Step[] {
  return steps.map((step) => {
    if (step.action === 'archive_workspace') return { ...step, breaks: keysOf(step.workspace_id, known) };
    if (step.action === 'remove')
      return { ...step, breaks: [...leftBehind(step, known), ...adminOf(step, known)] };
    return step.action === 'remove_member' ? { ...step, breaks: adminOf(step, known) } : step;
  });
}

function keysOf(workspace: string | null, { keys }: Consequences): readonly string[] {
  return keys
    .filter((key) => workspace !== null && workspaceOf(key) === workspace)
    .map(({ name }) => `the key "${name}" stops working`);
}

function workspaceOf({ scope, workspace_id: id }: ApiKey): unknown {
  return id ?? (scope !== undefined && 'workspace_id' in scope ? scope.workspace_id : undefined);
}

function adminOf(
  { user_id: id }: { readonly user_id: string },
  { lastAdmins: last }: Consequences,
): readonly string[] {
  return (last.get(id) ?? []).map((name) => `${name} has no administrator of its own any more`);
}

function leftBehind(
  { user_id: id, email }: { readonly user_id: string; readonly email: string },
  { keys, holds, state }: Consequences,
): readonly string[] {
  const own = keys.filter(({ created_by: by }) => by?.id === id);
  const memberships = [...state.members.values()].filter((roles) => roles.has(id)).length;
  return [
    ...own.map(({ name }) => `created the key "${name}", which works on`),
    ...(memberships === 0
      ? []
      : [`is a member of ${memberships} ${memberships === 1 ? 'workspace' : 'workspaces'}`]),
    ...holdsOn({ id, email }, holds).map((hold) => `is on hold: ${hold.id}`),
  ];
}

/** The holds in force on a person. */
export function holdsOn(
  { id, email }: { readonly id: string; readonly email: string },
  holds: readonly Hold[],
): readonly Hold[] {
  const names = new Set([id, foldEmail(email)]);
  return holds.filter(({ released, scope, reference }) => {
    if (released !== null || !('user' in scope)) return false;
    const meant = [scope.user, reference?.id ?? '', ...(reference?.names ?? [])];
    return meant.some((name) => names.has(name) || names.has(foldEmail(name)));
  });
}
