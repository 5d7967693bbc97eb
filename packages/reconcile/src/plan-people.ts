import type { User } from '@parlance/admin';
import type { OrganizationAction, PlanNote } from './action.js';
import { foldEmail, type CheckedState, type DesiredUser } from './desired-state.js';
import { pendingInvites, type OrganizationState } from './organization-state.js';
import { isAssignable } from './roles.js';

/** What a plan was asked for, and what is known. */
export interface PlanningContext {
  readonly desired: CheckedState;
  readonly state: OrganizationState;
  /** Folded e-mail addresses of the people who apply the plan. */
  readonly self: ReadonlySet<string>;
  /** Whether a directory decides who is in the organization. */
  readonly directorySync: boolean;
  /** Ids of users by the folded e-mail addresses that they had when a plan was applied. */
  readonly earlierIds: ReadonlyMap<string, string>;
}

/** Actions, and what cannot be done. */
export type Step = OrganizationAction | PlanNote;

/** Makes a note about a person, or a workspace. */
export function noteOn(
  email: string | null,
  action: PlanNote['action'],
  why: string,
  workspace: string | null = null,
): PlanNote {
  return { action, email, workspace, why };
}

const SYNCED = 'a directory decides who is in the organization: change it there';

/** Plans who is in the organization, and with which role. */
export function planPeople(context: PlanningContext): readonly Step[] {
  const { desired, state } = context;
  const steps: Step[] = [];
  const kept = new Set<string>(desired.protectedPeople);
  for (const [key, user] of desired.users) {
    kept.add(key);
    if (desired.protectedPeople.has(key)) continue;
    const renamed = renamedUser(key, context);
    if (renamed !== undefined) {
      kept.add(foldEmail(renamed.email));
      steps.push(noteOn(user.email, 'manual', `is now ${renamed.email}: correct the desired state`));
    } else if (user.absent === true) steps.push(...leave(user.email, context, false));
    else steps.push(...stay(user, context));
  }
  if (!desired.removesUnlisted) return steps;
  const others = [
    ...[...state.users.values()].map(({ email }) => email),
    ...[...state.invites.values()].flatMap((of) => of.slice(0, 1).map(({ email }) => email)),
  ];
  for (const email of others) {
    const key = foldEmail(email);
    if (kept.has(key)) continue;
    kept.add(key);
    steps.push(...leave(email, context, true));
  }
  return steps;
}

/** Returns the person who had an e-mail address earlier, and has another one now. */
export function renamedUser(
  key: string,
  { state, earlierIds }: Pick<PlanningContext, 'state' | 'earlierIds'>,
): User | undefined {
  if (state.byEmail.has(key)) return undefined;
  const user = state.users.get(earlierIds.get(key) ?? '');
  return user !== undefined && foldEmail(user.email) !== key ? user : undefined;
}

function stay({ email, role }: DesiredUser, context: PlanningContext): readonly Step[] {
  const user = context.state.byEmail.get(foldEmail(email));
  if (user === undefined) return comeIn({ email, role }, context);
  if (role === undefined || role === user.role) return [];
  if (role === 'admin')
    return [noteOn(email, 'manual', `has the role ${user.role}: only the console makes somebody an admin`)];
  if (user.role !== 'admin' && !isAssignable(user.role))
    return [noteOn(email, 'impossible', `has the role ${user.role}, which the API does not change`)];
  if (context.self.has(foldEmail(email)))
    return [noteOn(email, 'impossible', 'applies the plan, and cannot change their own role')];
  return [{ action: 'set_role', email: user.email, user_id: user.id, from: user.role, to: role }];
}

function comeIn(
  { email, role: stated }: DesiredUser,
  { state, directorySync }: PlanningContext,
): readonly Step[] {
  const role = stated ?? 'user';
  const [invite] = state.invites.get(foldEmail(email)) ?? [];
  if (invite?.status === 'pending' && (stated === undefined || invite.role === role || role === 'admin'))
    return [noteOn(email, 'waiting', `the invite is pending until ${invite.expires_at}`)];
  if (directorySync) return [noteOn(email, 'manual', SYNCED)];
  if (role === 'admin')
    return [
      noteOn(
        email,
        'manual',
        'nobody is invited as an admin: invite with another role, then use the console',
      ),
    ];
  if (invite === undefined) return [{ action: 'invite', email, role }];
  const from = invite.status === 'pending' ? invite.role : 'expired';
  return [{ action: 'reinvite', email, role, from }];
}

function leave(email: string, context: PlanningContext, unlisted: boolean): readonly Step[] {
  const { state, self, directorySync } = context;
  const user = state.byEmail.get(foldEmail(email));
  const [invite] = pendingInvites(state, email);
  if (user === undefined && invite === undefined) return [];
  if (self.has(foldEmail(email)))
    return [noteOn(email, 'impossible', 'applies the plan, and cannot remove themselves')];
  if (directorySync) return [noteOn(email, 'manual', SYNCED)];
  const steps: Step[] = [];
  if (invite !== undefined)
    steps.push({ action: 'cancel_invite', email, role: invite.role, is_user: user !== undefined, unlisted });
  if (user === undefined) return steps;
  if (user.role === 'admin' || !isAssignable(user.role))
    return [...steps, noteOn(email, 'manual', `has the role ${user.role}: only the console removes them`)];
  const removal = { email: user.email, user_id: user.id, role: user.role, unlisted, breaks: [] };
  return [...steps, { action: 'remove', ...removal }];
}
