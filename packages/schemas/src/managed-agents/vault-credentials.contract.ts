/** Credentials stored in a vault. Their secrets are write-only. */
import * as z from 'zod';
import { type OperationContract, operationsOf } from '../kit/contract.js';
import { characters, timestamp } from '../kit/limits.schema.js';
import { cursorPage, pageLimit } from '../kit/paging.schema.js';
import { object, type ObjectSchema, openEnum, openObject, openUnion, union } from '../kit/schema.js';
import { Metadata, MetadataPatch, StoredMetadata } from './metadata.contract.js';
import * as auth from './vault-credential-auth.contract.js';
import { vaultLimits } from './vaults.contract.js';
import { managedAgents } from './service.js';
import type * as types from './vault-credentials.js';

/**
 * A credential of a vault, without its secrets.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.3.9
 */
export const VaultCredential: ObjectSchema<types.VaultCredential> = openObject({
  /** Identifier, `vcrd_...`. */
  id: z.string().startsWith('vcrd_'),
  /** Archive time (RFC 3339), which purges the secret; null or absent while the credential is active. */
  archived_at: timestamp.nullish(),
  /** Type and settings of the authentication. */
  auth: openUnion('type', [auth.McpOauth, auth.StaticBearer]),
  /** Creation time (RFC 3339). */
  created_at: timestamp,
  /** Display name, at most 255 characters; null when unset. */
  display_name: z.string().nullish(),
  /** Your own key-value pairs. */
  metadata: StoredMetadata,
  type: z.literal('vault_credential'),
  /** Time of the last change (RFC 3339). */
  updated_at: timestamp,
  /** Vault that contains the credential. */
  vault_id: z.string(),
});

/**
 * Response of {@link deleteVaultCredential}.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.3.9
 */
export const DeletedVaultCredential: ObjectSchema<types.DeletedVaultCredential> = openObject({
  /** Identifier of the deleted credential. */
  id: z.string(),
  type: z.literal('vault_credential_deleted'),
});

/** Body of {@link createVaultCredential}. */
export const VaultCredentialCreateParams: ObjectSchema<types.VaultCredentialCreateParams> = object({
  /** Type, settings and secrets of the authentication. */
  auth: union('type', [auth.McpOauthCreateParams, auth.StaticBearerCreateParams]),
  /** Display name, at most 255 characters. */
  display_name: characters({ max: vaultLimits.nameCharacters }).nullish(),
  /** Your own key-value pairs. Default: none. */
  metadata: Metadata.optional(),
});

/** Body of {@link updateVaultCredential}. Omitted fields keep their value. */
export const VaultCredentialUpdateParams: ObjectSchema<types.VaultCredentialUpdateParams> = object({
  /** Changes to the secrets. The type must be that of the stored credential. */
  auth: union('type', [auth.McpOauthUpdateParams, auth.StaticBearerUpdateParams]).optional(),
  /** New name, at most 255 characters; null clears it. */
  display_name: characters({ max: vaultLimits.nameCharacters }).nullish(),
  /** Changes to the key-value pairs; null keeps all of them. */
  metadata: MetadataPatch.nullish(),
});

/** Query of {@link listVaultCredentials}. */
export const VaultCredentialListParams: ObjectSchema<types.VaultCredentialListParams> = object(
  'CursorPageParams',
  {
    /** Whether to include archived credentials. Default false. */
    include_archived: z.boolean().optional(),
    limit: pageLimit(100).optional(),
    page: z.string().min(1).optional(),
  },
);

/** An HTTP response received during the validation of a credential. */
export const ValidationHttpResponse: ObjectSchema<types.ValidationHttpResponse> = openObject({
  /** Start of the response body. */
  body: z.string(),
  /** Whether the body was truncated. */
  body_truncated: z.boolean(),
  /** Media type of the body. */
  content_type: z.string(),
  /** HTTP status code. */
  status_code: z.int(),
});

/** A test request to an MCP server. */
export const McpProbe: ObjectSchema<types.McpProbe> = openObject({
  /** Response of the server; null or absent when it could not be reached. */
  http_response: ValidationHttpResponse.nullish(),
  /** MCP method of the request. */
  method: z.string(),
});

/** Attempt to refresh an access token. */
export const RefreshAttempt: ObjectSchema<types.RefreshAttempt> = openObject({
  /** Response of the token endpoint; null or absent when it could not be reached. */
  http_response: ValidationHttpResponse.nullish(),
  /** Result of the attempt. */
  status: openEnum(['succeeded', 'failed', 'connect_error', 'no_refresh_token']),
});

/**
 * Result of validating an OAuth credential against its server.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.3.9
 */
export const VaultCredentialValidation: ObjectSchema<types.VaultCredentialValidation> = openObject({
  /** Identifier of the validated credential. */
  credential_id: z.string(),
  /** Whether a refresh token is stored. */
  has_refresh_token: z.boolean(),
  /** Test request to the MCP server; null or absent if none was sent. */
  mcp_probe: McpProbe.nullish(),
  /** Attempt to refresh the access token; null or absent if there was none. */
  refresh: RefreshAttempt.nullish(),
  /** Result of the validation. */
  status: openEnum(['valid', 'invalid', 'unknown']),
  type: z.literal('vault_credential_validation'),
  /** Time of the validation (RFC 3339). */
  validated_at: timestamp,
  /** Vault that contains the credential. */
  vault_id: z.string(),
});

const path = '/v1/vaults/{vault_id}/credentials';

const secrets = [
  'auth.token',
  'auth.access_token',
  'auth.refresh.refresh_token',
  'auth.refresh.token_endpoint_auth.client_secret',
];

const item = '/v1/vaults/{vault_id}/credentials/{credential_id}';

/** Stores and manages the credentials of a vault. Secrets are write-only: responses never contain them. */
const operation = operationsOf({
  client: 'VaultCredentials',
  ...managedAgents,
  source: 'managed-agents > Vaults',
  assumed: ['operation'],
  notShown: '1.3.9',
});

/**
 * Stores a credential. A vault has at most 20 credentials, and one active credential for each MCP server.
 *
 * @throws `ConflictError` When the vault already has an active credential for the same server.
 */
export const createVaultCredential: OperationContract = operation({
  id: 'vaults.credentials.create',
  route: `POST ${path}`,
  replay: 'create',
  secrets,
  schemas: { body: VaultCredentialCreateParams, response: VaultCredential },
});

/** Lists the credentials of a vault, newest first. */
export const listVaultCredentials: OperationContract = operation({
  id: 'vaults.credentials.list',
  route: `GET ${path}`,
  paging: 'cursor',
  schemas: { query: VaultCredentialListParams, response: cursorPage(VaultCredential) },
});

/** Retrieves a credential, without its secrets. */
export const retrieveVaultCredential: OperationContract = operation({
  id: 'vaults.credentials.retrieve',
  route: `GET ${item}`,
  schemas: { response: VaultCredential },
});

/** Updates the secrets, name or metadata of a credential. Its server and type cannot be changed. */
export const updateVaultCredential: OperationContract = operation({
  id: 'vaults.credentials.update',
  route: `POST ${item}`,
  replay: 'idempotent',
  secrets,
  schemas: { body: VaultCredentialUpdateParams, response: VaultCredential },
});

/** Deletes a credential. */
export const deleteVaultCredential: OperationContract = operation({
  id: 'vaults.credentials.delete',
  route: `DELETE ${item}`,
  schemas: { response: DeletedVaultCredential },
});

/** Archives a credential: its secret is purged, and a new credential can be created for its server. */
export const archiveVaultCredential: OperationContract = operation({
  id: 'vaults.credentials.archive',
  route: `POST ${item}/archive`,
  replay: 'idempotent',
  schemas: { response: VaultCredential },
});

/** Tests an OAuth credential against its server. */
export const validateVaultCredential: OperationContract = operation({
  id: 'vaults.credentials.validate',
  route: `POST ${item}/mcp_oauth_validate`,
  replay: 'idempotent',
  schemas: { response: VaultCredentialValidation },
});
