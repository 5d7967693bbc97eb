/** Checks of OAuth credentials: what their MCP server and their token endpoint are set up to answer. */
import type { McpProbe, RefreshAttempt, ValidationHttpResponse } from '@parlance/schemas';
import { instantOf } from '../world/instant.js';
import type { World } from '../world/world.js';
import type { StoredCredential } from './collections.js';
import { stageOf, type StagedHttpAnswer } from './run/stage.js';

/** Method by which a server is asked whether it takes the token. */
const PROBE_METHOD = 'initialize';
/** Longest begin of a body that is shown, in characters. */
const MAX_BODY = 4096;

/** What a check finds. */
export interface CredentialCheck {
  readonly status: 'valid' | 'invalid' | 'unknown';
  readonly mcp_probe: McpProbe | null;
  readonly refresh: RefreshAttempt | null;
}

/**
 * Checks a credential: asks the server, and where it refuses the token, or the token has expired, tries to renew it.
 * What is not set up answers nothing, so that nothing is known then.
 *
 * @param world - The world, which knows the time and what is set up.
 * @param credential - The credential.
 */
export function checkCredential(world: World, { auth, hasRefreshToken }: StoredCredential): CredentialCheck {
  const staged = stageOf(world).credentials?.[auth.mcp_server_url];
  const expiresAt = auth.type === 'mcp_oauth' ? auth.expires_at : null;
  const isExpired = expiresAt != null && instantOf(expiresAt).ms <= world.clock.now();
  const probe = staged?.probe;
  const mcpProbe = probe === undefined ? null : { method: PROBE_METHOD, http_response: shown(probe) };
  const answered = mcpProbe?.http_response?.status_code;
  const isRefused = answered === 401 || answered === 403 || (isExpired && !isGood(answered));
  if (!isRefused)
    return { status: isGood(answered) ? 'valid' : 'unknown', mcp_probe: mcpProbe, refresh: null };
  const refresh = renewed(hasRefreshToken, staged?.refresh);
  return { status: VERDICTS[refresh?.status ?? 'none'], mcp_probe: mcpProbe, refresh };
}

/** What becomes of a refused token, by how its renewal ended. */
const VERDICTS = {
  succeeded: 'valid',
  failed: 'invalid',
  no_refresh_token: 'invalid',
  connect_error: 'unknown',
  none: 'unknown',
} as const;

type Renewal = RefreshAttempt & { readonly status: Exclude<keyof typeof VERDICTS, 'none'> };

function renewed(hasRefreshToken: boolean, staged: StagedHttpAnswer | undefined): Renewal | null {
  if (!hasRefreshToken) return { status: 'no_refresh_token', http_response: null };
  if (staged === undefined) return null;
  const response = shown(staged);
  if (response === null) return { status: 'connect_error', http_response: null };
  return { status: isGood(response.status_code) ? 'succeeded' : 'failed', http_response: response };
}

function shown(answer: StagedHttpAnswer): ValidationHttpResponse | null {
  if (answer.fails !== undefined) return null;
  const body = answer.body ?? '';
  return {
    body: body.slice(0, MAX_BODY),
    body_truncated: body.length > MAX_BODY,
    content_type: answer.content_type ?? 'application/json',
    status_code: answer.status_code ?? 200,
  };
}

function isGood(statusCode: number | undefined): boolean {
  return statusCode !== undefined && statusCode >= 200 && statusCode < 300;
}
