/** Validation of OAuth credentials against the staged responses of their MCP server and token endpoint. */
import type { McpProbe, RefreshAttempt, ValidationHttpResponse } from '@parlance/schemas';
import { deliver } from '../webhooks/deliveries.js';
import { instantOf } from '../world/instant.js';
import type { World } from '../world/world.js';
import { credentials, vaults, type StoredCredential } from './collections.js';
import { sessionScenarioOf } from './run/scripted-sessions.js';
import type { SessionHttpResponse } from './run/session-scenario.js';

/** MCP method used to probe whether the server accepts the token. */
const PROBE_METHOD = 'initialize';
/** Maximum number of body characters included in the result. */
const MAX_BODY = 4096;

/** Result of validating a credential. */
export interface CredentialCheck {
  readonly status: 'valid' | 'invalid' | 'unknown';
  readonly mcp_probe: McpProbe | null;
  readonly refresh: RefreshAttempt | null;
}

/**
 * Validates a credential: probes the MCP server and, if the server rejects the token or the token has expired, tries to
 * refresh it. Without staged responses the status is `unknown`. A refresh that the token endpoint rejects is a webhook event.
 *
 * @param world - World that provides the time and the staged responses.
 * @param credential - Credential to validate.
 */
export function checkCredential(world: World, credential: StoredCredential): CredentialCheck {
  const { auth, hasRefreshToken, id, vault_id: vaultId } = credential;
  const staged = sessionScenarioOf(world).credentials?.[auth.mcp_server_url];
  const expiresAt = auth.type === 'mcp_oauth' ? auth.expires_at : null;
  const isExpired = expiresAt != null && instantOf(expiresAt).ms <= world.clock.now();
  const probe = staged?.probe;
  const mcpProbe =
    probe === undefined ? null : { method: PROBE_METHOD, http_response: toHttpResponse(probe) };
  const statusCode = mcpProbe?.http_response?.status_code;
  const isRefused = statusCode === 401 || statusCode === 403 || (isExpired && !isGood(statusCode));
  if (!isRefused)
    return { status: isGood(statusCode) ? 'valid' : 'unknown', mcp_probe: mcpProbe, refresh: null };
  const refresh = refreshToken(hasRefreshToken, staged?.refresh);
  if (refresh?.status === 'failed')
    deliver(world, { type: 'vault_credential.refresh_failed', id, about: { vault_id: vaultId } });
  return { status: VERDICTS[refresh?.status ?? 'none'], mcp_probe: mcpProbe, refresh };
}

/** Lifetime of a refreshed token, in milliseconds. */
const REFRESHED_MS = 3_600_000;

/**
 * Validates a credential for a call, and extends it when its token had to be refreshed.
 *
 * @param world - World of the credential.
 * @param credential - Credential to use.
 */
export function useCredential(world: World, credential: StoredCredential): CredentialCheck['status'] {
  const { status, refresh } = checkCredential(world, credential);
  const { auth, vault_id: vaultId, id } = credential;
  if (refresh?.status === 'succeeded' && auth.type === 'mcp_oauth') {
    const expires_at = new Date(world.clock.now() + REFRESHED_MS).toISOString();
    world.store.of(credentials, vaultId).put(id, { ...credential, auth: { ...auth, expires_at } });
  }
  return status;
}

/**
 * Returns the active credential for a server in the first of the vaults that has one.
 *
 * @param world - World of the vaults.
 * @param vaultIds - Ids of the vaults of a session. Archived and deleted ones are skipped.
 * @param url - URL of the MCP server.
 */
export function credentialFor(
  world: World,
  vaultIds: readonly string[],
  url: string,
): StoredCredential | undefined {
  const active = vaultIds.filter((id) => world.store.of(vaults).get(id)?.archived_at === null);
  return active
    .flatMap((id) => world.store.of(credentials, id).entries())
    .map(({ record }) => record)
    .find((record) => record.archived_at == null && record.auth.mcp_server_url === url);
}

/** Status of a rejected token by the result of its refresh. */
const VERDICTS = {
  succeeded: 'valid',
  failed: 'invalid',
  no_refresh_token: 'invalid',
  connect_error: 'unknown',
  none: 'unknown',
} as const;

type RefreshResult = RefreshAttempt & { readonly status: Exclude<keyof typeof VERDICTS, 'none'> };

function refreshToken(
  hasRefreshToken: boolean,
  staged: SessionHttpResponse | undefined,
): RefreshResult | null {
  if (!hasRefreshToken) return { status: 'no_refresh_token', http_response: null };
  if (staged === undefined) return null;
  const response = toHttpResponse(staged);
  if (response === null) return { status: 'connect_error', http_response: null };
  return { status: isGood(response.status_code) ? 'succeeded' : 'failed', http_response: response };
}

function toHttpResponse(response: SessionHttpResponse): ValidationHttpResponse | null {
  if (response.fails !== undefined) return null;
  const body = response.body ?? '';
  return {
    body: body.slice(0, MAX_BODY),
    body_truncated: body.length > MAX_BODY,
    content_type: response.content_type ?? 'application/json',
    status_code: response.status_code ?? 200,
  };
}

function isGood(statusCode: number | undefined): boolean {
  return statusCode !== undefined && statusCode >= 200 && statusCode < 300;
}
