/**
 * Workspaces, which separate an organization into parts with their own members, keys and data residency.
 */
import * as z from 'zod';
import { type OperationContract, operationsOf, typed } from '../kit/contract.js';
import { idCursorFields, oneCursor } from '../kit/id-page-params.schema.js';
import { constrain, record, type Report, timestamp } from '../kit/limits.schema.js';
import { idPage } from '../kit/paging.schema.js';
import { withoutReservedKeys } from '../kit/reserved-keys.schema.js';
import {
  knownEnum,
  object,
  type ObjectSchema,
  openEnum,
  openObject,
  rule,
  type Schema,
} from '../kit/schema.js';
import { adminLimit } from './id-page-params.schema.js';
import type * as types from './workspaces.js';

/** Allowed geographies for inference: a list, or `unrestricted` for all. */
export const AllowedInferenceGeos: Schema<types.AllowedInferenceGeos> = z.union([
  z.array(z.string()),
  openEnum(['unrestricted']),
]);

/** Where the data of a workspace is stored and processed. */
export const DataResidency: ObjectSchema<types.DataResidency> = openObject({
  /** Allowed geographies for inference. */
  allowed_inference_geos: AllowedInferenceGeos,
  /** Geography for requests that do not set one. */
  default_inference_geo: z.string(),
  /** Where the data of the workspace is stored. Cannot be changed. */
  workspace_geo: z.string(),
});

/**
 * A workspace.
 *
 * @source compliance > Workspace
 */
export const Workspace: ObjectSchema<types.Workspace> = openObject({
  /** Identifier with the prefix `wrkspc_`. */
  id: z.string().startsWith('wrkspc_'),
  /** Archive time (RFC 3339); null or absent while the workspace is active. */
  archived_at: timestamp.nullish(),
  /** Creation time (RFC 3339). */
  created_at: timestamp,
  /** Where the data of the workspace is stored and processed. */
  data_residency: DataResidency,
  /** Display color of the workspace, as a hex code such as `#6C5BB9`. */
  display_color: z.string().regex(/^#[0-9A-Fa-f]{6}$/, 'must be a hex color code'),
  /** Name of the workspace. */
  name: z.string(),
  /** Custom tags, as key-value pairs. */
  tags: record(z.string()),
  type: z.literal('workspace'),
});

const allowedGeos = rule(
  'ADM-073',
  typed('AllowedInferenceGeos', z.union([z.array(z.string().min(1)), knownEnum(['unrestricted'])])),
);

const defaultGeo: Schema<string> = rule('ADM-072', z.string().min(1));

/** Default geography of a new workspace. */
const DEFAULT_GEO = 'global';

/** Reports a default geography that is not one of the allowed ones. */
function lookAtDefault(allowed: types.AllowedInferenceGeos, geo: string, report: Report): void {
  if (allowed !== 'unrestricted' && !allowed.includes(geo)) {
    report('ADM-074', 'must be one of allowed_inference_geos', ['default_inference_geo']);
  }
}

/** Data residency of a new workspace. */
export const DataResidencyCreateParams: ObjectSchema<types.DataResidencyCreateParams> = constrain(
  object({
    /** Allowed geographies for inference. Default `unrestricted`. */
    allowed_inference_geos: allowedGeos.optional(),
    /**
     * Geography for requests that do not set one: one of `allowed_inference_geos`, unless that is `unrestricted`.
     * Default `global`.
     */
    default_inference_geo: defaultGeo.optional(),
    /** Where the data of the workspace is stored. Cannot be changed later. Default `us`. */
    workspace_geo: rule('ADM-070', z.string().min(1)).optional(),
  }),
  (value, report) => {
    lookAtDefault(
      value.allowed_inference_geos ?? 'unrestricted',
      value.default_inference_geo ?? DEFAULT_GEO,
      report,
    );
  },
);

/** Changes to the data residency of a workspace. Omitted fields keep their value. */
export const DataResidencyUpdateParams: ObjectSchema<types.DataResidencyUpdateParams> = constrain(
  object({
    /** Allowed geographies for inference. */
    allowed_inference_geos: allowedGeos.optional(),
    /**
     * Geography for requests that do not set one: one of `allowed_inference_geos`, unless that is `unrestricted`.
     */
    default_inference_geo: defaultGeo.optional(),
  }),
  (value, report) => {
    if (value.allowed_inference_geos === undefined || value.default_inference_geo === undefined) return;
    lookAtDefault(value.allowed_inference_geos, value.default_inference_geo, report);
  },
);

function tags<Value extends string | null>(
  ruleId: string,
  value: Schema<Value>,
): Schema<Record<string, Value>> {
  return rule(ruleId, withoutReservedKeys('ADM-066', record(value) as Schema<Record<string, Value>>));
}

/** Body of {@link createWorkspace}. */
export const WorkspaceCreateParams: ObjectSchema<types.WorkspaceCreateParams> = object({
  /** Name of the workspace. */
  name: rule('ADM-068', z.string().min(1)),
  /** Where the data of the workspace is stored and processed. See each field for its default. */
  data_residency: rule('ADM-063', DataResidencyCreateParams).optional(),
  /** Custom tags, as key-value pairs. Keys must not start with `vendor`. */
  tags: tags('ADM-084', z.string()).optional(),
});

/** Body of {@link updateWorkspace}. Omitted fields keep their value. */
export const WorkspaceUpdateParams: ObjectSchema<types.WorkspaceUpdateParams> = object({
  /** Changes to the data residency. */
  data_residency: rule('ADM-082', DataResidencyUpdateParams).optional(),
  /** New name. */
  name: rule('ADM-080', z.string().min(1)).optional(),
  /**
   * Tags to set. Keys must not start with `vendor`. Omitted tags keep their value; null deletes a tag.
   *
   * @remarks Merging and deleting are not in the documents; see "What the documents do not show" 1.4.1
   */
  tags: tags('ADM-081', z.string().nullable()).optional(),
});

/** Query of {@link listWorkspaces}. The cursors are workspace ids. */
export const WorkspaceListParams: ObjectSchema<types.WorkspaceListParams> = oneCursor(
  object('IdPageParams', {
    ...idCursorFields,
    limit: adminLimit,
    /** Whether to include archived workspaces. Default false. */
    include_archived: rule('ADM-077', z.boolean()).optional(),
    /**
     * Whether to include the default workspace, which usage and cost name too. Default false.
     *
     * @remarks Not in the documents; see "What the documents do not show" 1.4.1
     */
    include_default: rule('GEN-005', z.boolean()).optional(),
  }),
);

/** Manages workspaces, which separate an organization into parts with their own members, keys and data residency. */
const operation = operationsOf({
  client: 'Workspaces',
  auth: 'admin-key',
  source: 'compliance > Administration: workspaces',
});

/** Creates a workspace. Accepts beta names, in `options.betas` of the client. */
export const createWorkspace: OperationContract = operation({
  id: 'workspaces.create',
  route: 'POST /v1/organizations/workspaces',
  replay: 'create',
  schemas: { body: WorkspaceCreateParams, response: Workspace },
});

/** Retrieves a workspace, even an archived one. */
export const retrieveWorkspace: OperationContract = operation({
  id: 'workspaces.retrieve',
  route: 'GET /v1/organizations/workspaces/{workspace_id}',
  schemas: { response: Workspace },
});

/** Lists the workspaces of the organization. Set `include_archived` to include archived ones. */
export const listWorkspaces: OperationContract = operation({
  id: 'workspaces.list',
  route: 'GET /v1/organizations/workspaces',
  paging: 'id',
  schemas: { query: WorkspaceListParams, response: idPage(Workspace) },
});

/** Updates a workspace. Omitted fields keep their values; a tag set to null is removed. */
export const updateWorkspace: OperationContract = operation({
  id: 'workspaces.update',
  route: 'POST /v1/organizations/workspaces/{workspace_id}',
  replay: 'idempotent',
  schemas: { body: WorkspaceUpdateParams, response: Workspace },
});

/** Archives a workspace permanently: its keys stop working, and lists omit it. This cannot be undone. */
export const archiveWorkspace: OperationContract = operation({
  id: 'workspaces.archive',
  route: 'POST /v1/organizations/workspaces/{workspace_id}/archive',
  replay: 'idempotent',
  schemas: { response: Workspace },
});
