/**
 * Handlers for workspaces.
 *
 * Rules: ADM-060, ADM-061, ADM-062, ADM-064, ADM-065, ADM-067, ADM-071, ADM-079, ADM-083, ADM-085.
 */
import type {
  DataResidency,
  DataResidencyUpdateParams,
  Workspace,
  workspaceOperations,
} from '@parlance/schemas';
import type { HandlersFor } from '../engine/call.js';
import { badRequest } from '../engine/refusal.js';
import { find } from '../records/find.js';
import { colorOf, defaultWorkspaceOf, workspaces } from '../organization/workspaces.js';
import { idPage } from '../records/pages.js';
import type { Collection, Entry } from '../world/store.js';
import type { World } from '../world/world.js';

const named = { what: 'workspace', rule: 'ADM-076' };

/** Maximum number of workspaces that are not archived. */
const MAX_WORKSPACES = 100;

/** Applies changes and validates that the default geography is one of the allowed ones. */
function residencyWith(stored: DataResidency, changes: DataResidencyUpdateParams = {}): DataResidency {
  const next = {
    ...stored,
    allowed_inference_geos: changes.allowed_inference_geos ?? stored.allowed_inference_geos,
    default_inference_geo: changes.default_inference_geo ?? stored.default_inference_geo,
  };
  const allowed = next.allowed_inference_geos;
  if (typeof allowed !== 'string' && !allowed.includes(next.default_inference_geo)) {
    throw badRequest(
      'ADM-074',
      'data_residency.default_inference_geo',
      'must be one of allowed_inference_geos',
    );
  }
  return next;
}

/** Sets tags. Null deletes a tag. */
function tagsWith(
  stored: Readonly<Record<string, string>>,
  changes: Readonly<Record<string, string | null>> = {},
): Record<string, string> {
  const merged = new Map(Object.entries(stored));
  for (const [key, value] of Object.entries(changes)) {
    if (value === null) merged.delete(key);
    else merged.set(key, value);
  }
  return Object.fromEntries(merged);
}

/** Handlers for the workspace operations. */
export const workspaceHandlers: HandlersFor<typeof workspaceOperations> = {
  'workspaces.create': ({ body, world, now }) => {
    const records = world.store.of(workspaces);
    const active = records.entries().filter(({ record }) => record.archived_at == null).length;
    if (active >= MAX_WORKSPACES)
      throw badRequest('GEN-005', '', `an organization can have at most ${MAX_WORKSPACES} active workspaces`);
    const id = world.id('wrkspc_');
    const defaults: DataResidency = {
      allowed_inference_geos: 'unrestricted',
      default_inference_geo: 'global',
      workspace_geo: body.data_residency?.workspace_geo ?? 'us',
    };
    return records.put(id, {
      id,
      archived_at: null,
      created_at: now,
      data_residency: residencyWith(defaults, body.data_residency),
      display_color: colorOf(records.size),
      name: body.name,
      tags: tagsWith({}, body.tags),
      type: 'workspace',
    });
  },

  'workspaces.retrieve': ({ params, world }) =>
    params.workspace_id === world.workspaceId
      ? defaultWorkspaceOf(world)
      : find(world.store.of(workspaces), params.workspace_id, named),

  'workspaces.list': (call) =>
    idPage(call, {
      from: withDefault(call.world, call.query.include_default === true),
      where: (workspace) => call.query.include_archived === true || workspace.archived_at == null,
      show: (workspace) => workspace,
    }),

  'workspaces.update': ({ params, body, world }) => {
    const records = world.store.of(workspaces);
    const workspace = find(records, params.workspace_id, named);
    return records.put(workspace.id, {
      ...workspace,
      data_residency: residencyWith(workspace.data_residency, body.data_residency),
      name: body.name ?? workspace.name,
      tags: tagsWith(workspace.tags, body.tags),
    });
  },

  'workspaces.archive': ({ params, world, now }) => {
    const records = world.store.of(workspaces);
    const workspace = find(records, params.workspace_id, named);
    if (workspace.archived_at != null) return workspace;
    return records.put(workspace.id, { ...workspace, archived_at: now });
  },
};

/** The workspaces of an organization, and its default one, which is older. */
function withDefault(
  world: World,
  includesDefault: boolean,
): Pick<Collection<Workspace>, 'entries' | 'place'> {
  const stored = world.store.of(workspaces);
  if (!includesDefault) return stored;
  const record = defaultWorkspaceOf(world);
  const entry: Entry<Workspace> = { id: record.id, sequence: -1, record };
  return {
    entries: () => [entry, ...stored.entries()],
    place: (id) => (id === entry.id ? entry : stored.place(id)),
  };
}
