/** Groups of members, and the roles that they grant. */
import type { Group, Role } from '@parlance/schemas';
import { collection, type CollectionName } from '../world/store.js';
import type { World } from '../world/world.js';

/** Groups of the organization. */
export const groups: CollectionName<Group> = collection('groups');

/** Returns a group that has not been changed since it was created. */
export function newGroup(fields: Omit<Group, 'type' | 'updated_at'>): Group {
  return { ...fields, type: 'rbac_group', updated_at: fields.created_at };
}

/** Membership of a group, scoped by group. The id is that of the user. */
export interface StoredMembership {
  readonly user_id: string;
  readonly created_at: string;
}

/** Members of groups, scoped by group. A person who has left the organization is not listed. */
export const memberships: CollectionName<StoredMembership> = collection('group_members');

/** Replaces the members of a group. Those who stay keep the time at which they joined. */
export function putMembers(world: World, groupId: string, users: readonly string[]): void {
  const members = world.store.of(memberships, groupId);
  for (const { id } of members.entries()) if (!users.includes(id)) members.delete(id);
  for (const user_id of users)
    if (members.get(user_id) === undefined) members.put(user_id, { user_id, created_at: world.clock.iso() });
}

/** What the roles that every organization has may do in it, by id of the role. */
export const builtInActions: ReadonlyMap<string, readonly string[]> = new Map([
  ['rbac_role_viewer', ['chat']],
  ['rbac_role_user_manager', ['chat', 'permission_members']],
]);

const FOUNDED = '2025-09-01T08:00:00Z';

/** The roles that every organization has, by id. */
export const builtInRoles: ReadonlyMap<string, Role> = new Map(
  [
    ['rbac_role_viewer', 'Viewer'],
    ['rbac_role_user_manager', 'User manager'],
  ].map(([id = '', display_name = '']) => [
    id,
    {
      id,
      created_at: FOUNDED,
      display_name,
      source: { type: 'built_in' },
      type: 'rbac_role',
      updated_at: FOUNDED,
    },
  ]),
);
