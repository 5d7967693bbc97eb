/** The filter by organization that several lists take. */
import type { WorldOrganization } from '../admin/directory.js';

/**
 * Makes a filter by organization. A world has one, which both its id and its UUID name.
 *
 * @param organization - The world's organization.
 * @param asked - Ids or UUIDs; undefined lets everything through, what belongs to no organization too.
 */
export function organizationFilter(
  organization: WorldOrganization,
  asked: readonly string[] | undefined,
): (organizationId: string | null) => boolean {
  if (asked === undefined) return () => true;
  const isAsked = asked.includes(organization.id) || asked.includes(organization.uuid);
  return (organizationId) => isAsked && organizationId === organization.id;
}
