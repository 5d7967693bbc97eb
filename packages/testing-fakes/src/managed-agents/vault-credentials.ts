/** Handlers for vault credentials. */
import type {
  McpOauthCreateParams,
  McpOauthRefresh,
  McpOauthRefreshUpdateParams,
  McpOauthUpdateParams,
  StaticBearerCreateParams,
  StaticBearerUpdateParams,
  VaultCredential,
  vaultCredentialOperations,
} from '@parlance/schemas';
import { vaultLimits } from '@parlance/schemas';
import type { AnyCall, HandlersFor } from '../engine/call.js';
import { badRequest, conflict } from '../engine/refusal.js';
import { changed, find, remove, touch } from '../records/find.js';
import { patchMetadata } from '../records/metadata.js';
import { cursorPage } from '../records/pages.js';
import type { Collection } from '../world/store.js';
import { credentials, vaults, type StoredAuth, type StoredCredential } from './collections.js';
import { checkCredential } from './credential-check.js';

const BAD_FIELD = 'GEN-005';
const named = { what: 'credential' };

/** Handlers for the vault credential operations. */
export const vaultCredentialHandlers: HandlersFor<typeof vaultCredentialOperations> = {
  'vaults.credentials.create': (call) => {
    const { body, params, world, now } = call;
    const records = openVault(call, params.vault_id);
    requireFreeServer(records, body.auth.mcp_server_url);
    const active = records.entries().filter(({ record }) => record.archived_at == null);
    if (active.length >= vaultLimits.credentials)
      throw badRequest(
        BAD_FIELD,
        '',
        `A vault can have at most ${vaultLimits.credentials} active credentials. Archive or delete one first.`,
      );
    const id = world.id('vcrd_');
    const stored: StoredCredential = {
      id,
      archived_at: null,
      auth: withoutSecrets(body.auth),
      created_at: now,
      display_name: body.display_name ?? null,
      metadata: body.metadata ?? {},
      type: 'vault_credential',
      updated_at: now,
      vault_id: params.vault_id,
      hasRefreshToken: body.auth.type === 'mcp_oauth' && body.auth.refresh != null,
    };
    return show(records.put(id, stored));
  },
  'vaults.credentials.list': (call) =>
    cursorPage(call, {
      from: credentialsOf(call, call.params.vault_id),
      show,
      where: (credential) => call.query.include_archived === true || credential.archived_at == null,
    }),
  'vaults.credentials.retrieve': (call) =>
    show(find(credentialsOf(call, call.params.vault_id), call.params.credential_id, named)),
  'vaults.credentials.update': (call) => {
    const { body, params, world } = call;
    const records = openVault(call, params.vault_id);
    const credential = find(records, params.credential_id, named);
    if (credential.archived_at != null)
      throw conflict(BAD_FIELD, 'The credential is archived and cannot be updated.');
    const next = changed(credential, {
      auth: body.auth === undefined ? undefined : changedAuth(credential.auth, body.auth),
      display_name: body.display_name,
      metadata: patchMetadata(credential.metadata, body.metadata),
    });
    // Secrets are not stored, so any new secret counts as a change.
    const isSame = next === credential && body.auth === undefined;
    return show(isSame ? credential : records.put(credential.id, touch(world.clock, next)));
  },
  'vaults.credentials.delete': (call) => {
    remove(credentialsOf(call, call.params.vault_id), call.params.credential_id, named);
    return { id: call.params.credential_id, type: 'vault_credential_deleted' };
  },
  'vaults.credentials.archive': (call) => {
    const records = credentialsOf(call, call.params.vault_id);
    const credential = find(records, call.params.credential_id, named);
    if (credential.archived_at != null) return show(credential);
    const purged = { ...credential, archived_at: call.now, hasRefreshToken: false };
    return show(records.put(credential.id, touch(call.world.clock, purged)));
  },
  'vaults.credentials.validate': (call) => {
    const { params, now, world } = call;
    const credential = find(credentialsOf(call, params.vault_id), params.credential_id, named);
    if (credential.auth.type !== 'mcp_oauth')
      throw badRequest(BAD_FIELD, '', 'Only mcp_oauth credentials can be validated.');
    return {
      ...checkCredential(world, credential),
      credential_id: credential.id,
      has_refresh_token: credential.hasRefreshToken,
      type: 'vault_credential_validation',
      validated_at: now,
      vault_id: params.vault_id,
    };
  },
};

/** Returns the credentials of a vault. @throws {Refusal} 404 for an unknown vault. */
function credentialsOf({ world }: AnyCall, vaultId: string): Collection<StoredCredential> {
  find(world.store.of(vaults), vaultId, { what: 'vault', rule: 'VLT-009' });
  return world.store.of(credentials, vaultId);
}

/** Returns the credentials of an active vault. @throws {Refusal} 404 for an unknown vault, 409 for an archived one. */
function openVault(call: AnyCall, vaultId: string): Collection<StoredCredential> {
  const records = credentialsOf(call, vaultId);
  if (call.world.store.of(vaults).get(vaultId)?.archived_at != null)
    throw conflict('VLT-006', 'The vault is archived; its credentials cannot be changed.');
  return records;
}

function requireFreeServer(records: Collection<StoredCredential>, url: string): void {
  const taken = records
    .entries()
    .some(({ record }) => record.archived_at == null && record.auth.mcp_server_url === url);
  if (taken)
    throw conflict(BAD_FIELD, 'auth.mcp_server_url: the vault already has an active credential for this URL');
}

function show(stored: StoredCredential): VaultCredential {
  const { hasRefreshToken: _, ...credential } = stored;
  return credential;
}

function withoutSecrets(params: McpOauthCreateParams | StaticBearerCreateParams): StoredAuth {
  const { mcp_server_url } = params;
  if (params.type === 'static_bearer') return { type: params.type, mcp_server_url };
  const { type, expires_at: expiresAt = null, refresh } = params;
  if (refresh == null) return { type, mcp_server_url, expires_at: expiresAt, refresh: null };
  const { client_id, token_endpoint, resource = null, scope = null } = refresh;
  const tokenEndpointAuth = { type: refresh.token_endpoint_auth.type };
  return {
    type,
    mcp_server_url,
    expires_at: expiresAt,
    refresh: { client_id, token_endpoint, token_endpoint_auth: tokenEndpointAuth, resource, scope },
  };
}

function changedAuth(
  stored: StoredAuth,
  change: McpOauthUpdateParams | StaticBearerUpdateParams,
): StoredAuth {
  if (stored.type !== change.type)
    throw badRequest(
      BAD_FIELD,
      'auth.type',
      `must be ${stored.type}; the type of a credential cannot be changed`,
    );
  if (stored.type !== 'mcp_oauth' || change.type !== 'mcp_oauth') return stored;
  const { expires_at: expiresAt = stored.expires_at, refresh } = change;
  return {
    ...stored,
    expires_at: expiresAt,
    refresh: refresh == null ? stored.refresh : changedRefresh(stored.refresh, refresh),
  };
}

function changedRefresh(
  stored: McpOauthRefresh | null | undefined,
  change: McpOauthRefreshUpdateParams,
): McpOauthRefresh {
  if (stored == null)
    throw badRequest(
      BAD_FIELD,
      'auth.refresh',
      'cannot be updated because the credential was created without it',
    );
  const { scope = stored.scope, token_endpoint_auth: auth } = change;
  if (auth !== undefined && auth.type !== stored.token_endpoint_auth.type && auth.client_secret == null)
    throw badRequest(
      BAD_FIELD,
      'auth.refresh.token_endpoint_auth.client_secret',
      'is required when the type changes',
    );
  return {
    ...stored,
    scope,
    token_endpoint_auth: auth === undefined ? stored.token_endpoint_auth : { type: auth.type },
  };
}
