/**
 * Handlers for users.
 *
 * Rules: ADM-049, ADM-051.
 */
import type { userOperations } from '@parlance/schemas';
import type { HandlersFor } from '../engine/call.js';
import { badRequest } from '../engine/refusal.js';
import { find, remove } from '../records/find.js';
import { idPage } from '../records/pages.js';
import { membersOf, showUser } from '../organization/directory.js';

const named = { what: 'user', rule: 'ADM-045' };

/** Handlers for the user operations. */
export const userHandlers: HandlersFor<typeof userOperations> = {
  'users.retrieve': ({ params, world }) => showUser(find(membersOf(world), params.user_id, named)),

  'users.list': (call) => {
    const email = call.query.email?.toLowerCase();
    return idPage(call, {
      from: membersOf(call.world),
      where: (user) => email === undefined || user.email.toLowerCase() === email,
      show: showUser,
    });
  },

  'users.update': ({ params, body, world }) => {
    const members = membersOf(world);
    const user = find(members, params.user_id, named);
    return showUser(members.put(user.id, { ...user, role: body.role }));
  },

  'users.delete': ({ params, world }) => {
    const members = membersOf(world);
    const user = find(members, params.user_id, named);
    if (user.role === 'admin') {
      throw badRequest(
        'ADM-050',
        'user_id',
        'must not be the id of an admin; admins cannot be removed through the API',
      );
    }
    remove(members, user.id, named);
    return { id: user.id, type: 'user_deleted' };
  },

  'users.signOut': ({ params, world }) => {
    const user = find(membersOf(world), params.user_id, named);
    if (user.id === membersOf(world).entries()[0]?.id)
      throw badRequest(
        'OUT-001',
        'user_id',
        'must not be the id of the primary owner',
        'cannot_sign_out_primary_owner',
      );
    return showUser(user);
  },
};
