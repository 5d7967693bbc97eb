import type { ApiPromise, CallOptions, ListOptions, Paginator } from '@parlance/core-transport';
import type { Transport } from '@parlance/core-transport/internal';
import { deleteUser, listUsers, retrieveUser, signOutUser, updateUser } from '@parlance/schemas/admin';
import type { DeletedUser, User, UserListParams, UserUpdateParams } from '@parlance/schemas/admin';

/** Manages the members of the organization. To add people, use `invites`. */
export class Users {
  readonly #transport: Transport;

  /** @param transport - Sends the operations. */
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Retrieves a user by id. */
  retrieve(userId: string, options?: CallOptions): ApiPromise<User> {
    return this.#transport.call(retrieveUser, { params: { user_id: userId } }, options);
  }

  /** Lists the users of the organization. Set `email` to find one person; letter case does not matter. */
  list(params: UserListParams = {}, options?: ListOptions): Paginator<User> {
    return this.#transport.list(listUsers, { query: params }, options);
  }

  /** Changes the role of a user. The role `admin` cannot be assigned. */
  update(userId: string, params: UserUpdateParams, options?: CallOptions): ApiPromise<User> {
    return this.#transport.call(updateUser, { params: { user_id: userId }, body: params }, options);
  }

  /**
   * Removes a user from the organization and from all its workspaces.
   *
   * @throws `BadRequestError` When the user is an admin; `NotFoundError` when the user does not exist.
   */
  delete(userId: string, options?: CallOptions): ApiPromise<DeletedUser> {
    return this.#transport.call(deleteUser, { params: { user_id: userId } }, options);
  }

  /**
   * Ends all sessions of a user, for example when a device is lost. The user stays a member and can sign in again.
   *
   * @throws `BadRequestError` For the primary owner; `NotFoundError` when the user does not exist.
   */
  signOut(userId: string, options?: CallOptions): ApiPromise<User> {
    return this.#transport.call(signOutUser, { params: { user_id: userId } }, options);
  }
}
