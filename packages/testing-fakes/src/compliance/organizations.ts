/**
 * Handlers for the directory: organizations and their users.
 *
 * Rules: CMP-035.
 */
import type { directoryOperations, DirectoryUser } from '@parlance/schemas';
import { membersOf, organizationsOf, type StoredUser } from '../organization/directory.js';
import type { HandlersFor } from '../engine/call.js';
import { badRequest, notFound } from '../engine/refusal.js';
import { cursorPage } from '../records/pages.js';

/** Handlers for the directory operations. */
export const directoryHandlers: HandlersFor<typeof directoryOperations> = {
  'organizations.list': ({ query, world }) => {
    // A single page contains every organization, so no cursor can be valid.
    if (query.page !== undefined) throw badRequest('GEN-009', 'page', 'is not a valid cursor for this list');
    const data = organizationsOf(world).map(({ uuid, name, created_at }) => ({ uuid, name, created_at }));
    return { data, has_more: false, next_page: null };
  },

  'organizations.listUsers': (call) => {
    const { params, world } = call;
    const organization = organizationsOf(world).find(({ uuid }) => uuid === params.org_uuid);
    if (organization === undefined) throw notFound('organization', params.org_uuid, 'CMP-024');
    const page = cursorPage(call, {
      from: membersOf(world, organization.key),
      defaultLimit: 500,
      order: 'asc',
      by: (user) => user.created_at,
      ties: 'id',
      show: showDirectoryUser,
    });
    return { ...page, has_more: page.next_page != null };
  },
};

function showDirectoryUser({ id, name, email, created_at }: StoredUser): DirectoryUser {
  return { id, full_name: name, email, created_at };
}
