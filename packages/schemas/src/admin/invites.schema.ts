/** Schemas of invites. */
import * as z from 'zod';
import { idPage } from '../kit/paging.schema.js';
import { object, type ObjectSchema, openEnum, openObject, rule, type SchemasFor } from '../kit/schema.js';
import { timestamp } from '../kit/limits.schema.js';
import { AdminPageParamsSchema } from './id-page-params.schema.js';
import type * as types from './invites.js';
import type { inviteOperations } from './operations.js';
import { AssignableRoleSchema, OrganizationRoleSchema } from './organization.schema.js';

/** Schema of {@link types.Invite}. */
export const InviteSchema: ObjectSchema<types.Invite> = openObject<types.Invite>()({
  id: z.string().startsWith('invite_'),
  email: z.string(),
  expires_at: timestamp,
  invited_at: timestamp,
  role: OrganizationRoleSchema,
  status: openEnum<'accepted' | 'expired' | 'deleted' | 'pending'>(),
  type: z.literal('invite'),
});

/** Schema of {@link types.InviteCreateParams}. */
export const InviteCreateParamsSchema: ObjectSchema<types.InviteCreateParams> =
  object<types.InviteCreateParams>()({
    email: rule('ADM-027', z.string().regex(/^[^\s@]+@[^\s@]+$/, 'must be an e-mail address')),
    role: rule('ADM-028', AssignableRoleSchema),
  });

/** Schema of {@link types.DeletedInvite}. */
export const DeletedInviteSchema: ObjectSchema<types.DeletedInvite> = openObject<types.DeletedInvite>()({
  id: z.string(),
  type: z.literal('invite_deleted'),
});

/** Schemas of the operations on invites, by id. */
export const inviteSchemas: SchemasFor<typeof inviteOperations> = {
  'invites.create': { body: InviteCreateParamsSchema, response: InviteSchema },
  'invites.retrieve': { response: InviteSchema },
  'invites.list': { query: AdminPageParamsSchema, response: idPage(InviteSchema) },
  'invites.delete': { response: DeletedInviteSchema },
};
