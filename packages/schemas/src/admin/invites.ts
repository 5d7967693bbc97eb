/** Invites of people to the organization. */
import type { OpenEnum } from '../kit/open.js';
import type { Operation } from '../kit/operation.js';
import type { IdPage, IdPageParams } from '../kit/paging.js';
import type { AssignableRole, OrganizationRole } from './organization.js';

/** Status of an invite. */
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
  /** Time at which a pending invite expires, 21 days after its creation (RFC 3339). */
  expires_at: string;
  /** Creation time (RFC 3339). */
  invited_at: string;
  /** Role that the person gets when they accept. */
  role: OrganizationRole;
  /** Status of the invite. */
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

/** Query of {@link listInvites}. The cursors are invite ids. */
export type InviteListParams = IdPageParams;

/** Invites a person to the organization. The invite is `pending` until it is accepted, deleted or expires. */
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

/** Lists the invites of the organization. */
export const listInvites: Operation<{ query: InviteListParams; response: IdPage<Invite> }> = {
  id: 'invites.list',
  method: 'GET',
  path: '/v1/organizations/invites',
  auth: 'admin-key',
  paging: 'id',
  replay: 'read',
  source: 'compliance > Administration: invites',
};

/** Deletes a pending invite, so that it can no longer be accepted. */
export const deleteInvite: Operation<{ params: 'invite_id'; response: DeletedInvite }> = {
  id: 'invites.delete',
  method: 'DELETE',
  path: '/v1/organizations/invites/{invite_id}',
  auth: 'admin-key',
  replay: 'idempotent',
  source: 'compliance > Administration: invites',
};
