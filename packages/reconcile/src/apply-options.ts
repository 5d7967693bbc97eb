import type { AdminClient } from '@parlance/admin';
import type { ApproverPolicy, Hold } from '@parlance/archive';
import type { ComplianceClient } from '@parlance/compliance';
import type { Store } from '@parlance/durable';
import type { OrganizationGuards } from './guards.js';
import type { OrganizationPlan } from './plan.js';

/** What became of an action. */
export interface ActionEvent {
  /** The action, for example `invite lena@example.com as developer`. */
  readonly action: string;
  /** `done` by this run, or `refused` by the service. */
  readonly outcome: 'done' | 'refused';
  /** Code of the refusal; null without one. */
  readonly code: string | null;
  /** Number of actions of this run with an outcome. */
  readonly done: number;
  /** Number of actions that the run has to do. */
  readonly total: number;
}

/** Options for {@link applyOrganization}. */
export interface ApplyOrganizationOptions {
  /** Client of the organization. */
  readonly admin: AdminClient;
  /** Store of what was done, and of the plan that undoes it. */
  readonly store: Store;
  /** Who approves plans that do what a guard forbids; with `none`, such plans are refused. Default: `none`. */
  readonly approvers?: ApproverPolicy | 'none' | undefined;
  /** Guards of those who apply. Default: those of the plan. */
  readonly guards?: OrganizationGuards | undefined;
  /** Signatures over the digest of the plan. Default: none. */
  readonly approvals?: readonly string[] | undefined;
  /** Signature of the person who made the plan. Default: none. */
  readonly madeBy?: string | undefined;
  /** Holds in force, from `holds.list()`: a plan that removes a person on hold, and does not say so, is refused. Default: none. */
  readonly holds?: readonly Hold[] | undefined;
  /** Client of the audit log, in which the changes are looked up afterwards. Default: they are not. */
  readonly compliance?: ComplianceClient | undefined;
  /** Number of requests at the same time. Default: 4. */
  readonly concurrency?: number | undefined;
  /** Stops the run. Applying the plan again continues it. */
  readonly signal?: AbortSignal | undefined;
  /** Called for each action that has an outcome. */
  readonly onEvent?: ((event: ActionEvent) => void) | undefined;
}

/** What became of a plan, by reading the organization again. */
export interface ApplyResult {
  /** Number of actions whose goal was reached before the run. */
  readonly found: number;
  /** Number of actions whose goal was reached by the run. */
  readonly done: number;
  /** Actions that the service refused. */
  readonly refused: readonly { readonly action: string; readonly code: string }[];
  /** Actions that do not fit any more, because somebody else has changed something during the run. */
  readonly changed: readonly string[];
  /** Actions whose request succeeded and whose goal is not reached. */
  readonly unverified: readonly string[];
  /** Number of actions of the plan with a change in the audit log since its start; null if the log was not read. */
  readonly recorded: number | null;
  /** The plan that undoes this one. */
  readonly undo: OrganizationPlan;
}
