import { requireApproved, checkApprovers, type Approval } from '@parlance/archive/internal';
import { acceptApprovers, RetentionError } from '@parlance/archive';
import {
  checkRecord,
  integerFromOne,
  isA,
  must,
  withMethods,
  type Checks,
} from '@parlance/core-transport/internal';
import { ConfigError } from '@parlance/schemas/kit';
import type { ApplyOrganizationOptions, ApplyResult } from './apply-options.js';
import { ApplyRun } from './apply-run.js';
import { checkPlan, readOrganizationPlan, type OrganizationPlan } from './plan.js';
import { ReconcileError } from './reconcile-error.js';
import { readStartedPlan } from './undo-plan.js';
import { reconcileSchema } from './reconcile-schema.js';

const checks: Checks = {
  admin: isA('object'),
  store: withMethods('transaction', 'migrate'),
  guards: isA('object'),
  approvers: must("an object, or 'none'", (value) => value === 'none' || typeof value === 'object'),
  approvals: must(
    'an array of signatures',
    (value) => Array.isArray(value) && value.every((item) => typeof item === 'string'),
  ),
  madeBy: isA('string'),
  holds: must('an array', Array.isArray),
  compliance: isA('object'),
  concurrency: integerFromOne,
  signal: isA('object'),
  onEvent: isA('function'),
};

/**
 * Applies a plan. It is refused unless it is unaltered, unexpired, fits the organization as it is now, and is approved if it does what a guard forbids.
 * The plan that undoes it is stored before the first request.
 *
 * A run that was stopped or killed is continued by calling the function again with the same plan: the organization is read first, and what is
 * already as planned is not done again, also when the response to a request was lost. Afterwards it is read once more.
 *
 * @param plan - The plan, or its file.
 * @param options - The organization, the store and the approvals.
 * @returns What became of the actions.
 * @throws {ReconcileError} When the plan is refused.
 * @throws {ConfigError} When an option is missing or invalid.
 * @throws {ApiError} When the service is not available. Apply the plan again.
 */
export async function applyOrganization(
  plan: OrganizationPlan | string,
  options: ApplyOrganizationOptions,
): Promise<ApplyResult> {
  checkRecord('', options, checks);
  for (const name of ['admin', 'store'] as const)
    if (options[name] === undefined) throw new ConfigError(name, `${name} is missing`);
  const { store } = options;
  const checked = typeof plan === 'string' ? await readOrganizationPlan(plan) : checkPlan(plan);
  await store.migrate(reconcileSchema);
  const now = await store.now();
  if (!(now < Date.parse(checked.expires_at)))
    throw new ReconcileError('plan_expired', `The plan expired at ${checked.expires_at}. Make a new plan.`);
  if (
    checked.undo_of !== null &&
    (await readStartedPlan(store, checked.undo_of)).undo.digest !== checked.digest
  )
    throw new ReconcileError(
      'plan_damaged',
      'The plan is not the one that this store wrote to undo another.',
    );
  const approvals = await requireApprovals(checked, options, now);
  const lease = await store.leases.acquire('reconcile/apply');
  if (lease === null)
    throw new ReconcileError('already_running', 'Another process applies a plan with this store.');
  try {
    return await new ApplyRun(checked, { options, approvals, lease }).run();
  } finally {
    await lease.release();
  }
}

/** A plan that does what a guard forbids requires signatures over it. */
async function requireApprovals(
  plan: OrganizationPlan,
  { store, approvers: policy = 'none', approvals = [], madeBy }: ApplyOrganizationOptions,
  now: number,
): Promise<readonly Approval[]> {
  const approvers = checkApprovers(policy);
  if (plan.breaches.length === 0) return [];
  const found = plan.breaches.map(({ message }) => message).join('; ');
  if (policy === 'none')
    throw new ReconcileError(
      'not_approved',
      `Nobody can approve this plan, because there are no approvers: ${found}.`,
    );
  try {
    await acceptApprovers({ store, approvers: policy });
    return requireApproved({ digest: plan.digest, approvals, madeBy }, approvers, now).approvals;
  } catch (error) {
    if (!RetentionError.is(error)) throw error;
    throw new ReconcileError('not_approved', `${error.message} It must be approved: ${found}.`, {
      cause: error,
    });
  }
}
