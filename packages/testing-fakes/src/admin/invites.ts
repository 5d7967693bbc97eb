/** Handlers for invites. */
import type { Invite, inviteOperations, User } from '@parlance/schemas';
import { addActivity } from '../organization/activity-records.js';
import type { HandlersFor } from '../engine/call.js';
import { badRequest, notFound } from '../engine/refusal.js';
import { find } from '../records/find.js';
import { idPage } from '../records/pages.js';
import { collection, type CollectionName } from '../world/store.js';
import type { World } from '../world/world.js';
import { membersOf, showUser } from '../organization/directory.js';

/** Invites. The expiry of a pending invite is evaluated when it is read. */
export const invites: CollectionName<Invite> = collection('invites');

const named = { what: 'invite', rule: 'ADM-030' };

/** Time until an invite expires, in milliseconds. */
export const INVITE_LIFETIME_MS: number = 21 * 24 * 60 * 60 * 1000;

/** Returns an invite with its status at the current time of the world. */
function present(world: World, invite: Invite): Invite {
  const isOver = invite.status === 'pending' && Date.parse(invite.expires_at) <= world.clock.now();
  return isOver ? { ...invite, status: 'expired' } : invite;
}

/**
 * Accepts a pending invite, as the invited person does: the person becomes a member of the organization.
 *
 * @param world - World of the invite.
 * @param inviteId - Id of the invite.
 * @returns The new member.
 * @throws {Error} When the invite does not exist or is not pending.
 */
export function acceptInvite(world: World, inviteId: string): User {
  const records = world.store.of(invites);
  const invite = records.get(inviteId);
  const status = invite === undefined ? 'missing' : present(world, invite).status;
  if (invite === undefined || status !== 'pending')
    throw new Error(`The invite ${inviteId} cannot be accepted: it is ${status}.`);
  records.put(invite.id, { ...invite, status: 'accepted' });
  const [now, id] = [world.clock.iso(), world.id('user_')];
  const { email, role } = invite;
  const user = { id, email, name: email.slice(0, email.indexOf('@')), role, added_at: now, created_at: now };
  membersOf(world).put(id, user);
  addActivity(world, {
    type: 'org_user_invite_accepted',
    actor: {
      type: 'user_actor',
      email_address: email,
      user_id: id,
      ip_address: '203.0.113.1',
      user_agent: 'Mozilla/5.0',
    },
    invite_id: invite.id,
    invited_email: email,
    invited_role: role,
  });
  return showUser(user);
}

/** Handlers for the invite operations. */
export const inviteHandlers: HandlersFor<typeof inviteOperations> = {
  'invites.create': ({ body, world, now }) => {
    const id = world.id('invite_');
    const expires = new Date(Date.parse(now) + INVITE_LIFETIME_MS).toISOString();
    return world.store.of(invites).put(id, {
      id,
      email: body.email,
      expires_at: expires,
      invited_at: now,
      role: body.role,
      status: 'pending',
      type: 'invite',
    });
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
