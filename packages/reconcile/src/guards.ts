import type { Hold } from '@parlance/archive';
import { holdsOn, lastAdmins } from './consequences.js';
import { foldEmail } from './desired-state.js';
import type { OrganizationState } from './organization-state.js';
import type { Step } from './plan-people.js';

/** Limits that a plan exceeds only if people approve this very plan. */
export interface OrganizationGuards {
  /** Largest number of people whom the desired state calls absent and a plan removes or whose invites it cancels. Default: 10. */
  readonly maxRemovals?: number | undefined;
  /**
   * Largest number of people whom a plan removes from the organization or a workspace, or whose invites it cancels, because the desired state
   * does not list them any more, which is also what a truncated file looks like. Default: 0.
   */
  readonly maxUnlisted?: number | undefined;
  /** Smallest number of admins that remain. Default: 2. */
  readonly keepAdmins?: number | undefined;
  /** Roles that a plan does not take away. Default: `['admin']`. */
  readonly protect?: readonly string[] | undefined;
  /** E-mail addresses of the people who apply plans. No plan removes them or changes their roles, with or without an approval. */
  readonly self?: readonly string[] | undefined;
}

/** A limit that a plan exceeds. */
export interface GuardBreach {
  /**
   * The guard: one of the options (`self` is a change of the own access), `archived_workspaces`, `last_admin` of a workspace, `hold` on a person, or
   * `not_archived`: chats that the archive does not have.
   */
  readonly guard:
    | 'maxRemovals'
    | 'maxUnlisted'
    | 'keepAdmins'
    | 'protect'
    | 'self'
    | 'archived_workspaces'
    | 'last_admin'
    | 'hold'
    | 'not_archived';
  /** Describes it to people. */
  readonly message: string;
}

/** Finds what a plan does against the guards. */
export function breachesOf(
  steps: readonly Step[],
  state: OrganizationState,
  { guards, holds }: { readonly guards: OrganizationGuards; readonly holds: readonly Hold[] },
): readonly GuardBreach[] {
  const { maxRemovals = 10, maxUnlisted = 0, keepAdmins = 2, protect = ['admin'] } = guards;
  const removed = { listed: new Set<string>(), unlisted: new Set<string>() };
  for (const step of steps)
    if ('unlisted' in step) removed[step.unlisted ? 'unlisted' : 'listed'].add(step.email);
  const demoted = steps.filter((step) => step.action === 'set_role' && step.from === 'admin').length;
  const admins = [...state.users.values()].filter(({ role }) => role === 'admin').length;
  const breaches: GuardBreach[] = [];
  const breach = (guard: GuardBreach['guard'], message: string): void => {
    breaches.push({ guard, message });
  };
  if (removed.listed.size > maxRemovals)
    breach('maxRemovals', `${lose(removed.listed)}; at most ${maxRemovals} may`);
  if (removed.unlisted.size > maxUnlisted)
    breach(
      'maxUnlisted',
      `${lose(removed.unlisted)} because they are not listed; at most ${maxUnlisted} may`,
    );
  if (demoted > 0 && admins - demoted < keepAdmins)
    breach('keepAdmins', `${admins - demoted} admins remain; at least ${keepAdmins} must`);
  const own = new Set((guards.self ?? []).map(foldEmail));
  for (const step of steps)
    if ('user_id' in step && own.has(foldEmail(step.email)) && step.action !== 'add_member')
      breach('self', `${step.email} applies the plan, which changes their own access`);
  for (const step of steps)
    for (const [guard, message] of [...taken(step, protect), ...held(step, holds)]) breach(guard, message);
  for (const names of new Set([...lastAdmins(steps, state).values()].flat()))
    breach('last_admin', `the workspace ${names} has no administrator of its own any more`);
  return breaches;
}

type Found = readonly [guard: GuardBreach['guard'], message: string];

function taken(step: Step, protect: readonly string[]): readonly Found[] {
  if (step.action === 'archive_workspace')
    return [['archived_workspaces', `the workspace "${step.workspace}" is archived, which cannot be undone`]];
  const from = step.action === 'set_role' ? step.from : step.action === 'remove' ? step.role : '';
  return protect.includes(from) && 'email' in step
    ? [['protect', `${step.email} loses the role ${from}, which is protected`]]
    : [];
}

function held(step: Step, holds: readonly Hold[]): readonly Found[] {
  if (step.action !== 'remove') return [];
  return holdsOn({ id: step.user_id, email: step.email }, holds).map(({ id }) => [
    'hold',
    `${step.email} is on hold: ${id}`,
  ]);
}

function lose({ size }: ReadonlySet<string>): string {
  return size === 1 ? '1 person loses access' : `${size} people lose access`;
}
