import type { AdminClient, ApiKey, User, Workspace } from '@parlance/admin';
import type { Archive, Hold } from '@parlance/archive';
import type { ComplianceClient } from '@parlance/compliance';
import { checkRecord, isA, must, type Checks } from '@parlance/core-transport/internal';
import type { Store } from '@parlance/durable';
import { ConfigError } from '@parlance/schemas/kit';
import { readKeys, lastAdmins, withConsequences } from './consequences.js';
import { checkDesiredState, foldEmail, type CheckedState, type DesiredState } from './desired-state.js';
import { findDirectorySync } from './directory-sync.js';
import { breachesOf, type GuardBreach, type OrganizationGuards } from './guards.js';
import { inheritedRole, readOrganization, seatsOf, type OrganizationState } from './organization-state.js';
import { makePlan, type OrganizationPlan } from './plan.js';
import { planPeople, renamedUser, type PlanningContext, type Step } from './plan-people.js';
import { matchingWorkspaces, plannedPeople, planWorkspaces } from './plan-workspaces.js';
import { readEarlierIds } from './reconcile-schema.js';

/** Options for {@link planOrganization}. */
export interface PlanOrganizationOptions {
  /** Client of the organization. */
  readonly admin: AdminClient;
  /** What the organization should be. */
  readonly desired: DesiredState;
  /** Limits that the plan exceeds only with approvals. */
  readonly guards?: OrganizationGuards | undefined;
  /** Holds, from `holds.list()`: removing a person on hold requires approvals. Default: none. */
  readonly holds?: readonly Hold[] | undefined;
  /**
   * Client of the audit log, which shows whether a directory decides who is in the organization. Then only roles and workspaces are planned.
   * Default: no directory.
   */
  readonly compliance?: ComplianceClient | undefined;
  /** Store of earlier plans, which remembers people by id, so that somebody whose e-mail address changed is recognized. Default: none. */
  readonly store?: Store | undefined;
  /**
   * Also signs people out whom the plan removes, deactivates the keys that they have created, and removes them from their workspaces first, so
   * that each step is on record. Default: false.
   */
  readonly offboard?: boolean | undefined;
  /** Archive that must have the chats of people who are removed; otherwise removing them requires approvals. Default: not checked. */
  readonly archive?: Archive | undefined;
  /** Milliseconds for which the plan can be applied. Default: 7 days. */
  readonly expiresInMs?: number | undefined;
  /** Limit of the service, from which the duration is computed. Default: 600. */
  readonly requestsPerMinute?: number | undefined;
  /** Ends the reading. */
  readonly signal?: AbortSignal | undefined;
}

const count = must('a whole number from 0', (value) => Number.isSafeInteger(value) && (value as number) >= 0);
const above = must('a number above 0', (value) => typeof value === 'number' && value > 0);
const list = must(
  'an array of texts',
  (value) => Array.isArray(value) && value.every((one) => typeof one === 'string'),
);

const checks: Checks = {
  admin: isA('object'),
  desired: isA('object'),
  guards: { maxRemovals: count, maxUnlisted: count, keepAdmins: count, protect: list, self: list },
  holds: must('an array', Array.isArray),
  compliance: isA('object'),
  store: isA('object'),
  offboard: isA('boolean'),
  archive: isA('object'),
  expiresInMs: above,
  requestsPerMinute: above,
  signal: isA('object'),
};

/**
 * Compares an organization with what it should be, and plans the difference. Reads lists only, and changes nothing.
 *
 * @param options - The organization, and what it should be.
 * @returns The plan.
 * @throws {InputError} When the desired state is invalid or contradicts itself.
 * @throws {ConfigError} When an option is missing or invalid.
 */
export async function planOrganization(options: PlanOrganizationOptions): Promise<OrganizationPlan> {
  checkRecord('', options, checks);
  for (const name of ['admin', 'desired'] as const)
    if (options[name] === undefined) throw new ConfigError(name, `${name} is missing`);
  const { admin, guards = {}, holds = [], compliance, store, signal, offboard = false } = options;
  const desired = checkDesiredState(options.desired);
  const madeAt = new Date();
  const state = await readOrganization({
    admin,
    signal,
    membersOf: (workspaces, users) => neededMembers(desired, workspaces, users),
  });
  const earlierIds = store === undefined ? new Map<string, string>() : await readEarlierIds(store);
  /** With the addresses that they have now. */
  const withRenamed = (keys: Iterable<string>): ReadonlySet<string> =>
    new Set(
      [...keys].flatMap((key) => [key, foldEmail(renamedUser(key, { state, earlierIds })?.email ?? key)]),
    );
  const context: PlanningContext = {
    desired: { ...desired, protectedPeople: withRenamed(desired.protectedPeople) },
    state,
    self: withRenamed((guards.self ?? []).map(foldEmail)),
    directorySync: compliance !== undefined && (await findDirectorySync(compliance, { now: madeAt, signal })),
    earlierIds,
  };
  const people = planPeople(context);
  const planned: readonly Step[] = [...people, ...planWorkspaces(context, plannedPeople(people))];
  const removes = planned.some(({ action }) => action === 'remove' || action === 'archive_workspace');
  const keys = removes ? await readKeys(admin, signal) : [];
  const known = { state, keys, holds, lastAdmins: lastAdmins(planned, state) };
  const steps = withConsequences(offboard ? withOffboarding(planned, { state, keys }) : planned, known);
  return makePlan({
    organization: { id: state.id, name: state.name },
    made_at: madeAt.toISOString(),
    undo_of: null,
    guards,
    breaches: [
      ...breachesOf(steps, state, { guards, holds }),
      ...(await notArchived(steps, { archive: options.archive, madeAt })),
    ],
    steps,
    seatsBefore: seatsOf(state),
    expiresInMs: options.expiresInMs,
    requestsPerMinute: options.requestsPerMinute,
  });
}

/** Members are read where they are stated, and everywhere if somebody may leave. */
function neededMembers(
  desired: CheckedState,
  workspaces: readonly Workspace[],
  users: ReadonlyMap<string, User>,
): readonly string[] {
  const roles = new Map([...users.values()].map(({ email, role }) => [foldEmail(email), role as string]));
  const leaves = [...desired.users].some(
    ([key, { absent, role }]) =>
      roles.has(key) && (absent === true || (inheritedRole(role) !== undefined && roles.get(key) !== role)),
  );
  if (desired.removesUnlisted || leaves) return workspaces.map(({ id }) => id);
  return desired.workspaces
    .filter(({ members }) => members !== undefined)
    .flatMap((workspace) => matchingWorkspaces(workspace, workspaces).map(({ id }) => id));
}

/** Adds what else ends when a person leaves. */
function withOffboarding(
  steps: readonly Step[],
  { state, keys }: { readonly state: OrganizationState; readonly keys: readonly ApiKey[] },
): readonly Step[] {
  return steps.flatMap((step): readonly Step[] => {
    if (step.action !== 'remove') return [step];
    const { email, user_id: id, role } = step;
    const own = keys.filter(({ created_by: by }) => by?.id === id);
    const memberships = state.workspaces.flatMap(({ id: workspace, name }): readonly Step[] => {
      const from = state.members.get(workspace)?.get(id);
      if (from === undefined || inheritedRole(role) !== undefined) return [];
      const of = { workspace: name, workspace_id: workspace, known: [], email, user_id: id };
      return [{ ...of, action: 'remove_member', from, unlisted: false, breaks: [] }];
    });
    return [
      ...own.map(({ id: key, name }): Step => ({
        action: 'set_key',
        api_key_id: key,
        name,
        email,
        to: 'inactive',
      })),
      { action: 'sign_out', email, user_id: id },
      ...memberships,
      step,
    ];
  });
}

const DAY_MS = 86_400_000;

/** Chats of the last day are rarely sealed yet. */
async function notArchived(
  steps: readonly Step[],
  { archive, madeAt }: { readonly archive?: Archive | undefined; readonly madeAt: Date },
): Promise<readonly GuardBreach[]> {
  const leaving = steps.filter((step) => step.action === 'remove');
  if (archive === undefined || leaving.length === 0) return [];
  const until = new Map<string, string>();
  for await (const { users, bounds } of archive.certificates())
    for (const user of users ?? []) if (bounds.to > (until.get(user) ?? '')) until.set(user, bounds.to);
  const recent = new Date(madeAt.getTime() - DAY_MS).toISOString();
  return leaving.flatMap(({ user_id: id, email }) => {
    const last = until.get(id);
    if (last !== undefined && last >= recent) return [];
    const known = last === undefined ? 'has none of their chats' : `has their chats until ${last}`;
    return [{ guard: 'not_archived', message: `${email} leaves, and the archive ${known}` } as const];
  });
}
