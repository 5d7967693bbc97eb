/** Workspaces, which separate an organization into parts with their own members, keys and data residency. */
import type { OpenEnum } from '../kit/open.js';
import type { Operation } from '../kit/operation.js';
import type { IdPage, IdPageParams } from '../kit/paging.js';

/** Allowed geographies for inference: a list, or `unrestricted` for all. */
export type AllowedInferenceGeos = string[] | OpenEnum<'unrestricted'>;

/** Where the data of a workspace is stored and processed. */
export interface DataResidency {
  /** Allowed geographies for inference. */
  allowed_inference_geos: AllowedInferenceGeos;
  /** Geography for requests that do not set one. */
  default_inference_geo: string;
  /** Where the data of the workspace is stored. Cannot be changed. */
  workspace_geo: string;
}

/** Data residency of a new workspace. */
export interface DataResidencyCreateParams {
  /** Allowed geographies for inference. Default `unrestricted`. */
  allowed_inference_geos?: AllowedInferenceGeos | undefined;
  /**
   * Geography for requests that do not set one: one of `allowed_inference_geos`, unless that is `unrestricted`.
   * Default `global`.
   */
  default_inference_geo?: string | undefined;
  /** Where the data of the workspace is stored. Cannot be changed later. Default `us`. */
  workspace_geo?: string | undefined;
}

/** Changes to the data residency of a workspace. Omitted fields keep their value. */
export interface DataResidencyUpdateParams {
  /** Allowed geographies for inference. */
  allowed_inference_geos?: AllowedInferenceGeos | undefined;
  /** Geography for requests that do not set one: one of `allowed_inference_geos`, unless that is `unrestricted`. */
  default_inference_geo?: string | undefined;
}

/**
 * A workspace.
 *
 * @source compliance > Workspace
 */
export interface Workspace {
  /** Identifier with the prefix `wrkspc_`. */
  id: string;
  /** Archive time (RFC 3339); null or absent while the workspace is active. */
  archived_at?: string | null | undefined;
  /** Creation time (RFC 3339). */
  created_at: string;
  /** Where the data of the workspace is stored and processed. */
  data_residency: DataResidency;
  /** Display color of the workspace, as a hex code such as `#6C5BB9`. */
  display_color: string;
  /** Name of the workspace. */
  name: string;
  /** Custom tags, as key-value pairs. */
  tags: Record<string, string>;
  /** Always `workspace`. */
  type: 'workspace';
}

/** Body of {@link createWorkspace}. */
export interface WorkspaceCreateParams {
  /** Name of the workspace. */
  name: string;
  /** Where the data of the workspace is stored and processed. See each field for its default. */
  data_residency?: DataResidencyCreateParams | undefined;
  /** Custom tags, as key-value pairs. Keys must not start with `vendor`. */
  tags?: Record<string, string> | undefined;
}

/** Body of {@link updateWorkspace}. Omitted fields keep their value. */
export interface WorkspaceUpdateParams {
  /** Changes to the data residency. */
  data_residency?: DataResidencyUpdateParams | undefined;
  /** New name. */
  name?: string | undefined;
  /**
   * Tags to set. Keys must not start with `vendor`. Omitted tags keep their value; null deletes a tag.
   *
   * @remarks Merging and deleting are not in the documents; see "What the documents do not show" 1.4.1
   */
  tags?: Record<string, string | null> | undefined;
}

/** Query of {@link listWorkspaces}. The cursors are workspace ids. */
export interface WorkspaceListParams extends IdPageParams {
  /** Whether to include archived workspaces. Default false. */
  include_archived?: boolean | undefined;
}

/** Creates a workspace. */
export const createWorkspace: Operation<{ body: WorkspaceCreateParams; response: Workspace }> = {
  id: 'workspaces.create',
  method: 'POST',
  path: '/v1/organizations/workspaces',
  auth: 'admin-key',
  replay: 'create',
  source: 'compliance > Administration: workspaces',
};

/** Retrieves a workspace, archived or not. */
export const retrieveWorkspace: Operation<{ params: 'workspace_id'; response: Workspace }> = {
  id: 'workspaces.retrieve',
  method: 'GET',
  path: '/v1/organizations/workspaces/{workspace_id}',
  auth: 'admin-key',
  replay: 'read',
  source: 'compliance > Administration: workspaces',
};

/** Lists the workspaces of the organization. */
export const listWorkspaces: Operation<{ query: WorkspaceListParams; response: IdPage<Workspace> }> = {
  id: 'workspaces.list',
  method: 'GET',
  path: '/v1/organizations/workspaces',
  auth: 'admin-key',
  paging: 'id',
  replay: 'read',
  source: 'compliance > Administration: workspaces',
};

/** Updates a workspace. */
export const updateWorkspace: Operation<{
  params: 'workspace_id';
  body: WorkspaceUpdateParams;
  response: Workspace;
}> = {
  id: 'workspaces.update',
  method: 'POST',
  path: '/v1/organizations/workspaces/{workspace_id}',
  auth: 'admin-key',
  replay: 'idempotent',
  source: 'compliance > Administration: workspaces',
};

/** Archives a workspace permanently: its keys stop working, and lists omit it. */
export const archiveWorkspace: Operation<{ params: 'workspace_id'; response: Workspace }> = {
  id: 'workspaces.archive',
  method: 'POST',
  path: '/v1/organizations/workspaces/{workspace_id}/archive',
  auth: 'admin-key',
  replay: 'idempotent',
  source: 'compliance > Administration: workspaces',
};
