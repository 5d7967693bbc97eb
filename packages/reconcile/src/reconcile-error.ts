import { ParlanceError } from '@parlance/schemas/kit';

/**
 * Why a plan was not made or applied:
 * - `plan_damaged`: the file is not a plan, or was altered;
 * - `plan_expired`: the plan is too old;
 * - `plan_stale`: the organization has changed since, so that the plan does not fit any more;
 * - `not_approved`: the plan does what a guard forbids, and too few people have signed this very plan;
 * - `other_organization`: the key belongs to another organization than the plan;
 * - `already_running`: another process applies a plan with this store;
 * - `unknown_plan`: the store does not have the plan.
 */
export type ReconcileErrorCode =
  | 'plan_damaged'
  | 'plan_expired'
  | 'plan_stale'
  | 'not_approved'
  | 'other_organization'
  | 'already_running'
  | 'unknown_plan';

/** A plan was not made or applied. What was done before the error is in the store. */
export class ReconcileError extends ParlanceError {
  declare readonly code: ReconcileErrorCode;

  /** Name of the class. */
  override get name(): string {
    return 'ReconcileError';
  }
}
