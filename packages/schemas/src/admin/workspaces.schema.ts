/** Schemas of workspaces. */
import { s } from '../kit/schema.js';
import { idCursorFields, oneCursor } from '../kit/id-page-params.schema.js';
import { constrain, timestamp, type Report } from '../kit/limits.schema.js';
import { idPage } from '../kit/paging.schema.js';
import { object, openObject, rule, type Schema, type SchemasFor } from '../kit/schema.js';
import { adminLimit } from './id-page-params.schema.js';
import type {
  AllowedInferenceGeos,
  DataResidency,
  DataResidencyCreateParams,
  DataResidencyUpdateParams,
  Workspace,
  WorkspaceCreateParams,
  WorkspaceListParams,
  workspaceOperations,
  WorkspaceUpdateParams,
} from './workspaces.js';

/** Schema of {@link DataResidency}. */
export const DataResidencySchema: Schema<DataResidency> = openObject<DataResidency>()({
  allowed_inference_geos: s.union([s.array(s.string()), s.string()]),
  default_inference_geo: s.string(),
  workspace_geo: s.string(),
});

/** Schema of {@link Workspace}. */
export const WorkspaceSchema: Schema<Workspace> = openObject<Workspace>()({
  id: s.string().startsWith('wrkspc_'),
  archived_at: timestamp.nullable(),
  created_at: timestamp,
  data_residency: DataResidencySchema,
  display_color: s.string().regex(/^#[0-9A-Fa-f]{6}$/, 'must be a hex color code'),
  name: s.string(),
  tags: s.record(s.string()),
  type: s.literal('workspace'),
});

const allowedGeos: Schema<AllowedInferenceGeos> = rule(
  'ADM-073',
  s.union([s.array(s.string().min(1)), s.literal('unrestricted')]),
);
const defaultGeo: Schema<string> = rule('ADM-072', s.string().min(1));

/** Geography of a workspace whose creator names none. */
const DEFAULT_GEO = 'global';

/** Reports a default geography outside the allowed ones. */
function lookAtDefault(allowed: AllowedInferenceGeos, geo: string, report: Report): void {
  if (allowed !== 'unrestricted' && !allowed.includes(geo)) {
    report('ADM-074', 'must be one of allowed_inference_geos', ['default_inference_geo']);
  }
}

const createResidency = constrain<DataResidencyCreateParams>(
  object<DataResidencyCreateParams>()({
    allowed_inference_geos: allowedGeos.optional(),
    default_inference_geo: defaultGeo.optional(),
    workspace_geo: rule('ADM-070', s.string().min(1)).optional(),
  }),
  (value, report) => {
    lookAtDefault(
      value.allowed_inference_geos ?? 'unrestricted',
      value.default_inference_geo ?? DEFAULT_GEO,
      report,
    );
  },
);

// Where only one of the two is given, the other is the stored one, which only the service knows.
const updateResidency = constrain<DataResidencyUpdateParams>(
  object<DataResidencyUpdateParams>()({
    allowed_inference_geos: allowedGeos.optional(),
    default_inference_geo: defaultGeo.optional(),
  }),
  (value, report) => {
    if (value.allowed_inference_geos === undefined || value.default_inference_geo === undefined) return;
    lookAtDefault(value.allowed_inference_geos, value.default_inference_geo, report);
  },
);

const RESERVED_TAG = 'vendor';

function tags<Value extends string | null>(
  ruleId: string,
  value: Schema<Value>,
): Schema<Record<string, Value>> {
  const map = constrain(s.record(value) as Schema<Record<string, Value>>, (found, report) => {
    for (const key of Object.keys(found)) {
      if (key.startsWith(RESERVED_TAG)) report('ADM-066', `must not start with ${RESERVED_TAG}`, [key]);
    }
  });
  return rule(ruleId, map);
}

/** Schema of {@link WorkspaceCreateParams}. */
export const WorkspaceCreateParamsSchema: Schema<WorkspaceCreateParams> = object<WorkspaceCreateParams>()({
  name: rule('ADM-068', s.string().min(1)),
  data_residency: rule('ADM-063', createResidency).optional(),
  tags: tags('ADM-084', s.string()).optional(),
});

/** Schema of {@link WorkspaceUpdateParams}. */
export const WorkspaceUpdateParamsSchema: Schema<WorkspaceUpdateParams> = object<WorkspaceUpdateParams>()({
  data_residency: rule('ADM-082', updateResidency).optional(),
  name: rule('ADM-080', s.string().min(1)).optional(),
  tags: tags('ADM-081', s.string().nullable()).optional(),
});

/** Schema of {@link WorkspaceListParams}. */
export const WorkspaceListParamsSchema: Schema<WorkspaceListParams> = oneCursor(
  object<WorkspaceListParams>()({
    ...idCursorFields,
    limit: adminLimit,
    include_archived: rule('ADM-077', s.boolean()).optional(),
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
