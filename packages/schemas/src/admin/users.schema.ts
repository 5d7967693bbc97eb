/** Schemas of users. */
import * as z from 'zod';
import { idCursorFields, oneCursor } from '../kit/id-page-params.schema.js';
import { timestamp } from '../kit/limits.schema.js';
import { idPage } from '../kit/paging.schema.js';
import { object, type ObjectSchema, openObject, rule, type SchemasFor } from '../kit/schema.js';
import { adminLimit } from './id-page-params.schema.js';
import { AssignableRoleSchema, OrganizationRoleSchema } from './organization.schema.js';
import type * as types from './users.js';
import type { userOperations } from './operations.js';

/** Schema of {@link types.User}. */
export const UserSchema: ObjectSchema<types.User> = openObject<types.User>()({
  id: z.string().startsWith('user_'),
  added_at: timestamp,
  email: z.string(),
  name: z.string(),
  role: OrganizationRoleSchema,
  type: z.literal('user'),
});

/** Schema of {@link types.UserListParams}. */
export const UserListParamsSchema: ObjectSchema<types.UserListParams> = oneCursor(
  object<types.UserListParams>()({
    ...idCursorFields,
    limit: adminLimit,
    email: rule('ADM-046', z.string().min(1)).optional(),
  }),
);

/** Schema of {@link types.UserUpdateParams}. */
export const UserUpdateParamsSchema: ObjectSchema<types.UserUpdateParams> = object<types.UserUpdateParams>()({
  role: rule('ADM-047', AssignableRoleSchema),
});

/** Schema of {@link types.DeletedUser}. */
export const DeletedUserSchema: ObjectSchema<types.DeletedUser> = openObject<types.DeletedUser>()({
  id: z.string(),
  type: z.literal('user_deleted'),
});

/** Schemas of the operations on users, by id. */
export const userSchemas: SchemasFor<typeof userOperations> = {
  'users.retrieve': { response: UserSchema },
  'users.list': { query: UserListParamsSchema, response: idPage(UserSchema) },
  'users.update': { body: UserUpdateParamsSchema, response: UserSchema },
  'users.delete': { response: DeletedUserSchema },
};
