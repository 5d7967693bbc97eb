import { digestOf } from '@parlance/archive/internal';
import { readUntrustedFile, writePrivateFile } from '@parlance/files';
import type { OrganizationAction, PlanNote } from './action.js';
import { phaseOf } from './actions.js';
import type { GuardBreach, OrganizationGuards } from './guards.js';
import type { Step } from './plan-people.js';
import { ReconcileError } from './reconcile-error.js';

/** A plan: JSON that people review, and that is applied as it is. */
export interface OrganizationPlan {
  /** Always `organization_plan`, which is part of the digest: an approval of another kind of plan does not fit. */
  readonly type: 'organization_plan';
  /** Version of the format. */
  readonly format: 1;
  /** The organization. */
  readonly organization: { readonly id: string; readonly name: string };
  /** Time at which the organization was read (RFC 3339). */
  readonly made_at: string;
  /** Time from which the plan cannot be applied (RFC 3339). */
  readonly expires_at: string;
  /** Digest of the plan that this one undoes; null if it undoes none. */
  readonly undo_of: string | null;
  /** What is done, in this order. */
  readonly actions: readonly OrganizationAction[];
  /** What cannot be done: a person must do it, the documents forbid it, or an invite must be accepted first. */
  readonly notes: readonly PlanNote[];
  /** The guards. */
  readonly guards: OrganizationGuards;
  /** What the plan does against them. If there is anything, the plan is applied only with approvals. */
  readonly breaches: readonly GuardBreach[];
  /** Number of actions and notes of each kind. */
  readonly counts: Readonly<Record<string, number>>;
  /** People of the organization, with pending invites, before the plan and after it. */
  readonly seats: { readonly before: number; readonly after: number };
  /** Number of requests that change something. */
  readonly requests: number;
  /** Seconds that they take at the limit. */
  readonly seconds: number;
  /** SHA-256 of the canonical JSON of the other fields. Approvals are signatures over it. */
  readonly digest: string;
}

/** What a plan is made of. */
export interface PlanParts extends Pick<
  OrganizationPlan,
  'organization' | 'made_at' | 'undo_of' | 'guards' | 'breaches'
> {
  readonly steps: readonly Step[];
  readonly expiresInMs?: number | undefined;
  readonly requestsPerMinute?: number | undefined;
  readonly seatsBefore: number;
}

const WEEK_MS = 7 * 86_400_000;

/** Completes a plan. */
export function makePlan(parts: PlanParts): OrganizationPlan {
  const { steps, expiresInMs = WEEK_MS, requestsPerMinute = 600, seatsBefore: before, ...facts } = parts;
  const actions = steps.filter((step) => !isNote(step)).sort((left, right) => phaseOf(left) - phaseOf(right));
  const counts: Record<string, number> = {};
  for (const { action } of steps) counts[action] = (counts[action] ?? 0) + 1;
  const count = (...kinds: readonly string[]): number =>
    kinds.reduce((sum, kind) => sum + (counts[kind] ?? 0), 0);
  const requests = actions.length + count('reinvite');
  const expiring = steps.filter((step) => step.action === 'reinvite' && step.from === 'expired').length;
  const plan: Omit<OrganizationPlan, 'digest'> = {
    type: 'organization_plan',
    format: 1,
    ...facts,
    expires_at: new Date(Date.parse(facts.made_at) + expiresInMs).toISOString(),
    actions,
    notes: steps.filter(isNote),
    counts,
    seats: { before, after: before + count('invite') + expiring - count('remove', 'cancel_invite') },
    requests,
    seconds: Math.ceil((requests / requestsPerMinute) * 60),
  };
  return { ...plan, digest: digestOf(plan) };
}

function isNote(step: Step): step is PlanNote {
  return step.action === 'manual' || step.action === 'impossible' || step.action === 'waiting';
}

/**
 * Writes a plan to a file that only its owner can read: it names people.
 *
 * @param file - Path of the file, which is replaced.
 * @param plan - The plan.
 * @throws {FileError} When the file cannot be written.
 */
export async function writeOrganizationPlan(file: string, plan: OrganizationPlan): Promise<void> {
  await writePrivateFile(file, `${JSON.stringify(plan, null, 2)}\n`);
}

const MAX_BYTES = 256 * 1024 * 1024;

/**
 * Reads a plan, and checks that it is complete and unaltered.
 *
 * @param file - Path of the file.
 * @throws {ReconcileError} With code `plan_damaged`.
 * @throws {FileError} When the file cannot be read.
 */
export async function readOrganizationPlan(file: string): Promise<OrganizationPlan> {
  const text = await readUntrustedFile(file, { maxBytes: MAX_BYTES });
  let plan: OrganizationPlan;
  try {
    plan = JSON.parse(text) as OrganizationPlan;
  } catch {
    throw damaged(file, 'is not JSON');
  }
  return checkPlan(plan, file);
}

/** Checks that a plan is unaltered. Its digest covers all members, so that they need not be checked one by one. */
export function checkPlan(plan: OrganizationPlan, origin = 'of the call'): OrganizationPlan {
  if (typeof plan !== 'object' || plan === null || plan.type !== 'organization_plan')
    throw damaged(origin, 'is not a plan of an organization');
  if (plan.format !== 1)
    throw damaged(origin, `has format ${String(plan.format)}, and this release reads format 1`);
  const { digest, ...rest } = plan;
  if (digestOf(rest) !== digest) throw damaged(origin, 'was altered');
  return plan;
}

function damaged(origin: string, problem: string): ReconcileError {
  return new ReconcileError('plan_damaged', `The plan ${origin} ${problem}. Make a new plan.`);
}
