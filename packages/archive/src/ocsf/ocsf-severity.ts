/** How much an event deserves attention. */
import type { ActivityRecord } from './ocsf-event.js';
import type { EventTarget } from './ocsf-mapping.js';

/** `severity_id` by `severity`. */
const SEVERITIES = { Informational: 1, Low: 2, Medium: 3, High: 4 } as const;

/** Activities that remove something. */
const REMOVALS = new Set(['Delete', 'Revoke Privileges', 'Remove User']);
const KEYS = new Set(['api_actor', 'admin_api_key_actor']);

/**
 * Returns the severity of an event: `High` for a deletion by a key, `Medium` for a failed sign-in and a change of roles, `Low` for any other
 * deletion or failure, `Informational` for everything else.
 */
export function severityOf(
  { className, activity, status }: EventTarget,
  { actor }: ActivityRecord,
): { readonly severity_id: number; readonly severity: string } {
  const isFailure = status === 'failure';
  const isRemoval = REMOVALS.has(activity);
  const severity =
    isRemoval && !isFailure && KEYS.has(actor?.type ?? '')
      ? 'High'
      : className === 'user_access' || (className === 'authentication' && isFailure)
        ? 'Medium'
        : isRemoval || isFailure
          ? 'Low'
          : 'Informational';
  return { severity_id: SEVERITIES[severity], severity };
}
