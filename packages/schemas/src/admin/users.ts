/** Users: the members of the organization. */
import type { Operation } from '../kit/operation.js';
import type { IdPage, IdPageParams } from '../kit/paging.js';
import type { AssignableRole, OrganizationRole } from './organization.js';

/**
 * A member of the organization.
 *
 * @source compliance > User
 */
export interface User {
  /** Identifier with the prefix `user_`. */
  id: string;
  /** Time at which the user joined the organization (RFC 3339). */
  added_at: string;
  /** E-mail address of the user. */
  email: string;
  /** Full name of the user. */
  name: string;
  /** Role of the user in the organization. */
  role: OrganizationRole;
  /** Always `user`. */
  type: 'user';
}

/** Response of {@link deleteUser}. */
export interface DeletedUser {
  /** Identifier of the removed user. */
  id: string;
  /** Always `user_deleted`. */
  type: 'user_deleted';
}

/** Query of {@link listUsers}. The cursors are user ids. */
export interface UserListParams extends IdPageParams {
  /** Returns only the user with this e-mail address. */
  email?: string | undefined;
}

/** Body of {@link updateUser}. */
export interface UserUpdateParams {
  /** New role; cannot be `admin`. */
  role: AssignableRole;
}

/** Retrieves a user. */
export const retrieveUser: Operation<{ params: 'user_id'; response: User }> = {
  id: 'users.retrieve',
  method: 'GET',
  path: '/v1/organizations/users/{user_id}',
  auth: 'admin-key',
  replay: 'read',
  source: 'compliance > Administration: users',
};

/** Lists the users of the organization. */
export const listUsers: Operation<{ query: UserListParams; response: IdPage<User> }> = {
  id: 'users.list',
  method: 'GET',
  path: '/v1/organizations/users',
  auth: 'admin-key',
  paging: 'id',
  replay: 'read',
  source: 'compliance > Administration: users',
};

/** Updates the role of a user. */
export const updateUser: Operation<{ params: 'user_id'; body: UserUpdateParams; response: User }> = {
  id: 'users.update',
  method: 'POST',
  path: '/v1/organizations/users/{user_id}',
  auth: 'admin-key',
  replay: 'idempotent',
  source: 'compliance > Administration: users',
};

/** Removes a user from the organization. Users with the role `admin` cannot be removed through the API. */
export const deleteUser: Operation<{ params: 'user_id'; response: DeletedUser }> = {
  id: 'users.delete',
  method: 'DELETE',
  path: '/v1/organizations/users/{user_id}',
  auth: 'admin-key',
  replay: 'idempotent',
  source: 'compliance > Administration: users',
};
