/** API keys, and a world as a key sees it. */
import { invalidKey, type Identity } from '../engine/headers.js';
import { forbidden } from '../engine/refusal.js';
import { hashText } from '../world/random.js';
import { collection, type CollectionName } from '../world/store.js';
import type { World } from '../world/world.js';
import { isComplianceEnabled } from './compliance-settings.js';
import { viewOfWorkspace, workspaces } from './workspaces.js';

/** A stored API key. */
export interface StoredApiKey {
  readonly id: string;
  readonly name: string;
  /** Id of the workspace; null for the default workspace. */
  readonly workspace_id: string | null;
  readonly created_at: string;
  readonly partial_key_hint: string;
  readonly status: 'active' | 'inactive' | 'archived';
}

/** API keys of the organization. */
export const apiKeys: CollectionName<StoredApiKey> = collection('api_keys');

/** Returns the id of the key that a world, or the view of one of its workspaces, is used with. */
export function apiKeyIdOf({ organizationId, store, workspaceId }: World): string {
  const isDefault = store.of(workspaces).get(workspaceId) === undefined;
  const owner = isDefault ? `${organizationId}:api-key` : `${organizationId}:api-key:${workspaceId}`;
  return `apikey_${hashText(owner).toString(36).padStart(8, '0')}`;
}

/**
 * Returns a world as a key sees it.
 *
 * @throws {Refusal} 401 if the key is not active, or its workspace does not exist or is archived; 403 if the Compliance API is
 *   disabled.
 */
export function viewOfKey(world: World, { kind, workspaceId }: Identity): World {
  if (kind === 'compliance-key' && !isComplianceEnabled(world))
    throw forbidden('SET-002', 'The Compliance API is disabled for this organization.');
  if (kind !== 'api-key') {
    // Only API keys belong to a workspace.
    if (workspaceId !== undefined) throw invalidKey('invalid x-api-key');
    return world;
  }
  const view = workspaceId === undefined ? world : viewOfWorkspace(world, workspaceId);
  const key = world.store.of(apiKeys).get(apiKeyIdOf(view));
  if (key !== undefined && key.status !== 'active') throw invalidKey('invalid x-api-key');
  return view;
}
