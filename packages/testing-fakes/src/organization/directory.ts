/**
 * Organization and members of a world, shared by the admin and compliance APIs.
 *
 * Rules: ADM-040, ADM-041, ADM-042, ADM-043, ADM-044.
 */
import type { Organization, OrganizationRole, User } from '@parlance/schemas';
import { createRandom, hashText } from '../world/random.js';
import { collection, type Collection, type CollectionName } from '../world/store.js';
import type { World } from '../world/world.js';

/** A stored organization. Its ids are derived from the world, because copies of a world must have different ones. */
export interface StoredOrganization {
  readonly name: string;
  readonly created_at: string;
}

/** An organization of a world. */
export interface WorldOrganization extends StoredOrganization {
  /** Key of its stored record. */
  readonly key: string;
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

/** Members of the organization; those of the other organizations are scoped by its key. */
export const users: CollectionName<StoredUser> = collection('users');

/**
 * Organizations of a world, under one parent. The keys of the world belong to the first. The others are visible through
 * the compliance API only.
 */
export const organizations: CollectionName<StoredOrganization> = collection('organizations');

const FOUNDED = '2025-09-01T08:00:00.000Z';

/** Key of the organization that the keys of a world belong to. */
export const THE_ORGANIZATION = 'organization';

/** Returns the organization that the keys of a world belong to. */
export function organizationOf(world: World): WorldOrganization {
  const stored = world.store.of(organizations).get(THE_ORGANIZATION);
  return withIds(world, THE_ORGANIZATION, stored ?? { name: 'Example Organization', created_at: FOUNDED });
}

/** Returns all organizations of a world, by creation. */
export function organizationsOf(world: World): WorldOrganization[] {
  const others = world.store
    .of(organizations)
    .entries()
    .filter(({ id }) => id !== THE_ORGANIZATION)
    .map(({ id, record }) => withIds(world, id, record));
  const all = [organizationOf(world), ...others];
  return all.sort((left, right) => Date.parse(left.created_at) - Date.parse(right.created_at));
}

/** Adds an organization under the parent of the world's organization. It has no members. */
export function addOrganization(world: World, organization: StoredOrganization): WorldOrganization {
  const records = world.store.of(organizations);
  const key = `${THE_ORGANIZATION}_${records.next}`;
  return withIds(world, key, records.put(key, organization));
}

function withIds(world: World, key: string, { name, created_at }: StoredOrganization): WorldOrganization {
  const { organizationId } = world;
  const id =
    key === THE_ORGANIZATION
      ? organizationId
      : `org_${createRandom(hashText(`${organizationId}:${key}`)).token(24)}`;
  return { key, id, uuid: uuidOf(id), name, created_at };
}

/** Returns the members of an organization. The organization of the world's keys has a single admin at first. */
export function membersOf(world: World, key: string = THE_ORGANIZATION): Collection<StoredUser> {
  if (key !== THE_ORGANIZATION) return world.store.of(users, key);
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
