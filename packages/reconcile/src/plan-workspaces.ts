import type { Workspace } from '@parlance/admin';
import type { OrganizationAction, WorkspaceReference } from './action.js';
import { isWorkspaceRole } from './roles.js';
import { foldEmail, type CheckedWorkspace } from './desired-state.js';
import { inheritedRole, pendingInvites } from './organization-state.js';
import { noteOn, renamedUser, type PlanningContext, type Step } from './plan-people.js';

/** What else a plan changes about people. */
export interface PlannedPeople {
  /** Roles in the organization after the plan, by id of the user. */
  readonly roles: ReadonlyMap<string, string>;
  /** Ids of people whom it removes. */
  readonly removed: ReadonlySet<string>;
  /** Folded e-mail addresses of people whom it invites. */
  readonly invited: ReadonlySet<string>;
}

/** Reads from actions on people what becomes of them. */
export function plannedPeople(steps: readonly Step[]): PlannedPeople {
  const roles = new Map<string, string>();
  const removed = new Set<string>();
  const invited = new Set<string>();
  for (const step of steps) {
    if (step.action === 'set_role') roles.set(step.user_id, step.to);
    if (step.action === 'remove') removed.add(step.user_id);
    if (step.action === 'invite' || step.action === 'reinvite') invited.add(foldEmail(step.email));
  }
  return { roles, removed, invited };
}

/** Finds the workspaces that a state describes. Several of one name are not distinguished. */
export function matchingWorkspaces(
  { name, id }: Pick<CheckedWorkspace, 'name' | 'id'>,
  workspaces: readonly Workspace[],
): readonly Workspace[] {
  return workspaces.filter((one) => (id === undefined ? one.name === name : one.id === id));
}

/** Plans the workspaces and their members. */
export function planWorkspaces(context: PlanningContext, people: PlannedPeople): readonly Step[] {
  const { desired, state } = context;
  const ids = desired.workspaces.map((one) => matchingWorkspaces(one, state.workspaces)[0]?.id);
  return desired.workspaces.flatMap((one, index): readonly Step[] => {
    const id = ids[index];
    if (id === undefined || ids.indexOf(id) === ids.lastIndexOf(id))
      return planWorkspace(one, context, people);
    const why = `${id} is also described by another entry: name each workspace by its id`;
    return [noteOn(null, 'manual', why, one.name)];
  });
}

function planWorkspace(
  desired: CheckedWorkspace,
  context: PlanningContext,
  people: PlannedPeople,
): readonly Step[] {
  const { name, id, archived } = desired;
  const [found, other] = matchingWorkspaces(desired, context.state.workspaces);
  const note = (action: 'manual' | 'impossible', why: string): Step => noteOn(null, action, why, name);
  if (other !== undefined) return [note('manual', 'several workspaces have this name: set the id of one')];
  if (found === undefined && archived === true) return [];
  if (found === undefined && id !== undefined)
    return [note('impossible', `no workspace in use has the id ${id}`)];
  const reference: WorkspaceReference = { workspace: name, workspace_id: found?.id ?? null, known: [] };
  if (archived === true) return [{ ...reference, action: 'archive_workspace', breaks: [] }];
  return [
    ...ownSteps(desired, reference, found),
    ...memberSteps(desired, reference, { context, people, found }),
  ];
}

function ownSteps(
  { name, tags = {} }: CheckedWorkspace,
  reference: WorkspaceReference,
  found: Workspace | undefined,
): readonly OrganizationAction[] {
  if (found === undefined) {
    const set = Object.entries(tags).flatMap(([tag, value]) =>
      value === null ? [] : [[tag, value] as const],
    );
    return [{ ...reference, action: 'create_workspace', tags: Object.fromEntries(set) }];
  }
  const changed = Object.entries(tags).filter(([tag, value]) => tagOf(found, tag) !== value);
  if (found.name === name && changed.length === 0) return [];
  const before = changed.map(([tag]) => [tag, tagOf(found, tag)] as const);
  const isRenamed = found.name !== name;
  return [
    {
      ...reference,
      action: 'update_workspace',
      from: {
        ...(isRenamed && { name: found.name }),
        ...(changed.length > 0 && { tags: Object.fromEntries(before) }),
      },
      to: { ...(isRenamed && { name }), ...(changed.length > 0 && { tags: Object.fromEntries(changed) }) },
    },
  ];
}

/** Names of tags can be those of members of objects. */
function tagOf({ tags }: Workspace, tag: string): string | null {
  return (Object.hasOwn(tags, tag) ? tags[tag] : undefined) ?? null;
}

interface OfWorkspace {
  readonly context: PlanningContext;
  readonly people: PlannedPeople;
  readonly found: Workspace | undefined;
}

function memberSteps(
  { name, members }: CheckedWorkspace,
  reference: WorkspaceReference,
  { context, people, found }: OfWorkspace,
): readonly Step[] {
  if (members === undefined) return [];
  const { desired, state } = context;
  const current = (found && state.members.get(found.id)) ?? new Map<string, string>();
  const steps: Step[] = [];
  const kept = new Set(members.keys());
  for (const [key, { email, role: to }] of members) {
    if (desired.protectedPeople.has(key)) continue;
    const user = state.byEmail.get(key);
    const renamed = renamedUser(key, context);
    if (renamed !== undefined) {
      kept.add(foldEmail(renamed.email));
      steps.push(noteOn(email, 'manual', `is now ${renamed.email}: correct the desired state`, name));
      continue;
    }
    if (user === undefined) {
      const isInvited = people.invited.has(key) || pendingInvites(state, email).length > 0;
      const why = isInvited
        ? 'joins once the invite is accepted'
        : 'is not in the organization: list the person under users';
      steps.push(noteOn(email, isInvited ? 'waiting' : 'manual', why, name));
      continue;
    }
    const member = { ...reference, email: user.email, user_id: user.id };
    const inherited = inheritedRole(people.roles.get(user.id) ?? user.role);
    const inherits = inheritedRole(user.role) !== undefined;
    const from = inherits ? undefined : current.get(user.id);
    if (people.removed.has(user.id) || inherited === to || from === to) continue;
    if (inherited !== undefined)
      steps.push(noteOn(email, 'impossible', `has ${inherited} in every workspace`, name));
    else if (from === undefined) steps.push({ ...member, action: 'add_member', to, inherits });
    else steps.push({ ...member, action: 'set_member', from, to });
  }
  return [...steps, ...leavingSteps(current, reference, { context, people, kept })];
}

/** Members who are not listed leave, unless their role is not one that was assigned. */
function leavingSteps(
  current: ReadonlyMap<string, string>,
  reference: WorkspaceReference,
  of: Pick<OfWorkspace, 'context' | 'people'> & { readonly kept: ReadonlySet<string> },
): readonly Step[] {
  const { desired, state, self } = of.context;
  return [...current].flatMap(([id, from]): readonly Step[] => {
    const user = state.users.get(id);
    const key = foldEmail(user?.email ?? '');
    if (user === undefined || of.kept.has(key) || desired.protectedPeople.has(key)) return [];
    if (of.people.removed.has(id) || inheritedRole(user.role) !== undefined) return [];
    const unknown = isWorkspaceRole(from) ? null : `has the role ${from}, which this release does not know`;
    const why = self.has(key) ? 'applies the plan, and cannot remove themselves' : unknown;
    if (why !== null) return [noteOn(user.email, 'impossible', why, reference.workspace)];
    const member = { ...reference, email: user.email, user_id: id };
    return [{ ...member, action: 'remove_member', from, unlisted: true, breaks: [] }];
  });
}
