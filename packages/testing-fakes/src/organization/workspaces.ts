/** Workspaces of the organization, and a world as their API keys see it. */
import type { Workspace } from '@parlance/schemas';
import { invalidKey } from '../engine/headers.js';
import { collection, type CollectionName } from '../world/store.js';
import type { World } from '../world/world.js';
import { organizationOf } from './directory.js';

/** Workspaces of the organization. */
export const workspaces: CollectionName<Workspace> = collection('workspaces');

/**
 * Returns a world as the API key of a workspace sees it.
 *
 * @throws {Refusal} 401 if the workspace does not exist, or is archived: its keys stop working.
 */
export function viewOfWorkspace(world: World, workspaceId: string): World {
  const workspace = world.store.of(workspaces).get(workspaceId);
  if (workspace === undefined || workspace.archived_at != null) throw invalidKey('invalid x-api-key');
  return world.inWorkspace(workspaceId);
}

/** Returns the default workspace of a world, which is not stored: no request changes it. */
export function defaultWorkspaceOf(world: World): Workspace {
  return {
    id: world.whole.workspaceId,
    archived_at: null,
    created_at: organizationOf(world).created_at,
    data_residency: {
      allowed_inference_geos: 'unrestricted',
      default_inference_geo: 'global',
      workspace_geo: 'us',
    },
    display_color: colorOf(0),
    name: 'Default',
    tags: {},
    type: 'workspace',
  };
}

/** Returns a world as each of its workspaces sees it, beginning with the default workspace. */
export function workspaceViews(world: World): World[] {
  return [
    world,
    ...world.store
      .of(workspaces)
      .entries()
      .map(({ id }) => world.inWorkspace(id)),
  ];
}

/** Colors that workspaces are assigned in turn. */
const COLORS = ['#6C5BB9', '#2E7D6B', '#B4532A', '#3A6EA5', '#9C3D54', '#5F7A1F', '#8A6D3B', '#4A4E69'];

/** Returns the color of the workspace at an index. */
export function colorOf(index: number): string {
  return COLORS[index % COLORS.length] as string;
}
