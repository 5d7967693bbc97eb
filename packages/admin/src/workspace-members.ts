import type { ApiPromise, CallOptions, ListOptions, Paginator } from '@parlance/core-transport';
import type { Transport } from '@parlance/core-transport/internal';
import {
  createWorkspaceMember,
  deleteWorkspaceMember,
  listWorkspaceMembers,
  retrieveWorkspaceMember,
  updateWorkspaceMember,
} from '@parlance/schemas/admin';
import type {
  DeletedWorkspaceMember,
  WorkspaceMember,
  WorkspaceMemberCreateParams,
  WorkspaceMemberListParams,
  WorkspaceMemberUpdateParams,
} from '@parlance/schemas/admin';

/** Manages which users belong to a workspace, and their roles in it. */
export class WorkspaceMembers {
  readonly #transport: Transport;

  /** @param transport - Sends the operations. */
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * Adds a user of the organization to a workspace. The role `workspace_billing` cannot be assigned here; add the user,
   * then {@link WorkspaceMembers.update} the role.
   *
   * @throws `ConflictError` When the user is already a member.
   */
  create(
    workspaceId: string,
    params: WorkspaceMemberCreateParams,
    options?: CallOptions,
  ): ApiPromise<WorkspaceMember> {
    const input = { params: { workspace_id: workspaceId }, body: params };
    return this.#transport.call(createWorkspaceMember, input, options);
  }

  /**
   * Retrieves a member of a workspace.
   *
   * @remarks Not in the documents; see "What the documents do not show" 1.4.2
   */
  retrieve(workspaceId: string, userId: string, options?: CallOptions): ApiPromise<WorkspaceMember> {
    const params = { workspace_id: workspaceId, user_id: userId };
    return this.#transport.call(retrieveWorkspaceMember, { params }, options);
  }

  /**
   * Lists the members of a workspace, including those who inherit their role from the organization.
   *
   * @remarks Not in the documents; see "What the documents do not show" 1.4.2
   */
  list(
    workspaceId: string,
    params: WorkspaceMemberListParams = {},
    options?: ListOptions,
  ): Paginator<WorkspaceMember> {
    const input = { params: { workspace_id: workspaceId }, query: params };
    return this.#transport.list(listWorkspaceMembers, input, options);
  }

  /**
   * Changes the role of a member. Inherited roles cannot be changed.
   *
   * @remarks Not in the documents; see "What the documents do not show" 1.4.2
   */
  // oxlint-disable-next-line max-params -- path ids are positional in every method.
  update(
    workspaceId: string,
    userId: string,
    params: WorkspaceMemberUpdateParams,
    options?: CallOptions,
  ): ApiPromise<WorkspaceMember> {
    const input = { params: { workspace_id: workspaceId, user_id: userId }, body: params };
    return this.#transport.call(updateWorkspaceMember, input, options);
  }

  /**
   * Removes a user from a workspace. The user stays in the organization.
   *
   * @remarks Not in the documents; see "What the documents do not show" 1.4.2
   */
  delete(workspaceId: string, userId: string, options?: CallOptions): ApiPromise<DeletedWorkspaceMember> {
    const params = { workspace_id: workspaceId, user_id: userId };
    return this.#transport.call(deleteWorkspaceMember, { params }, options);
  }
}
