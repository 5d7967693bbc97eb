/** Schemas of users. */
import { s } from '../kit/schema.js';
import { idCursorFields, oneCursor } from '../kit/id-page-params.schema.js';
import { timestamp } from '../kit/limits.schema.js';
import { idPage } from '../kit/paging.schema.js';
import { object, openObject, rule, type Schema, type SchemasFor } from '../kit/schema.js';
import { adminLimit } from './id-page-params.schema.js';
import { AssignableRoleSchema, OrganizationRoleSchema } from './organization.schema.js';
import type { DeletedUser, User, UserListParams, userOperations, UserUpdateParams } from './users.js';

/** Schema of {@link User}. */
export const UserSchema: Schema<User> = openObject<User>()({
  id: s.string().startsWith('user_'),
  added_at: timestamp,
  email: s.string(),
  name: s.string(),
  role: OrganizationRoleSchema,
  type: s.literal('user'),
});

/** Schema of {@link UserListParams}. */
export const UserListParamsSchema: Schema<UserListParams> = oneCursor(
  object<UserListParams>()({
    ...idCursorFields,
    limit: adminLimit,
    email: rule('ADM-046', s.string().min(1)).optional(),
  }),
);

/** Schema of {@link UserUpdateParams}. */
export const UserUpdateParamsSchema: Schema<UserUpdateParams> = object<UserUpdateParams>()({
  role: rule('ADM-047', AssignableRoleSchema),
});

/** Schema of {@link DeletedUser}. */
export const DeletedUserSchema: Schema<DeletedUser> = openObject<DeletedUser>()({
  id: s.string(),
  type: s.literal('user_deleted'),
});

/** Schemas of the operations on users, by id. */
export const userSchemas: SchemasFor<typeof userOperations> = {
  'users.retrieve': { response: UserSchema },
  'users.list': { query: UserListParamsSchema, response: idPage(UserSchema) },
  'users.update': { body: UserUpdateParamsSchema, response: UserSchema },
  'users.delete': { response: DeletedUserSchema },
};
