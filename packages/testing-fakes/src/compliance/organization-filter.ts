/** Organization filter of compliance lists. */
import type { WorldOrganization } from '../admin/directory.js';

/**
 * Creates a filter by organization. The organization of a world matches by id or by UUID.
 *
 * @param organization - Organization of the world.
 * @param requested - Ids or UUIDs. Undefined matches everything, including records without an organization.
 */
export function organizationFilter(
  organization: WorldOrganization,
  requested: readonly string[] | undefined,
): (organizationId: string | null) => boolean {
  if (requested === undefined) return () => true;
  const isRequested = requested.includes(organization.id) || requested.includes(organization.uuid);
  return (organizationId) => isRequested && organizationId === organization.id;
}
