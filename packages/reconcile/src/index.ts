/**
 * Public entry of `@parlance/reconcile`: an organization as desired state.
 * What belongs here: an explicit, named list of re-exports, and nothing else.
 *
 * @packageDocumentation
 */
export { readDesiredState } from './read-desired-state.js';
export type { DesiredRole, DesiredState, DesiredUser, DesiredWorkspace } from './desired-state.js';
export { exportOrganization } from './export-organization.js';
export { planOrganization, type PlanOrganizationOptions } from './plan-organization.js';
export type { GuardBreach, OrganizationGuards } from './guards.js';
export { readOrganizationPlan, writeOrganizationPlan, type OrganizationPlan } from './plan.js';
export { describeAction } from './actions.js';
export type {
  AddMemberAction,
  ArchiveWorkspaceAction,
  CancelInviteAction,
  CreateWorkspaceAction,
  InviteAction,
  OrganizationAction,
  PlanNote,
  ReinviteAction,
  RemoveAction,
  RemoveMemberAction,
  SetKeyAction,
  SetMemberAction,
  SetRoleAction,
  SignOutAction,
  UpdateWorkspaceAction,
  WorkspaceFields,
  WorkspaceReference,
} from './action.js';
export { organizationPlanPage } from './plan-page.js';
export { applyOrganization } from './apply-organization.js';
export type { ActionEvent, ApplyOrganizationOptions, ApplyResult } from './apply-options.js';
export { readStartedPlan, type JournalEntry, type StartedPlan } from './undo-plan.js';
export { driftOrganization, type Drift, type DriftOrganizationOptions, type DriftReport } from './drift.js';
export type { ChangedBy } from './attribution.js';
export { ReconcileError, type ReconcileErrorCode } from './reconcile-error.js';
