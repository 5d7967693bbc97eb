/** Invites: inviting people to the organization by e-mail. */
import type { OpenEnum } from '../kit/open.js';
import type { Operation } from '../kit/operation.js';
import type { IdPage, IdPageParams } from '../kit/paging.js';
import type { AssignableRole, OrganizationRole } from './organization.js';

/** State of an invite. */
export type InviteStatus = OpenEnum<'accepted' | 'expired' | 'deleted' | 'pending'>;

/**
 * An invitation to join the organization.
 *
 * @source compliance > Invite
 */
export interface Invite {
  /** Identifier with the prefix `invite_`. */
  id: string;
  /** E-mail address of the invited person. */
  email: string;
  /** RFC 3339 time at which a pending invite expires, 21 days after its creation. */
  expires_at: string;
  /** RFC 3339 time of creation. */
  invited_at: string;
  /** Role of the person after acceptance. */
  role: OrganizationRole;
  /** State. */
  status: InviteStatus;
  /** Always `invite`. */
  type: 'invite';
}

/** Response of {@link deleteInvite}. */
export interface DeletedInvite {
  /** Identifier of the deleted invite. */
  id: string;
  /** Always `invite_deleted`. */
  type: 'invite_deleted';
}

/** Body of {@link createInvite}. */
export interface InviteCreateParams {
  /** E-mail address of the person to invite. */
  email: string;
  /** Role of the person; cannot be `admin`. */
  role: AssignableRole;
}

/** Query of {@link listInvites}; the cursors are invite ids. */
export type InviteListParams = IdPageParams;

/** Creates an invite, which is `pending` until it is accepted. */
export const createInvite: Operation<{ body: InviteCreateParams; response: Invite }> = {
  id: 'invites.create',
  method: 'POST',
  path: '/v1/organizations/invites',
  auth: 'admin-key',
  replay: 'create',
  source: 'compliance > Administration: invites',
};

/** Retrieves an invite. */
export const retrieveInvite: Operation<{ params: 'invite_id'; response: Invite }> = {
  id: 'invites.retrieve',
  method: 'GET',
  path: '/v1/organizations/invites/{invite_id}',
  auth: 'admin-key',
  replay: 'read',
  source: 'compliance > Administration: invites',
};

/** Lists the invites. */
export const listInvites: Operation<{ query: InviteListParams; response: IdPage<Invite> }> = {
  id: 'invites.list',
  method: 'GET',
  path: '/v1/organizations/invites',
  auth: 'admin-key',
  paging: 'id',
  replay: 'read',
  source: 'compliance > Administration: invites',
};

/** Deletes a pending invite. It can no longer be accepted. */
export const deleteInvite: Operation<{ params: 'invite_id'; response: DeletedInvite }> = {
  id: 'invites.delete',
  method: 'DELETE',
  path: '/v1/organizations/invites/{invite_id}',
  auth: 'admin-key',
  replay: 'idempotent',
  source: 'compliance > Administration: invites',
};

/** Operations on invites, by id. */
export const inviteOperations: {
  readonly 'invites.create': typeof createInvite;
  readonly 'invites.retrieve': typeof retrieveInvite;
  readonly 'invites.list': typeof listInvites;
  readonly 'invites.delete': typeof deleteInvite;
} = {
  'invites.create': createInvite,
  'invites.retrieve': retrieveInvite,
  'invites.list': listInvites,
  'invites.delete': deleteInvite,
};
