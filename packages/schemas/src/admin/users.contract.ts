/** Users: the members of the organization. */
import * as z from 'zod';
import { type OperationContract, operationsOf } from '../kit/contract.js';
import { idCursorFields, oneCursor } from '../kit/id-page-params.schema.js';
import { timestamp } from '../kit/limits.schema.js';
import { idPage } from '../kit/paging.schema.js';
import { object, type ObjectSchema, openObject, rule } from '../kit/schema.js';
import { adminLimit } from './id-page-params.schema.js';
import { AssignableRole, OrganizationRole } from './organization.contract.js';
import type * as types from './users.js';

/**
 * A member of the organization.
 *
 * @source compliance > User
 */
export const User: ObjectSchema<types.User> = openObject({
  /** Identifier with the prefix `user_`. */
  id: z.string().startsWith('user_'),
  /** Time at which the user joined the organization (RFC 3339). */
  added_at: timestamp,
  /** E-mail address of the user. */
  email: z.string(),
  /** Full name of the user. */
  name: z.string(),
  /** Role of the user in the organization. */
  role: OrganizationRole,
  type: z.literal('user'),
});

/** Query of {@link listUsers}. The cursors are user ids. */
export const UserListParams: ObjectSchema<types.UserListParams> = oneCursor(
  object('IdPageParams', {
    ...idCursorFields,
    limit: adminLimit,
    /** Returns only the user with this e-mail address. */
    email: rule('ADM-046', z.string().min(1)).optional(),
  }),
);

/** Body of {@link updateUser}. */
export const UserUpdateParams: ObjectSchema<types.UserUpdateParams> = object({
  /** New role; cannot be `admin`. */
  role: rule('ADM-047', AssignableRole),
});

/** Response of {@link deleteUser}. */
export const DeletedUser: ObjectSchema<types.DeletedUser> = openObject({
  /** Identifier of the removed user. */
  id: z.string(),
  type: z.literal('user_deleted'),
});

/** Manages the members of the organization. To add people, use `invites`. */
const operation = operationsOf({
  client: 'Users',
  auth: 'admin-key',
  source: 'compliance > Administration: users',
  notShown: '1.4.1',
});

/** Retrieves a user by id. */
export const retrieveUser: OperationContract = operation({
  id: 'users.retrieve',
  route: 'GET /v1/organizations/users/{user_id}',
  schemas: { response: User },
});

/** Lists the users of the organization. Set `email` to find one person; letter case does not matter. */
export const listUsers: OperationContract = operation({
  id: 'users.list',
  route: 'GET /v1/organizations/users',
  paging: 'id',
  schemas: { query: UserListParams, response: idPage(User) },
});

/** Changes the role of a user. The role `admin` cannot be assigned. */
export const updateUser: OperationContract = operation({
  id: 'users.update',
  route: 'POST /v1/organizations/users/{user_id}',
  replay: 'idempotent',
  schemas: { body: UserUpdateParams, response: User },
});

/**
 * Removes a user from the organization and from all its workspaces.
 *
 * @throws `BadRequestError` When the user is an admin, who cannot be removed through the API; `NotFoundError` when the user
 * does not exist.
 */
export const deleteUser: OperationContract = operation({
  id: 'users.delete',
  route: 'DELETE /v1/organizations/users/{user_id}',
  schemas: { response: DeletedUser },
});

/**
 * Ends all sessions of a user, for example when a device is lost. The user stays a member and can sign in again. Repeat a
 * call that fails: what has ended stays ended.
 *
 * @throws `BadRequestError` For the primary owner; `NotFoundError` when the user does not exist.
 */
export const signOutUser: OperationContract = operation({
  id: 'users.signOut',
  route: 'POST /v1/organizations/users/{user_id}/sign_out',
  beta: 'admin-user-sign-out-2026-10-08',
  replay: 'idempotent',
  assumed: ['operation'],
  schemas: { response: User },
});
