import type { ComplianceClient } from '@parlance/compliance';

const TYPES = [
  'org_directory_sync_activated',
  'org_directory_sync_deleted',
  'scim_user_created',
  'scim_user_updated',
  'scim_user_deleted',
] as const;

/** A directory that has changed nothing for so long is not in use. */
const NINETY_DAYS_MS = 90 * 86_400_000;

/**
 * Returns whether a directory decides who is in the organization, by the newest activity of one.
 *
 * @param compliance - Client of the audit log.
 * @param options - The time now, and a signal.
 */
export async function findDirectorySync(
  compliance: ComplianceClient,
  { now, signal }: { readonly now: Date; readonly signal: AbortSignal | undefined },
): Promise<boolean> {
  const since = new Date(now.getTime() - NINETY_DAYS_MS).toISOString();
  const query = { activity_types: [...TYPES], created_at: { gte: since }, limit: 1 };
  for await (const activity of compliance.activities.list(query, { signal }))
    return String(activity.type) !== 'org_directory_sync_deleted';
  return false;
}
