import type { ApiPromise, CallOptions, ListOptions, Paginator } from '@parlance/core-transport';
import type { Transport } from '@parlance/core-transport/internal';
import { listRolePermissions, listRoles, retrieveRole } from '@parlance/schemas/admin';
import type { Role, RoleListParams, RolePermission } from '@parlance/schemas/admin';

/** Reads the roles of the organization: sets of permissions, which `groups` grant to their members. */
export class Roles {
  readonly #transport: Transport;

  /** @param transport - Sends the operations. */
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Retrieves a role by id. */
  retrieve(roleId: string, options?: CallOptions): ApiPromise<Role> {
    return this.#transport.call(retrieveRole, { params: { role_id: roleId } }, options);
  }

  /** Lists the roles, newest first. */
  list(params: RoleListParams = {}, options?: ListOptions): Paginator<Role> {
    return this.#transport.list(listRoles, { query: params }, options);
  }

  /** Lists the permissions that a role grants. */
  listPermissions(
    roleId: string,
    params: RoleListParams = {},
    options?: ListOptions,
  ): Paginator<RolePermission> {
    return this.#transport.list(listRolePermissions, { params: { role_id: roleId }, query: params }, options);
  }
}
