/** Handlers for groups. The API reads them; a scenario creates them. */
import type { groupOperations } from '@parlance/schemas';
import type { HandlersFor } from '../engine/call.js';
import { membersOf } from '../organization/directory.js';
import { groups, memberships } from '../organization/groups.js';
import { find } from '../records/find.js';
import { cursorPage } from '../records/pages.js';

const named = { what: 'group' };

/** Handlers for the group operations. */
export const groupHandlers: HandlersFor<typeof groupOperations> = {
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
      show: ({ user_id, created_at }) => ({
        created_at,
        email: people.get(user_id)?.email ?? '',
        rbac_group_id: id,
        type: 'rbac_group_member',
        user_id,
      }),
    });
  },
};
