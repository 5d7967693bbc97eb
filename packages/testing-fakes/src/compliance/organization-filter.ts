/** Organizations of the records of compliance lists. */
import { organizationOf, organizationsOf, type WorldOrganization } from '../organization/directory.js';
import type { World } from '../world/world.js';

/** Looks up organizations by the key that records store. Null is a record without an organization. */
export type FindOrganization = (key: string | null | undefined) => WorldOrganization | null;

/** Creates a lookup of the organizations of a world. Records without a known key belong to the world's own. */
export function organizationFinder(world: World): FindOrganization {
  const byKey = new Map(organizationsOf(world).map((organization) => [organization.key, organization]));
  const own = organizationOf(world);
  return (key) => (key === null ? null : (byKey.get(key ?? own.key) ?? own));
}

/**
 * Creates a filter by organization.
 *
 * @param requested - Ids or UUIDs. Undefined matches everything, including records without an organization.
 */
export function organizationFilter(
  requested: readonly string[] | undefined,
): (organization: WorldOrganization | null) => boolean {
  if (requested === undefined) return () => true;
  return (organization) =>
    organization !== null && (requested.includes(organization.id) || requested.includes(organization.uuid));
}
