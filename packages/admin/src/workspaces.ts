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
import { WorkspaceRateLimits } from './rate-limits.js';
import { WorkspaceMembers } from './workspace-members.js';

/** Manages workspaces, which separate an organization into parts with their own members, keys and data residency. */
export class Workspaces {
  /** The members of a workspace. */
  readonly members: WorkspaceMembers;
  /** The rate limits of a workspace. */
  readonly rateLimits: WorkspaceRateLimits;
  readonly #transport: Transport;

  /** @param transport - Sends the operations. */
  constructor(transport: Transport) {
    this.#transport = transport;
    this.members = new WorkspaceMembers(transport);
    this.rateLimits = new WorkspaceRateLimits(transport);
  }

  /** Creates a workspace. Pass beta names in `options.betas`. */
  create(params: WorkspaceCreateParams, options?: CallOptions): ApiPromise<Workspace> {
    return this.#transport.call(createWorkspace, { body: params }, options);
  }

  /** Retrieves a workspace, even an archived one. */
  retrieve(workspaceId: string, options?: CallOptions): ApiPromise<Workspace> {
    return this.#transport.call(retrieveWorkspace, { params: { workspace_id: workspaceId } }, options);
  }

  /** Lists the workspaces. Set `include_archived` to include archived ones. */
  list(params: WorkspaceListParams = {}, options?: ListOptions): Paginator<Workspace> {
    return this.#transport.list(listWorkspaces, { query: params }, options);
  }

  /** Updates a workspace. Omitted fields keep their values; a tag set to null is removed. */
  update(workspaceId: string, params: WorkspaceUpdateParams, options?: CallOptions): ApiPromise<Workspace> {
    const input = { params: { workspace_id: workspaceId }, body: params };
    return this.#transport.call(updateWorkspace, input, options);
  }

  /** Archives a workspace. This cannot be undone. */
  archive(workspaceId: string, options?: CallOptions): ApiPromise<Workspace> {
    return this.#transport.call(archiveWorkspace, { params: { workspace_id: workspaceId } }, options);
  }
}
