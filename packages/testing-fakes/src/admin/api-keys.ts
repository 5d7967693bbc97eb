/**
 * Handlers for API keys: each workspace has one that works, and the demo has another that only appears in lists.
 *
 * Rules: KEY-001, KEY-002, KEY-007.
 */
import type { ApiKey, apiKeyOperations } from '@parlance/schemas';
import type { Call, HandlersFor } from '../engine/call.js';
import { badRequest } from '../engine/refusal.js';
import { find } from '../records/find.js';
import { idPage } from '../records/pages.js';
import type { Collection } from '../world/store.js';
import type { World } from '../world/world.js';
import { membersOf, organizationOf } from '../organization/directory.js';
import { workspaces } from '../organization/workspaces.js';
import { apiKeyIdOf, apiKeys, type StoredApiKey } from '../organization/api-keys.js';

const named = { what: 'API key' };

/** Returns all keys. The key of a workspace is stored when keys are first listed. */
function keysOf(world: World): Collection<StoredApiKey> {
  const records = world.store.of(apiKeys);
  for (const { view, workspaceId, created_at } of keyedViews(world)) {
    const id = apiKeyIdOf(view);
    if (records.get(id) !== undefined) continue;
    records.put(id, {
      id,
      name: workspaceId === null ? 'Default key' : 'Workspace key',
      workspace_id: workspaceId,
      created_at,
      partial_key_hint: `api-...${world.name.slice(-4)}`,
      status: 'active',
    });
  }
  return records;
}

function keyedViews(world: World) {
  const { created_at } = organizationOf(world);
  const others = world.store
    .of(workspaces)
    .entries()
    .map(({ id, record }) => ({
      view: world.inWorkspace(id),
      workspaceId: id,
      created_at: record.created_at,
    }));
  return [{ view: world, workspaceId: null, created_at }, ...others];
}

/** Handlers for the API key operations. */
export const apiKeyHandlers: HandlersFor<typeof apiKeyOperations> = {
  'apiKeys.retrieve': ({ world, params }) => showKey(world, find(keysOf(world), params.api_key_id, named)),

  'apiKeys.list': (call) =>
    idPage(call, {
      from: keysOf(call.world),
      by: (key) => key.created_at,
      where: (key) => isListed(call, showKey(call.world, key)),
      show: (key) => showKey(call.world, key),
    }),

  'apiKeys.update': ({ world, params, body }) => {
    const records = keysOf(world);
    const key = find(records, params.api_key_id, named);
    const { status } = showKey(world, key);
    if (status === 'archived' && body.status != null && body.status !== 'archived')
      throw badRequest('KEY-006', 'status', 'must not change: the key is archived');
    const changes = {
      name: body.name ?? key.name,
      status: (body.status ?? key.status) as StoredApiKey['status'],
    };
    return showKey(world, records.put(key.id, { ...key, ...changes }));
  },
};

function isListed({ query, world }: Call<(typeof apiKeyOperations)['apiKeys.list']>, key: ApiKey): boolean {
  const workspaceId = key.workspace_id ?? world.workspaceId;
  return (
    (query.status === undefined || key.status === query.status) &&
    (query.created_by_user_id === undefined || key.created_by?.id === query.created_by_user_id) &&
    (query.workspace_id === undefined || workspaceId === query.workspace_id)
  );
}

function showKey(world: World, key: StoredApiKey): ApiKey {
  const workspace = key.workspace_id === null ? undefined : world.store.of(workspaces).get(key.workspace_id);
  const creator = membersOf(world)
    .entries()
    .find(({ record }) => record.role === 'admin');
  return {
    id: key.id,
    created_at: key.created_at,
    created_by: creator === undefined ? null : { id: creator.id, type: 'user' },
    expires_at: null,
    name: key.name,
    partial_key_hint: key.partial_key_hint,
    principal: null,
    scope: { type: 'workspace', workspace_id: key.workspace_id ?? world.workspaceId },
    status: workspace?.archived_at == null ? key.status : 'archived',
    type: 'api_key',
    workspace_id: key.workspace_id,
  };
}
