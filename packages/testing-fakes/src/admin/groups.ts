/** Handlers for groups. A scenario creates those of an identity provider. */
import type { Group, GroupMember, groupOperations } from '@parlance/schemas';
import type { HandlersFor } from '../engine/call.js';
import { badRequest, notFound } from '../engine/refusal.js';
import { membersOf, type StoredUser } from '../organization/directory.js';
import { groups, memberships, newGroup, putMembers, type StoredMembership } from '../organization/groups.js';
import { changed, find, touch } from '../records/find.js';
import { cursorPage } from '../records/pages.js';
import type { World } from '../world/world.js';

const named = { what: 'group' };

/** Handlers for the group operations. */
export const groupHandlers: HandlersFor<typeof groupOperations> = {
  'groups.create': ({ world, body, now }) => {
    const id = world.id('rbac_group_');
    const { name } = body;
    const group = newGroup({ id, created_at: now, name, role_ids: [], source_type: 'direct' });
    return world.store.of(groups).put(id, group);
  },
  'groups.retrieve': ({ params, world }) => find(world.store.of(groups), params.group_id, named),
  'groups.list': (call) => cursorPage(call, { from: call.world.store.of(groups), show: (group) => group }),
  'groups.listMembers': (call) => {
    const { params, world } = call;
    const { id } = find(world.store.of(groups), params.group_id, named);
    const people = membersOf(world);
    const stored = world.store.of(memberships, id);
    return cursorPage(call, {
      // A person may leave the organization, but not the place of a cursor.
      from: {
        entries: () => stored.entries().filter(({ id }) => people.get(id) !== undefined),
        place: (user) => stored.place(user),
      },
      show: (member) => showMember(id, member, people.get(member.user_id)),
    });
  },
  'groups.update': ({ world, params, body }) => {
    const group = findDirect(world, params.group_id);
    const renamed = changed(group, { name: body.name ?? undefined });
    return renamed === group ? group : world.store.of(groups).put(group.id, touch(world.clock, renamed));
  },
  'groups.delete': ({ world, params }) => {
    const { id } = findDirect(world, params.group_id);
    putMembers(world, id, []);
    world.store.of(groups).delete(id);
    return { id, type: 'rbac_group_deleted' };
  },
  'groups.addMember': ({ world, params, body }) => {
    const { id } = findDirect(world, params.group_id);
    const user = membersOf(world).get(body.user_id);
    if (user === undefined)
      throw badRequest('GRP-003', 'user_id', 'must be the id of a member of the organization');
    const members = world.store.of(memberships, id);
    const member = members.get(user.id) ?? { user_id: user.id, created_at: world.clock.iso() };
    return showMember(id, members.put(user.id, member), user);
  },
  'groups.removeMember': ({ world, params }) => {
    const { id } = findDirect(world, params.group_id);
    const members = world.store.of(memberships, id);
    if (members.get(params.user_id) === undefined || membersOf(world).get(params.user_id) === undefined)
      throw notFound('member of this group', params.user_id);
    members.delete(params.user_id);
    return { rbac_group_id: id, type: 'rbac_group_member_deleted', user_id: params.user_id };
  },
};

/** Returns a group that may be changed. @throws {Refusal} If it does not exist, or an identity provider manages it. */
function findDirect(world: World, id: string): Group {
  const group = find(world.store.of(groups), id, named);
  if (group.source_type !== 'direct')
    throw badRequest('GRP-002', 'group_id', 'must not be the id of a group of an identity provider');
  return group;
}

function showMember(
  groupId: string,
  { user_id, created_at }: StoredMembership,
  user: StoredUser | undefined,
): GroupMember {
  return { created_at, email: user?.email ?? '', rbac_group_id: groupId, type: 'rbac_group_member', user_id };
}
