import { describeAction } from './actions.js';
import { findChanges, subjectsOf, type ChangedBy } from './attribution.js';
import { planOrganization, type PlanOrganizationOptions } from './plan-organization.js';
import type { OrganizationPlan } from './plan.js';

/** Options for {@link driftOrganization}: those of a plan, and from when on changes are looked up. */
export interface DriftOrganizationOptions extends PlanOrganizationOptions {
  /** Time from which changes are looked up in the audit log, if `compliance` is set. Default: 30 days ago. */
  readonly since?: string | Date | undefined;
}

/** A difference between an organization and what it should be. */
export interface Drift {
  /** What would remove the difference, for example `change the role of lena@example.com from user to developer`. */
  readonly action: string;
  /** The newest change in the audit log that names the person or workspace, or null. */
  readonly changed_by: ChangedBy | null;
}

/** The result of {@link driftOrganization}. */
export interface DriftReport {
  /** The differences. Empty if the organization is as it should be. */
  readonly differences: readonly Drift[];
  /** The plan that removes them, with its notes. */
  readonly plan: OrganizationPlan;
}

const MONTH_MS = 30 * 86_400_000;

/**
 * Compares an organization with what it should be, and finds out who has changed it. The organization itself is read, so that a change
 * without an activity is found, too.
 *
 * @param options - The organization, and what it should be.
 * @returns The differences.
 * @throws {InputError} When the desired state is invalid or contradicts itself.
 * @throws {ConfigError} When an option is missing or invalid.
 */
export async function driftOrganization(options: DriftOrganizationOptions): Promise<DriftReport> {
  const { since = new Date(Date.now() - MONTH_MS), ...planning } = options;
  const plan = await planOrganization(planning);
  const { compliance, signal } = planning;
  const subjects = plan.actions.map(subjectsOf);
  const changes =
    compliance === undefined || subjects.length === 0
      ? new Map<string, ChangedBy>()
      : await findChanges(compliance, {
          since: new Date(since).toISOString(),
          subjects: new Set(subjects.flat()),
          signal,
        });
  const differences = plan.actions.map((action, index): Drift => {
    const found = (subjects[index] ?? []).flatMap((subject) => changes.get(subject) ?? []);
    const [newest = null] = found.sort((left, right) => Date.parse(right.at) - Date.parse(left.at));
    return { action: describeAction(action), changed_by: newest };
  });
  return { differences, plan };
}
