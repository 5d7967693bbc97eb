import type { Store } from '@parlance/durable';
import type { CurrentState, OrganizationAction } from './action.js';
import { describeAction, kindOf, standingOf } from './actions.js';
import { breachesOf } from './guards.js';
import { seatsOf } from './organization-state.js';
import { makePlan, type OrganizationPlan } from './plan.js';
import { noteOn } from './plan-people.js';
import { reconcileSchema } from './reconcile-schema.js';
import { ReconcileError } from './reconcile-error.js';

/** An undo can be needed long after the plan. */
const UNDO_MS = 365 * 86_400_000;

/** Makes the plan that undoes another one, before its first request: only what is still to do is undone. */
export function makeUndoPlan(
  plan: OrganizationPlan,
  { state, now }: { readonly state: CurrentState; readonly now: number },
): OrganizationPlan {
  const todo = plan.actions.filter((action) => standingOf(action, state) === 'todo');
  const undone = todo.map((action) => kindOf(action).undo(withKnown(action, state))).reverse();
  const steps = undone.flatMap(({ actions }) => actions);
  const lost = undone.flatMap(({ lost }) => (lost === null ? [] : [lost]));
  return makePlan({
    organization: plan.organization,
    made_at: new Date(now).toISOString(),
    undo_of: plan.digest,
    guards: plan.guards,
    breaches: breachesOf(steps, state, { guards: plan.guards, holds: [] }),
    steps: [...steps, ...lost.map((text) => noteOn(null, 'impossible', `nothing restores ${text}`))],
    seatsBefore: seatsOf(state),
    expiresInMs: UNDO_MS,
  });
}

/** Workspaces of the same name that exist by now are not the one that is created. */
function withKnown(action: OrganizationAction, { workspaces }: CurrentState): OrganizationAction {
  if (!('known' in action) || action.workspace_id !== null) return action;
  const known = workspaces.filter(({ name }) => name === action.workspace).map(({ id }) => id);
  return { ...action, known };
}

/** A plan that was started. */
export interface StartedPlan {
  /** The plan. */
  readonly plan: OrganizationPlan;
  /** The plan that undoes it, which was written before its first request. */
  readonly undo: OrganizationPlan;
  /** Names of the people who approved it. */
  readonly approved_by: readonly string[];
  /** Time of the start (RFC 3339). */
  readonly started_at: string;
  /** Time at which everything was done; null while something is left. */
  readonly finished_at: string | null;
  /** What was done, oldest first. */
  readonly journal: readonly JournalEntry[];
}

/** An entry of the journal. */
export interface JournalEntry {
  /** Time (RFC 3339), by the database's clock. */
  readonly at: string;
  /** The action, for example `invite lena@example.com as developer`. */
  readonly action: string;
  /** `sent` before its request, then `done` or `refused`. */
  readonly outcome: 'sent' | 'done' | 'refused';
  /** Code of an error; null without one. */
  readonly code: string | null;
}

/**
 * Reads a plan that was started, with the plan that undoes it.
 *
 * @param store - The store.
 * @param digest - Digest of the plan, or its first characters. Default: the plan that was started last.
 * @throws {ReconcileError} With code `unknown_plan`, also when several plans start with the characters.
 */
export async function readStartedPlan(store: Store, digest?: string): Promise<StartedPlan> {
  const tables = await store.migrate(reconcileSchema);
  const rows = await tables.selectFrom('reconcile_plans').selectAll().orderBy('started_at', 'desc').execute();
  const found = rows.filter((row) => digest === undefined || row.digest.startsWith(digest));
  const [row] = found;
  if (row === undefined || (digest !== undefined && found.length > 1))
    throw new ReconcileError(
      'unknown_plan',
      `The store has ${found.length} started plans with the digest ${digest ?? ''}.`,
    );
  const plan = JSON.parse(row.plan) as OrganizationPlan;
  const entries = await tables
    .selectFrom('reconcile_journal')
    .selectAll()
    .where('plan', '=', row.digest)
    .orderBy('entry')
    .execute();
  const timeOf = (ms: number): string => new Date(Number(ms)).toISOString();
  return {
    plan,
    undo: JSON.parse(row.undo) as OrganizationPlan,
    approved_by: JSON.parse(row.approved_by) as readonly string[],
    started_at: timeOf(row.started_at),
    finished_at: row.finished_at === null ? null : timeOf(row.finished_at),
    journal: entries.map(({ at, action, outcome, code }) => {
      const of = plan.actions[Number(action)];
      return { at: timeOf(at), action: of === undefined ? '' : describeAction(of), outcome, code };
    }),
  };
}
