/** Credentials stored in a vault. Their secrets are write-only. */
import type { OpenEnum, UnknownMember } from '../kit/open.js';
import type { Operation } from '../kit/operation.js';
import type { CursorPage, CursorPageParams } from '../kit/paging.js';
import type { Metadata, MetadataPatch } from './metadata.js';
import type {
  McpOauth,
  McpOauthCreateParams,
  McpOauthUpdateParams,
  StaticBearer,
  StaticBearerCreateParams,
  StaticBearerUpdateParams,
} from './vault-credential-auth.js';

/**
 * A credential of a vault, without its secrets.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.3.9
 */
export interface VaultCredential {
  /** Identifier, `vcrd_...`. */
  id: string;
  /** Archive time (RFC 3339), which purges the secret; null or absent while the credential is active. */
  archived_at?: string | null | undefined;
  /** Type and settings of the authentication. */
  auth: McpOauth | StaticBearer | UnknownMember;
  /** Creation time (RFC 3339). */
  created_at: string;
  /** Display name, at most 255 characters; null when unset. */
  display_name?: string | null | undefined;
  /** Your own key-value pairs. */
  metadata: Metadata;
  /** Always `vault_credential`. */
  type: 'vault_credential';
  /** Time of the last change (RFC 3339). */
  updated_at: string;
  /** Vault that contains the credential. */
  vault_id: string;
}

/**
 * Response of {@link deleteVaultCredential}.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.3.9
 */
export interface DeletedVaultCredential {
  /** Identifier of the deleted credential. */
  id: string;
  /** Always `vault_credential_deleted`. */
  type: 'vault_credential_deleted';
}

/** Body of {@link createVaultCredential}. */
export interface VaultCredentialCreateParams {
  /** Type, settings and secrets of the authentication. */
  auth: McpOauthCreateParams | StaticBearerCreateParams;
  /** Display name, at most 255 characters. */
  display_name?: string | null | undefined;
  /** Your own key-value pairs. Default: none. */
  metadata?: Metadata | undefined;
}

/** Body of {@link updateVaultCredential}. Omitted fields keep their value. */
export interface VaultCredentialUpdateParams {
  /** Changes to the secrets. The type must be that of the stored credential. */
  auth?: McpOauthUpdateParams | StaticBearerUpdateParams | undefined;
  /** New name, at most 255 characters; null clears it. */
  display_name?: string | null | undefined;
  /** Changes to the key-value pairs; null keeps all of them. */
  metadata?: MetadataPatch | null | undefined;
}

/** Query of {@link listVaultCredentials}. */
export interface VaultCredentialListParams extends CursorPageParams {
  /** Whether to include archived credentials. Default false. */
  include_archived?: boolean | undefined;
}

/** An HTTP response received during the validation of a credential. */
export interface ValidationHttpResponse {
  /** Start of the response body. */
  body: string;
  /** Whether the body was truncated. */
  body_truncated: boolean;
  /** Media type of the body. */
  content_type: string;
  /** HTTP status code. */
  status_code: number;
}

/** A test request to an MCP server. */
export interface McpProbe {
  /** Response of the server; null or absent when it could not be reached. */
  http_response?: ValidationHttpResponse | null | undefined;
  /** MCP method of the request. */
  method: string;
}

/** Attempt to refresh an access token. */
export interface RefreshAttempt {
  /** Response of the token endpoint; null or absent when it could not be reached. */
  http_response?: ValidationHttpResponse | null | undefined;
  /** Result of the attempt. */
  status: OpenEnum<'succeeded' | 'failed' | 'connect_error' | 'no_refresh_token'>;
}

/**
 * Result of validating an OAuth credential against its server.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.3.9
 */
export interface VaultCredentialValidation {
  /** Identifier of the validated credential. */
  credential_id: string;
  /** Whether a refresh token is stored. */
  has_refresh_token: boolean;
  /** Test request to the MCP server; null or absent if none was sent. */
  mcp_probe?: McpProbe | null | undefined;
  /** Attempt to refresh the access token; null or absent if there was none. */
  refresh?: RefreshAttempt | null | undefined;
  /** Result of the validation. */
  status: OpenEnum<'valid' | 'invalid' | 'unknown'>;
  /** Always `vault_credential_validation`. */
  type: 'vault_credential_validation';
  /** Time of the validation (RFC 3339). */
  validated_at: string;
  /** Vault that contains the credential. */
  vault_id: string;
}

const beta = 'managed-agents-2026-04-01';
const source = 'managed-agents > Vaults';
const path = '/v1/vaults/{vault_id}/credentials';
const item = '/v1/vaults/{vault_id}/credentials/{credential_id}';
const secrets = [
  'auth.token',
  'auth.access_token',
  'auth.refresh.refresh_token',
  'auth.refresh.token_endpoint_auth.client_secret',
];

/**
 * Creates a credential. A vault has at most 20 credentials, and one active credential for each MCP server.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.3.9
 */
export const createVaultCredential: Operation<{
  params: 'vault_id';
  body: VaultCredentialCreateParams;
  response: VaultCredential;
}> = {
  id: 'vaults.credentials.create',
  method: 'POST',
  path,
  auth: 'api-key',
  beta,
  replay: 'create',
  secrets,
  source,
  assumed: ['operation'],
};

/**
 * Lists the credentials of a vault, newest first.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.3.9
 */
export const listVaultCredentials: Operation<{
  params: 'vault_id';
  query: VaultCredentialListParams;
  response: CursorPage<VaultCredential>;
}> = {
  id: 'vaults.credentials.list',
  method: 'GET',
  path,
  auth: 'api-key',
  beta,
  paging: 'cursor',
  replay: 'read',
  source,
  assumed: ['operation'],
};

/**
 * Retrieves a credential, without its secrets.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.3.9
 */
export const retrieveVaultCredential: Operation<{
  params: 'vault_id' | 'credential_id';
  response: VaultCredential;
}> = {
  id: 'vaults.credentials.retrieve',
  method: 'GET',
  path: item,
  auth: 'api-key',
  beta,
  replay: 'read',
  source,
  assumed: ['operation'],
};

/**
 * Updates the secrets, name or metadata of a credential. Its server and type cannot be changed.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.3.9
 */
export const updateVaultCredential: Operation<{
  params: 'vault_id' | 'credential_id';
  body: VaultCredentialUpdateParams;
  response: VaultCredential;
}> = {
  id: 'vaults.credentials.update',
  method: 'POST',
  path: item,
  auth: 'api-key',
  beta,
  replay: 'idempotent',
  secrets,
  source,
  assumed: ['operation'],
};

/**
 * Deletes a credential.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.3.9
 */
export const deleteVaultCredential: Operation<{
  params: 'vault_id' | 'credential_id';
  response: DeletedVaultCredential;
}> = {
  id: 'vaults.credentials.delete',
  method: 'DELETE',
  path: item,
  auth: 'api-key',
  beta,
  replay: 'idempotent',
  source,
  assumed: ['operation'],
};

/**
 * Archives a credential: its secret is purged, and a new credential can be created for its server.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.3.9
 */
export const archiveVaultCredential: Operation<{
  params: 'vault_id' | 'credential_id';
  response: VaultCredential;
}> = {
  id: 'vaults.credentials.archive',
  method: 'POST',
  path: `${item}/archive`,
  auth: 'api-key',
  beta,
  replay: 'idempotent',
  source,
  assumed: ['operation'],
};

/**
 * Validates an OAuth credential against its server.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.3.9
 */
export const validateVaultCredential: Operation<{
  params: 'vault_id' | 'credential_id';
  response: VaultCredentialValidation;
}> = {
  id: 'vaults.credentials.validate',
  method: 'POST',
  path: `${item}/mcp_oauth_validate`,
  auth: 'api-key',
  beta,
  replay: 'idempotent',
  source,
  assumed: ['operation'],
};
