/** Schemas of workspaces. */
import * as z from 'zod';
import { idCursorFields, oneCursor } from '../kit/id-page-params.schema.js';
import { constrain, record, type Report, timestamp } from '../kit/limits.schema.js';
import { idPage } from '../kit/paging.schema.js';
import { withoutReservedKeys } from '../kit/reserved-keys.schema.js';
import type { OpenEnum } from '../kit/open.js';
import {
  knownEnum,
  object,
  type ObjectSchema,
  openObject,
  rule,
  type Schema,
  type SchemasFor,
} from '../kit/schema.js';
import { adminLimit } from './id-page-params.schema.js';
import type * as types from './workspaces.js';
import type { workspaceOperations } from './operations.js';

/** Schema of {@link types.DataResidency}. */
export const DataResidencySchema: ObjectSchema<types.DataResidency> = openObject<types.DataResidency>()({
  allowed_inference_geos: z.union([z.array(z.string()), z.string()]),
  default_inference_geo: z.string(),
  workspace_geo: z.string(),
});

/** Schema of {@link types.Workspace}. */
export const WorkspaceSchema: ObjectSchema<types.Workspace> = openObject<types.Workspace>()({
  id: z.string().startsWith('wrkspc_'),
  archived_at: timestamp.nullish(),
  created_at: timestamp,
  data_residency: DataResidencySchema,
  display_color: z.string().regex(/^#[0-9A-Fa-f]{6}$/, 'must be a hex color code'),
  name: z.string(),
  tags: record(z.string()),
  type: z.literal('workspace'),
});

const allowedGeos: Schema<types.AllowedInferenceGeos> = rule(
  'ADM-073',
  z.union([z.array(z.string().min(1)), knownEnum<OpenEnum<'unrestricted'>>()(['unrestricted'])]),
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

const createResidency = constrain(
  object<types.DataResidencyCreateParams>()({
    allowed_inference_geos: allowedGeos.optional(),
    default_inference_geo: defaultGeo.optional(),
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

// If only one of the two is set, the service checks it against the stored value of the other.
const updateResidency = constrain(
  object<types.DataResidencyUpdateParams>()({
    allowed_inference_geos: allowedGeos.optional(),
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

/** Schema of {@link types.WorkspaceCreateParams}. */
export const WorkspaceCreateParamsSchema: ObjectSchema<types.WorkspaceCreateParams> =
  object<types.WorkspaceCreateParams>()({
    name: rule('ADM-068', z.string().min(1)),
    data_residency: rule('ADM-063', createResidency).optional(),
    tags: tags('ADM-084', z.string()).optional(),
  });

/** Schema of {@link types.WorkspaceUpdateParams}. */
export const WorkspaceUpdateParamsSchema: ObjectSchema<types.WorkspaceUpdateParams> =
  object<types.WorkspaceUpdateParams>()({
    data_residency: rule('ADM-082', updateResidency).optional(),
    name: rule('ADM-080', z.string().min(1)).optional(),
    tags: tags('ADM-081', z.string().nullable()).optional(),
  });

/** Schema of {@link types.WorkspaceListParams}. */
export const WorkspaceListParamsSchema: ObjectSchema<types.WorkspaceListParams> = oneCursor(
  object<types.WorkspaceListParams>()({
    ...idCursorFields,
    limit: adminLimit,
    include_archived: rule('ADM-077', z.boolean()).optional(),
  }),
);

/** Schemas of the operations on workspaces, by id. */
export const workspaceSchemas: SchemasFor<typeof workspaceOperations> = {
  'workspaces.create': { body: WorkspaceCreateParamsSchema, response: WorkspaceSchema },
  'workspaces.retrieve': { response: WorkspaceSchema },
  'workspaces.list': { query: WorkspaceListParamsSchema, response: idPage(WorkspaceSchema) },
  'workspaces.update': { body: WorkspaceUpdateParamsSchema, response: WorkspaceSchema },
  'workspaces.archive': { response: WorkspaceSchema },
};
