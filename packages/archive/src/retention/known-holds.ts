import type { Hold } from './hold.js';
import type { RetentionPlan } from './plan-file.js';
import { RetentionError } from './retention-error.js';

/**
 * Requires that the plan was made under all holds that are in force.
 *
 * @throws {RetentionError} With code `hold_added`.
 */
export function requireKnownHolds(plan: RetentionPlan, holds: readonly Hold[]): void {
  const added = holds.find(({ id }) => !plan.holds.includes(id));
  if (added !== undefined)
    throw new RetentionError('hold_added', `The hold ${added.id} was added after the plan. Make a new plan.`);
}
