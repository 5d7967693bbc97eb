/** Schemas of users. */
import * as z from 'zod';
import { idCursorFields, oneCursor } from '../kit/id-page-params.schema.js';
import { timestamp } from '../kit/limits.schema.js';
import { idPage } from '../kit/paging.schema.js';
import { object, type ObjectSchema, openObject, rule, type SchemasFor } from '../kit/schema.js';
import { adminLimit } from './id-page-params.schema.js';
import { AssignableRoleSchema, OrganizationRoleSchema } from './organization.schema.js';
import type { DeletedUser, User, UserListParams, userOperations, UserUpdateParams } from './users.js';

/** Schema of {@link User}. */
export const UserSchema: ObjectSchema<User> = openObject<User>()({
  id: z.string().startsWith('user_'),
  added_at: timestamp,
  email: z.string(),
  name: z.string(),
  role: OrganizationRoleSchema,
  type: z.literal('user'),
});

/** Schema of {@link UserListParams}. */
export const UserListParamsSchema: ObjectSchema<UserListParams> = oneCursor(
  object<UserListParams>()({
    ...idCursorFields,
    limit: adminLimit,
    email: rule('ADM-046', z.string().min(1)).optional(),
  }),
);

/** Schema of {@link UserUpdateParams}. */
export const UserUpdateParamsSchema: ObjectSchema<UserUpdateParams> = object<UserUpdateParams>()({
  role: rule('ADM-047', AssignableRoleSchema),
});

/** Schema of {@link DeletedUser}. */
export const DeletedUserSchema: ObjectSchema<DeletedUser> = openObject<DeletedUser>()({
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
