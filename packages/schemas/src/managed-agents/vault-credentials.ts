/** Credentials stored in a vault. Their secrets go in and never come out. */
import type { OpenEnum, UnknownMember } from '../kit/open.js';
import type { Operation } from '../kit/operation.js';
import type { CursorPage, CursorPageParams } from '../kit/paging.js';
import type { Metadata, MetadataPatch } from './metadata.js';

/** How a client authenticates at a token endpoint without a secret. */
export interface TokenEndpointAuthNone {
  /** Always `none`. */
  type: 'none';
}

/** How a client authenticates at a token endpoint with its secret; the secret is not part of records. */
export interface TokenEndpointAuthSecret {
  /** `client_secret_basic` sends the secret as HTTP basic authentication, `client_secret_post` in the body. */
  type: 'client_secret_basic' | 'client_secret_post';
}

/** How a client authenticates at a token endpoint, with the secret. */
export interface TokenEndpointAuthSecretParams extends TokenEndpointAuthSecret {
  /** The client's secret; write-only. */
  client_secret: string;
}

/** Change of a token endpoint's secret. */
export interface TokenEndpointAuthSecretUpdateParams extends TokenEndpointAuthSecret {
  /** New secret; write-only. Absent or null keeps the stored one. */
  client_secret?: string | null | undefined;
}

/** How an OAuth access token is renewed, as records show it. */
export interface McpOauthRefresh {
  /** OAuth client id; never changes. */
  client_id: string;
  /** URL of the token endpoint; never changes. */
  token_endpoint: string;
  /** How the client authenticates there. */
  token_endpoint_auth: TokenEndpointAuthNone | TokenEndpointAuthSecret | UnknownMember;
  /** Resource indicator; null when there is none. */
  resource?: string | null | undefined;
  /** Scopes asked for, separated by blanks; null when there are none. */
  scope?: string | null | undefined;
}

/** How an OAuth access token is renewed, with its secrets. */
export interface McpOauthRefreshParams {
  /** OAuth client id. */
  client_id: string;
  /** Refresh token; write-only. */
  refresh_token: string;
  /** URL of the token endpoint. */
  token_endpoint: string;
  /** How the client authenticates there. */
  token_endpoint_auth: TokenEndpointAuthNone | TokenEndpointAuthSecretParams;
  /** Resource indicator. */
  resource?: string | null | undefined;
  /** Scopes asked for, separated by blanks. */
  scope?: string | null | undefined;
}

/** Change of how an OAuth access token is renewed. Fields left out keep their value. */
export interface McpOauthRefreshUpdateParams {
  /** New refresh token; write-only. */
  refresh_token?: string | null | undefined;
  /** New scopes. */
  scope?: string | null | undefined;
  /** New client secret. */
  token_endpoint_auth?: TokenEndpointAuthSecretUpdateParams | undefined;
}

/** OAuth credential for an MCP server, as records show it. */
export interface McpOauth {
  /** Always `mcp_oauth`. */
  type: 'mcp_oauth';
  /** URL of the MCP server; never changes. */
  mcp_server_url: string;
  /** RFC 3339 time at which the access token ends; null when unknown. */
  expires_at?: string | null | undefined;
  /** How the access token is renewed; null when it is not. */
  refresh?: McpOauthRefresh | null | undefined;
}

/** OAuth credential for an MCP server, with its secrets. */
export interface McpOauthCreateParams {
  /** Always `mcp_oauth`. */
  type: 'mcp_oauth';
  /** URL of the MCP server. */
  mcp_server_url: string;
  /** Access token; write-only. */
  access_token: string;
  /** RFC 3339 time at which the access token ends. */
  expires_at?: string | null | undefined;
  /** How the access token is renewed. */
  refresh?: McpOauthRefreshParams | null | undefined;
}

/** Change of an OAuth credential. Fields left out keep their value. */
export interface McpOauthUpdateParams {
  /** Must be the stored type. */
  type: 'mcp_oauth';
  /** New access token; write-only. */
  access_token?: string | null | undefined;
  /** New end of the access token, an RFC 3339 time. */
  expires_at?: string | null | undefined;
  /** Change of how the access token is renewed. */
  refresh?: McpOauthRefreshUpdateParams | null | undefined;
}

/** Fixed bearer token for an MCP server, as records show it. */
export interface StaticBearer {
  /** Always `static_bearer`. */
  type: 'static_bearer';
  /** URL of the MCP server; never changes. */
  mcp_server_url: string;
}

/** Fixed bearer token for an MCP server, with the token. */
export interface StaticBearerCreateParams extends StaticBearer {
  /** The token; write-only. */
  token: string;
}

/** Change of a fixed bearer token. */
export interface StaticBearerUpdateParams {
  /** Must be the stored type. */
  type: 'static_bearer';
  /** New token; write-only. Absent or null keeps the stored one. */
  token?: string | null | undefined;
}

/**
 * A credential of a vault, without its secrets.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.3.9
 */
export interface VaultCredential {
  /** Identifier, `vcrd_...`. */
  id: string;
  /** RFC 3339 time of archiving, which purges the secret; null while the credential is active. */
  archived_at: string | null;
  /** What it authenticates for, and how. */
  auth: McpOauth | StaticBearer | UnknownMember;
  /** RFC 3339 time of creation. */
  created_at: string;
  /** Human-readable name, at most 255 characters; null when it has none. */
  display_name?: string | null | undefined;
  /** The caller's own key-value pairs. */
  metadata: Metadata;
  /** Always `vault_credential`. */
  type: 'vault_credential';
  /** RFC 3339 time of the last change. */
  updated_at: string;
  /** The vault that holds it. */
  vault_id: string;
}

/**
 * Answer to deleting a credential.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.3.9
 */
export interface DeletedVaultCredential {
  /** Identifier of the credential that is gone. */
  id: string;
  /** Always `vault_credential_deleted`. */
  type: 'vault_credential_deleted';
}

/** Body of {@link createVaultCredential}. */
export interface VaultCredentialCreateParams {
  /** What it authenticates for, with the secrets. */
  auth: McpOauthCreateParams | StaticBearerCreateParams;
  /** Human-readable name, at most 255 characters. */
  display_name?: string | null | undefined;
  /** Key-value pairs. Default none. */
  metadata?: Metadata | undefined;
}

/** Body of {@link updateVaultCredential}. Fields left out keep their value. */
export interface VaultCredentialUpdateParams {
  /** Change of the secrets; its type must be the stored one. */
  auth?: McpOauthUpdateParams | StaticBearerUpdateParams | undefined;
  /** New name, at most 255 characters; null clears it. */
  display_name?: string | null | undefined;
  /** Change of the key-value pairs; null keeps them all. */
  metadata?: MetadataPatch | null | undefined;
}

/** Query of {@link listVaultCredentials}. */
export interface VaultCredentialListParams extends CursorPageParams {
  /** True lists archived credentials too. Default false. */
  include_archived?: boolean | undefined;
}

/** An HTTP answer that a validation received. */
export interface ValidationHttpResponse {
  /** Begin of the body. */
  body: string;
  /** True when the body was longer. */
  body_truncated: boolean;
  /** Media type. */
  content_type: string;
  /** Status code. */
  status_code: number;
}

/** A probe of the MCP server. */
export interface McpProbe {
  /** Its answer; null when it could not be reached. */
  http_response: ValidationHttpResponse | null;
  /** MCP method that was called. */
  method: string;
}

/** An attempt to renew the access token. */
export interface RefreshAttempt {
  /** Answer of the token endpoint; null when there was none. */
  http_response: ValidationHttpResponse | null;
  /** How it ended. */
  status: OpenEnum<'succeeded' | 'failed' | 'connect_error' | 'no_refresh_token'>;
}

/**
 * Result of checking an OAuth credential against its server.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.3.9
 */
export interface VaultCredentialValidation {
  /** The credential that was checked. */
  credential_id: string;
  /** True when a refresh token is stored. */
  has_refresh_token: boolean;
  /** Probe of the MCP server; null when none was made. */
  mcp_probe: McpProbe | null;
  /** Attempt to renew the access token; null when none was made. */
  refresh: RefreshAttempt | null;
  /** Verdict. */
  status: OpenEnum<'valid' | 'invalid' | 'unknown'>;
  /** Always `vault_credential_validation`. */
  type: 'vault_credential_validation';
  /** RFC 3339 time of the check. */
  validated_at: string;
  /** The vault that holds the credential. */
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
 * Stores a credential. A vault holds at most 20, and one active credential for each MCP server.
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
 * Changes a credential's secrets, name or metadata. The server it is for and its type never change.
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
 * Archives a credential: its secret is purged and its server is free for a new one.
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
 * Checks an OAuth credential against its server.
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

/** Operations on vault credentials, by id. */
export const vaultCredentialOperations: {
  readonly 'vaults.credentials.create': typeof createVaultCredential;
  readonly 'vaults.credentials.list': typeof listVaultCredentials;
  readonly 'vaults.credentials.retrieve': typeof retrieveVaultCredential;
  readonly 'vaults.credentials.update': typeof updateVaultCredential;
  readonly 'vaults.credentials.delete': typeof deleteVaultCredential;
  readonly 'vaults.credentials.archive': typeof archiveVaultCredential;
  readonly 'vaults.credentials.validate': typeof validateVaultCredential;
} = {
  'vaults.credentials.create': createVaultCredential,
  'vaults.credentials.list': listVaultCredentials,
  'vaults.credentials.retrieve': retrieveVaultCredential,
  'vaults.credentials.update': updateVaultCredential,
  'vaults.credentials.delete': deleteVaultCredential,
  'vaults.credentials.archive': archiveVaultCredential,
  'vaults.credentials.validate': validateVaultCredential,
};
