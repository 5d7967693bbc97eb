import type { ApiPromise, CallOptions, ListOptions, Paginator } from '@parlance/core-transport';
import type { Transport } from '@parlance/core-transport/internal';
import {
  archiveWorkspace,
  createWorkspace,
  listWorkspaces,
  retrieveWorkspace,
  updateWorkspace,
} from '@parlance/schemas/admin';
import type {
  Workspace,
  WorkspaceCreateParams,
  WorkspaceListParams,
  WorkspaceUpdateParams,
} from '@parlance/schemas/admin';
import { WorkspaceMembers } from './workspace-members.js';

/** Workspaces: parts of the organization with their own members, keys and data residency. */
export class Workspaces {
  /** Members of a workspace. */
  readonly members: WorkspaceMembers;
  readonly #transport: Transport;

  /** @param transport - Sends the operations. */
  constructor(transport: Transport) {
    this.#transport = transport;
    this.members = new WorkspaceMembers(transport);
  }

  /** Creates a workspace. Beta names go into `options.betas`. */
  create(params: WorkspaceCreateParams, options?: CallOptions): ApiPromise<Workspace> {
    return this.#transport.call(createWorkspace, { body: params }, options);
  }

  /** Retrieves a workspace, archived or not. */
  retrieve(workspaceId: string, options?: CallOptions): ApiPromise<Workspace> {
    return this.#transport.call(retrieveWorkspace, { params: { workspace_id: workspaceId } }, options);
  }

  /** Lists the workspaces; archived ones only when asked for. */
  list(params: WorkspaceListParams = {}, options?: ListOptions): Paginator<Workspace> {
    return this.#transport.list(listWorkspaces, { query: params }, options);
  }

  /** Changes a workspace; what is left out keeps its value. */
  update(workspaceId: string, params: WorkspaceUpdateParams, options?: CallOptions): ApiPromise<Workspace> {
    const input = { params: { workspace_id: workspaceId }, body: params };
    return this.#transport.call(updateWorkspace, input, options);
  }

  /** Archives a workspace; there is no way back. */
  archive(workspaceId: string, options?: CallOptions): ApiPromise<Workspace> {
    return this.#transport.call(archiveWorkspace, { params: { workspace_id: workspaceId } }, options);
  }
}
