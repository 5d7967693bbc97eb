/** Schemas of invites. */
import { s } from '../kit/schema.js';
import { idPage } from '../kit/paging.schema.js';
import { object, openEnum, openObject, rule, type Schema, type SchemasFor } from '../kit/schema.js';
import { timestamp } from '../kit/limits.schema.js';
import { AdminPageParamsSchema } from './id-page-params.schema.js';
import type { DeletedInvite, Invite, InviteCreateParams, inviteOperations } from './invites.js';
import { AssignableRoleSchema, OrganizationRoleSchema } from './organization.schema.js';

/** Schema of {@link Invite}. */
export const InviteSchema: Schema<Invite> = openObject<Invite>()({
  id: s.string().startsWith('invite_'),
  email: s.string(),
  expires_at: timestamp,
  invited_at: timestamp,
  role: OrganizationRoleSchema,
  status: openEnum<'accepted' | 'expired' | 'deleted' | 'pending'>(),
  type: s.literal('invite'),
});

/** Schema of {@link InviteCreateParams}. */
export const InviteCreateParamsSchema: Schema<InviteCreateParams> = object<InviteCreateParams>()({
  email: rule('ADM-027', s.string().regex(/^[^\s@]+@[^\s@]+$/, 'must be an e-mail address')),
  role: rule('ADM-028', AssignableRoleSchema),
});

/** Schema of {@link DeletedInvite}. */
export const DeletedInviteSchema: Schema<DeletedInvite> = openObject<DeletedInvite>()({
  id: s.string(),
  type: s.literal('invite_deleted'),
});

/** Schemas of the operations on invites, by id. */
export const inviteSchemas: SchemasFor<typeof inviteOperations> = {
  'invites.create': { body: InviteCreateParamsSchema, response: InviteSchema },
  'invites.retrieve': { response: InviteSchema },
  'invites.list': { query: AdminPageParamsSchema, response: idPage(InviteSchema) },
  'invites.delete': { response: DeletedInviteSchema },
};
