/** Invites to the organization. */
import type { Invite, User } from '@parlance/schemas';
import { collection, type CollectionName } from '../world/store.js';
import type { World } from '../world/world.js';
import { addActivity, userActorOf } from './activity-records.js';
import { membersOf, showUser } from './directory.js';

/** Invites. The expiry of a pending invite is evaluated when it is read. */
export const invites: CollectionName<Invite> = collection('invites');

/** Time until an invite expires, in milliseconds. */
const LIFETIME_MS = 21 * 24 * 60 * 60 * 1000;

/** Returns a pending invite. */
export function newInvite(id: string, email: string, role: Invite['role'], invitedAt: string): Invite {
  const expires = new Date(Date.parse(invitedAt) + LIFETIME_MS).toISOString();
  return { id, email, expires_at: expires, invited_at: invitedAt, role, status: 'pending', type: 'invite' };
}

/** Returns an invite with its status at the current time of the world. */
export function present(world: World, invite: Invite): Invite {
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
    actor: userActorOf(id, email),
    invite_id: invite.id,
    invited_email: email,
    invited_role: role,
  });
  return showUser(user);
}
