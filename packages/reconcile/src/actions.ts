import type { ActionKind, CurrentState, OrganizationAction, Standing } from './action.js';
import { ACTIONS } from './action-kinds.js';

/** Returns what is known of the kind of an action. */
export function kindOf(action: OrganizationAction): ActionKind<OrganizationAction> {
  return ACTIONS[action.action] as unknown as ActionKind<OrganizationAction>;
}

/**
 * Order of an action in a plan: workspaces come first, and what removes people last. A member is removed before their role in the organization changes,
 * because a role that it brings to all workspaces cannot be removed from one.
 */
export function phaseOf(action: OrganizationAction): number {
  return kindOf(action).phase;
}

/** Describes an action to people, for example `invite lena@example.com as developer`. */
export function describeAction(action: OrganizationAction): string {
  return kindOf(action).text(action);
}

/** Compares an action with the organization. */
export function standingOf(action: OrganizationAction, state: CurrentState): Standing {
  return kindOf(action).standing(action, state);
}
