/** Workspaces: parts of the organization with their own members, keys and data residency. */
import type { OpenEnum } from '../kit/open.js';
import type { Operation } from '../kit/operation.js';
import type { IdPage, IdPageParams } from '../kit/paging.js';

/** Geographies in which inference may run: a list, or `unrestricted` for all of them. */
export type AllowedInferenceGeos = string[] | 'unrestricted';

/** Where the data of a workspace is stored and processed. */
export interface DataResidency {
  /** Geographies in which inference may run. */
  allowed_inference_geos: string[] | OpenEnum<'unrestricted'>;
  /** Geography used when a request names none. */
  default_inference_geo: string;
  /** Where the workspace's data is stored; it never changes. */
  workspace_geo: string;
}

/** Data residency of a workspace to be made. */
export interface DataResidencyCreateParams {
  /** Geographies in which inference may run. Default `unrestricted`. */
  allowed_inference_geos?: AllowedInferenceGeos | undefined;
  /**
   * Geography used when a request names none: one of `allowed_inference_geos`, unless that is `unrestricted`. Default
   * `global`.
   */
  default_inference_geo?: string | undefined;
  /** Where the workspace's data is stored; it cannot be changed later. Default `us`. */
  workspace_geo?: string | undefined;
}

/** Changes to the data residency of a workspace; what is left out keeps its value. */
export interface DataResidencyUpdateParams {
  /** Geographies in which inference may run. */
  allowed_inference_geos?: AllowedInferenceGeos | undefined;
  /** Geography used when a request names none: one of `allowed_inference_geos`, unless that is `unrestricted`. */
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
  /** RFC 3339 time of archiving; null or absent while it is active. */
  archived_at?: string | null | undefined;
  /** RFC 3339 time of creation. */
  created_at: string;
  /** Where its data is stored and processed. */
  data_residency: DataResidency;
  /** Colour that represents it, as a hex code like `#6C5BB9`. */
  display_color: string;
  /** Name. */
  name: string;
  /** The user's own tags. */
  tags: Record<string, string>;
  /** Always `workspace`. */
  type: 'workspace';
}

/** Body of {@link createWorkspace}. */
export interface WorkspaceCreateParams {
  /** Name. */
  name: string;
  /** Where its data is stored and processed; see each field for its default. */
  data_residency?: DataResidencyCreateParams | undefined;
  /** The user's own tags; a key must not start with `vendor`. */
  tags?: Record<string, string> | undefined;
}

/** Body of {@link updateWorkspace}; what is left out keeps its value. */
export interface WorkspaceUpdateParams {
  /** Changes to the data residency. */
  data_residency?: DataResidencyUpdateParams | undefined;
  /** New name. */
  name?: string | undefined;
  /**
   * Tags to set; a key must not start with `vendor`. Tags that are not named keep their value, null deletes one.
   *
   * @remarks Merging and deleting are not in the documents; see "What the documents do not show" 1.4.1
   */
  tags?: Record<string, string | null> | undefined;
}

/** Query of {@link listWorkspaces}; the cursors are workspace ids. */
export interface WorkspaceListParams extends IdPageParams {
  /** Also gives the archived ones. Default false. */
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

/** Lists the workspaces. */
export const listWorkspaces: Operation<{ query: WorkspaceListParams; response: IdPage<Workspace> }> = {
  id: 'workspaces.list',
  method: 'GET',
  path: '/v1/organizations/workspaces',
  auth: 'admin-key',
  paging: 'id',
  replay: 'read',
  source: 'compliance > Administration: workspaces',
};

/** Changes a workspace. */
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

/** Archives a workspace: its keys stop working, and lists leave it out. There is no way back. */
export const archiveWorkspace: Operation<{ params: 'workspace_id'; response: Workspace }> = {
  id: 'workspaces.archive',
  method: 'POST',
  path: '/v1/organizations/workspaces/{workspace_id}/archive',
  auth: 'admin-key',
  replay: 'idempotent',
  source: 'compliance > Administration: workspaces',
};

/** Operations on workspaces, by id. */
export const workspaceOperations: {
  readonly 'workspaces.create': typeof createWorkspace;
  readonly 'workspaces.retrieve': typeof retrieveWorkspace;
  readonly 'workspaces.list': typeof listWorkspaces;
  readonly 'workspaces.update': typeof updateWorkspace;
  readonly 'workspaces.archive': typeof archiveWorkspace;
} = {
  'workspaces.create': createWorkspace,
  'workspaces.retrieve': retrieveWorkspace,
  'workspaces.list': listWorkspaces,
  'workspaces.update': updateWorkspace,
  'workspaces.archive': archiveWorkspace,
};
