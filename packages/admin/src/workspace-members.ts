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

/** Workspace members: which users belong to a workspace, and with which role. */
export class WorkspaceMembers {
  readonly #transport: Transport;

  /** @param transport - Sends the operations. */
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Adds a user of the organization to a workspace. */
  create(
    workspaceId: string,
    params: WorkspaceMemberCreateParams,
    options?: CallOptions,
  ): ApiPromise<WorkspaceMember> {
    const input = { params: { workspace_id: workspaceId }, body: params };
    return this.#transport.call(createWorkspaceMember, input, options);
  }

  /**
   * Retrieves a member.
   *
   * @remarks Not in the documents; see "What the documents do not show" 1.4.2
   */
  retrieve(workspaceId: string, userId: string, options?: CallOptions): ApiPromise<WorkspaceMember> {
    const params = { workspace_id: workspaceId, user_id: userId };
    return this.#transport.call(retrieveWorkspaceMember, { params }, options);
  }

  /**
   * Lists the members, those included whose role follows from their role in the organization.
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
   * Changes the role of a member.
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
   * Takes a user out of a workspace.
   *
   * @remarks Not in the documents; see "What the documents do not show" 1.4.2
   */
  delete(workspaceId: string, userId: string, options?: CallOptions): ApiPromise<DeletedWorkspaceMember> {
    const params = { workspace_id: workspaceId, user_id: userId };
    return this.#transport.call(deleteWorkspaceMember, { params }, options);
  }
}
