/** Invites of people to the organization. */
import * as z from 'zod';
import { aliasOf, type OperationContract, operationsOf } from '../kit/contract.js';
import { timestamp } from '../kit/limits.schema.js';
import { idPage } from '../kit/paging.schema.js';
import { object, type ObjectSchema, openEnum, openObject, rule, type Schema } from '../kit/schema.js';
import { adminPageParams } from './id-page-params.schema.js';
import { AssignableRole, OrganizationRole } from './organization.contract.js';
import type * as types from './invites.js';

/** Status of an invite. */
export const InviteStatus: Schema<types.InviteStatus> = openEnum([
  'accepted',
  'expired',
  'deleted',
  'pending',
]);

/**
 * An invitation to join the organization.
 *
 * @source compliance > Invite
 */
export const Invite: ObjectSchema<types.Invite> = openObject({
  /** Identifier with the prefix `invite_`. */
  id: z.string().startsWith('invite_'),
  /** E-mail address of the invited person. */
  email: z.string(),
  /** Time at which a pending invite expires, 21 days after its creation (RFC 3339). */
  expires_at: timestamp,
  /** Creation time (RFC 3339). */
  invited_at: timestamp,
  /** Role that the person gets when they accept. */
  role: OrganizationRole,
  /** Status of the invite. */
  status: InviteStatus,
  type: z.literal('invite'),
});

/** Body of {@link createInvite}. */
export const InviteCreateParams: ObjectSchema<types.InviteCreateParams> = object({
  /** E-mail address of the person to invite. */
  email: rule('ADM-027', z.string().regex(/^[^\s@]+@[^\s@]+$/, 'must be an e-mail address')),
  /** Role of the person; cannot be `admin`. */
  role: rule('ADM-028', AssignableRole),
});

/** Response of {@link deleteInvite}. */
export const DeletedInvite: ObjectSchema<types.DeletedInvite> = openObject({
  /** Identifier of the deleted invite. */
  id: z.string(),
  type: z.literal('invite_deleted'),
});

/** Query of {@link listInvites}. The cursors are invite ids. */
export const InviteListParams: ObjectSchema<types.InviteListParams> = aliasOf(
  'IdPageParams',
  adminPageParams(),
);

/** Invites people to the organization by e-mail. */
const operation = operationsOf({
  client: 'Invites',
  auth: 'admin-key',
  source: 'compliance > Administration: invites',
});

/**
 * Invites a person to the organization by e-mail. The invite is `pending` until it is accepted, deleted or expires after 21
 * days.
 */
export const createInvite: OperationContract = operation({
  id: 'invites.create',
  route: 'POST /v1/organizations/invites',
  replay: 'create',
  schemas: { body: InviteCreateParams, response: Invite },
});

/** Retrieves an invite with any status. */
export const retrieveInvite: OperationContract = operation({
  id: 'invites.retrieve',
  route: 'GET /v1/organizations/invites/{invite_id}',
  schemas: { response: Invite },
});

/** Lists the invites of the organization with any status. */
export const listInvites: OperationContract = operation({
  id: 'invites.list',
  route: 'GET /v1/organizations/invites',
  paging: 'id',
  schemas: { query: InviteListParams, response: idPage(Invite) },
});

/**
 * Deletes a pending invite, so that it can no longer be accepted.
 *
 * @throws `BadRequestError` When the invite has been accepted or has expired; `NotFoundError` when it does not exist or was
 * already deleted.
 */
export const deleteInvite: OperationContract = operation({
  id: 'invites.delete',
  route: 'DELETE /v1/organizations/invites/{invite_id}',
  schemas: { response: DeletedInvite },
});
