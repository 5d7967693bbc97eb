/** Handlers of vault credentials. */
import type {
  McpOauthRefreshParams,
  McpOauthRefreshUpdateParams,
  McpOauthUpdateParams,
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
import { without } from '../records/secrets.js';
import type { Collection } from '../world/store.js';
import { credentials, vaults, type StoredAuth, type StoredCredential } from './collections.js';

const BAD_FIELD = 'GEN-005';
const SECRETS = [
  'auth.token',
  'auth.access_token',
  'auth.refresh.refresh_token',
  'auth.refresh.token_endpoint_auth.client_secret',
];
const named = { what: 'credential' };

/** Handlers of the operations on vault credentials. */
export const vaultCredentialHandlers: HandlersFor<typeof vaultCredentialOperations> = {
  'vaults.credentials.create': (call) => {
    const { body, params, world, now } = call;
    const records = openVault(call, params.vault_id);
    requireFreeServer(records, body.auth.mcp_server_url);
    const active = records.entries().filter(({ record }) => record.archived_at === null);
    if (active.length >= vaultLimits.credentials)
      throw badRequest(BAD_FIELD, '', `A vault holds at most ${vaultLimits.credentials} credentials.`);
    const id = world.id('vcrd_');
    const stored: StoredCredential = {
      id,
      archived_at: null,
      auth: body.auth,
      created_at: now,
      display_name: body.display_name ?? null,
      metadata: body.metadata ?? {},
      type: 'vault_credential',
      updated_at: now,
      vault_id: params.vault_id,
    };
    return show(records.put(id, stored));
  },
  'vaults.credentials.list': (call) =>
    cursorPage(call, {
      from: credentialsOf(call, call.params.vault_id),
      show,
      where: (credential) => call.query.include_archived === true || credential.archived_at === null,
    }),
  'vaults.credentials.retrieve': (call) =>
    show(find(credentialsOf(call, call.params.vault_id), call.params.credential_id, named)),
  'vaults.credentials.update': (call) => {
    const { body, params, world } = call;
    const records = openVault(call, params.vault_id);
    const credential = find(records, params.credential_id, named);
    if (credential.archived_at !== null) throw conflict(BAD_FIELD, 'The credential is archived.');
    const next = changed(credential, {
      auth: body.auth === undefined ? undefined : changedAuth(credential.auth, body.auth),
      display_name: body.display_name,
      metadata: patchMetadata(credential.metadata, body.metadata),
    });
    return show(next === credential ? credential : records.put(credential.id, touch(world.clock, next)));
  },
  'vaults.credentials.delete': (call) => {
    remove(credentialsOf(call, call.params.vault_id), call.params.credential_id, named);
    return { id: call.params.credential_id, type: 'vault_credential_deleted' };
  },
  'vaults.credentials.archive': (call) => {
    const records = credentialsOf(call, call.params.vault_id);
    const credential = find(records, call.params.credential_id, named);
    if (credential.archived_at !== null) return show(credential);
    // The secret is gone for good, not merely hidden.
    const purged = without({ ...credential, archived_at: call.now }, SECRETS);
    return show(records.put(credential.id, touch(call.world.clock, purged)));
  },
  'vaults.credentials.validate': (call) => {
    const { params, now } = call;
    const credential = find(credentialsOf(call, params.vault_id), params.credential_id, named);
    if (credential.auth.type !== 'mcp_oauth')
      throw badRequest(BAD_FIELD, '', 'Only credentials of the type mcp_oauth can be validated.');
    return {
      credential_id: credential.id,
      // No server is ever asked here, so that nothing is known of the token.
      has_refresh_token: credential.auth.refresh?.refresh_token !== undefined,
      mcp_probe: null,
      refresh: null,
      status: 'unknown',
      type: 'vault_credential_validation',
      validated_at: now,
      vault_id: params.vault_id,
    };
  },
};

/** Gives the credentials of a vault. @throws {Refusal} 404 for an unknown vault. */
function credentialsOf({ world }: AnyCall, vaultId: string): Collection<StoredCredential> {
  find(world.store.of(vaults), vaultId, { what: 'vault', rule: 'VLT-009' });
  return world.store.of(credentials, vaultId);
}

/** Gives the credentials of a vault that takes changes. @throws {Refusal} 409 for an archived vault. */
function openVault(call: AnyCall, vaultId: string): Collection<StoredCredential> {
  const records = credentialsOf(call, vaultId);
  if (call.world.store.of(vaults).get(vaultId)?.archived_at !== null)
    throw conflict(BAD_FIELD, 'The vault is archived.');
  return records;
}

function requireFreeServer(records: Collection<StoredCredential>, url: string): void {
  const taken = records
    .entries()
    .some(({ record }) => record.archived_at === null && record.auth.mcp_server_url === url);
  if (taken) throw conflict(BAD_FIELD, 'The vault has an active credential for this mcp_server_url.');
}

function show(credential: StoredCredential): VaultCredential {
  return without(credential, SECRETS) as VaultCredential;
}

function changedAuth(
  stored: StoredAuth,
  change: McpOauthUpdateParams | StaticBearerUpdateParams,
): StoredAuth {
  if (stored.type === 'static_bearer' && change.type === 'static_bearer')
    return { ...stored, token: change.token ?? stored.token };
  if (stored.type === 'mcp_oauth' && change.type === 'mcp_oauth') {
    const { expires_at: expiresAt } = change;
    return {
      ...stored,
      access_token: change.access_token ?? stored.access_token,
      ...(expiresAt === undefined ? {} : { expires_at: expiresAt }),
      ...(change.refresh == null ? {} : { refresh: changedRefresh(stored.refresh, change.refresh) }),
    };
  }
  throw badRequest(BAD_FIELD, 'auth.type', `must be ${stored.type}, the type of the credential`);
}

function changedRefresh(
  stored: McpOauthRefreshParams | null | undefined,
  change: McpOauthRefreshUpdateParams,
): McpOauthRefreshParams {
  if (stored == null)
    throw badRequest(BAD_FIELD, 'auth.refresh', 'the credential has none that could change');
  const auth = change.token_endpoint_auth;
  if (auth !== undefined && auth.type !== stored.token_endpoint_auth.type)
    throw badRequest(BAD_FIELD, 'auth.refresh.token_endpoint_auth.type', 'must be the stored type');
  const secret = auth?.client_secret;
  return {
    ...stored,
    refresh_token: change.refresh_token ?? stored.refresh_token,
    ...(change.scope === undefined ? {} : { scope: change.scope }),
    ...(stored.token_endpoint_auth.type !== 'none' && secret != null
      ? { token_endpoint_auth: { ...stored.token_endpoint_auth, client_secret: secret } }
      : {}),
  };
}
