/** Organization and members of a world, shared by the admin and compliance APIs. */
import type { Organization, OrganizationRole, User } from '@parlance/schemas';
import { createRandom, hashText } from '../world/random.js';
import { collection, type Collection, type CollectionName } from '../world/store.js';
import type { World } from '../world/world.js';

/** A stored organization. Its ids are derived from the world, because copies of a world must have different ones. */
export interface StoredOrganization {
  readonly name: string;
  readonly created_at: string;
}

/** The organization of a world. */
export interface WorldOrganization extends StoredOrganization {
  readonly id: string;
  readonly uuid: string;
}

/** A stored member, with the fields of the admin and compliance APIs. */
export interface StoredUser {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly role: OrganizationRole;
  /** When the person joined the organization. */
  readonly added_at: string;
  /** When the account was created. */
  readonly created_at: string;
}

/** Members of the organization. */
export const users: CollectionName<StoredUser> = collection('users');

/** Collection with the single organization of a world. */
export const organizations: CollectionName<StoredOrganization> = collection('organizations');

const FOUNDED = '2025-09-01T08:00:00.000Z';

/** Id of the single record of {@link organizations}. */
export const THE_ORGANIZATION = 'organization';

/** Returns the organization of a world. */
export function organizationOf(world: World): WorldOrganization {
  const stored = world.store.of(organizations).get(THE_ORGANIZATION);
  const { name, created_at } = stored ?? { name: 'Example Organization', created_at: FOUNDED };
  return { id: world.organizationId, uuid: uuidOf(world.organizationId), name, created_at };
}

/** Returns the members of the organization. A new organization has a single admin. */
export function membersOf(world: World): Collection<StoredUser> {
  const records = world.store.of(users);
  if (records.size === 0) {
    // Do not draw from the world's ids: reading the directory must not change the ids generated later.
    const id = `user_${createRandom(hashText(`${world.organizationId}:founder`)).token(24)}`;
    const founder = { email: 'admin@example.com', name: 'Avery Admin', role: 'admin' };
    records.put(id, { id, ...founder, added_at: FOUNDED, created_at: FOUNDED });
  }
  return records;
}

/** Returns the organization as the admin API represents it. */
export function showOrganization({ id, name }: WorldOrganization): Organization {
  return { id, name, type: 'organization' };
}

/** Returns a member as the admin API represents it. */
export function showUser({ id, added_at, email, name, role }: StoredUser): User {
  return { id, added_at, email, name, role, type: 'user' };
}

/** Derives a stable UUID from an id. */
export function uuidOf(id: string): string {
  const random = createRandom(hashText(`${id}:uuid`));
  const hex = Array.from({ length: 30 }, () => random.below(16).toString(16)).join('');
  const variant = '89ab'[random.below(4)] as string;
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(12, 15)}`,
    variant + hex.slice(15, 18),
    hex.slice(18),
  ].join('-');
}
