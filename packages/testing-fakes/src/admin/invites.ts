/**
 * Handlers for invites.
 *
 * Rules: ADM-020, ADM-021, ADM-022, ADM-023, ADM-024, ADM-025, ADM-026, ADM-031, GEN-024.
 */
import type { inviteOperations } from '@parlance/schemas';
import type { HandlersFor } from '../engine/call.js';
import { badRequest, notFound } from '../engine/refusal.js';
import { find } from '../records/find.js';
import { idPage } from '../records/pages.js';
import { invites, newInvite, present } from '../organization/invites.js';

const named = { what: 'invite', rule: 'ADM-030' };

/** Handlers for the invite operations. */
export const inviteHandlers: HandlersFor<typeof inviteOperations> = {
  'invites.create': ({ body, world, now }) => {
    const id = world.id('invite_');
    return world.store.of(invites).put(id, newInvite(id, body.email, body.role, now));
  },

  'invites.retrieve': ({ params, world }) =>
    present(world, find(world.store.of(invites), params.invite_id, named)),

  'invites.list': (call) =>
    idPage(call, { from: call.world.store.of(invites), show: (invite) => present(call.world, invite) }),

  'invites.delete': ({ params, world }) => {
    const records = world.store.of(invites);
    const invite = present(world, find(records, params.invite_id, named));
    if (invite.status === 'deleted') throw notFound('invite', invite.id, named.rule);
    if (invite.status !== 'pending') {
      throw badRequest(
        'ADM-032',
        'invite_id',
        'must be the id of a pending invite; accepted and expired invites cannot be deleted',
      );
    }
    records.put(invite.id, { ...invite, status: 'deleted' });
    return { id: invite.id, type: 'invite_deleted' };
  },
};
