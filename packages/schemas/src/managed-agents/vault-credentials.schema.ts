/** Schemas of vault credentials. */
import { s } from '../kit/schema.js';
import { characters, timestamp } from '../kit/limits.schema.js';
import { cursorPage, pageLimit } from '../kit/paging.schema.js';
import {
  object,
  openEnum,
  openObject,
  openUnion,
  union,
  type Schema,
  type SchemasFor,
} from '../kit/schema.js';
import { vaultLimits } from './limits.js';
import { MetadataPatchSchema, MetadataSchema, StoredMetadataSchema } from './metadata.schema.js';
import type {
  McpOauth,
  McpOauthCreateParams,
  McpOauthRefresh,
  McpOauthRefreshParams,
  McpOauthRefreshUpdateParams,
  McpOauthUpdateParams,
  StaticBearer,
  StaticBearerCreateParams,
  StaticBearerUpdateParams,
  TokenEndpointAuthNone,
  TokenEndpointAuthSecret,
  TokenEndpointAuthSecretParams,
  TokenEndpointAuthSecretUpdateParams,
} from './vault-credential-auth.js';
import type {
  DeletedVaultCredential,
  McpProbe,
  RefreshAttempt,
  ValidationHttpResponse,
  VaultCredential,
  VaultCredentialCreateParams,
  VaultCredentialListParams,
  vaultCredentialOperations,
  VaultCredentialUpdateParams,
  VaultCredentialValidation,
} from './vault-credentials.js';

const secret = s.string().min(1);
const url = s.url();
const secretKind = s.enum(['client_secret_basic', 'client_secret_post']);

const noSecret = openObject<TokenEndpointAuthNone>()({ type: s.literal('none') });
const shownSecret = openObject<TokenEndpointAuthSecret>()({ type: secretKind });
const givenSecret = object<TokenEndpointAuthSecretParams>()({ type: secretKind, client_secret: secret });
const newSecret = object<TokenEndpointAuthSecretUpdateParams>()({
  type: secretKind,
  client_secret: secret.nullable().optional(),
});

const refresh: Schema<McpOauthRefresh> = openObject<McpOauthRefresh>()({
  client_id: s.string(),
  token_endpoint: s.string(),
  token_endpoint_auth: openUnion<McpOauthRefresh['token_endpoint_auth']>()('type', {
    none: noSecret,
    client_secret_basic: shownSecret,
    client_secret_post: shownSecret,
  }),
  resource: s.string().nullable().optional(),
  scope: s.string().nullable().optional(),
});

const refreshParams: Schema<McpOauthRefreshParams> = object<McpOauthRefreshParams>()({
  client_id: s.string().min(1),
  refresh_token: secret,
  token_endpoint: url,
  token_endpoint_auth: union<McpOauthRefreshParams['token_endpoint_auth']>()('type', {
    none: object<TokenEndpointAuthNone>()({ type: s.literal('none') }),
    client_secret_basic: givenSecret,
    client_secret_post: givenSecret,
  }),
  resource: s.string().nullable().optional(),
  scope: s.string().nullable().optional(),
});

const refreshUpdate: Schema<McpOauthRefreshUpdateParams> = object<McpOauthRefreshUpdateParams>()({
  refresh_token: secret.nullable().optional(),
  scope: s.string().nullable().optional(),
  token_endpoint_auth: newSecret.optional(),
});

/** Schema of {@link VaultCredential}. */
export const VaultCredentialSchema: Schema<VaultCredential> = openObject<VaultCredential>()({
  id: s.string().startsWith('vcrd_'),
  archived_at: timestamp.nullable(),
  auth: openUnion<VaultCredential['auth']>()('type', {
    mcp_oauth: openObject<McpOauth>()({
      type: s.literal('mcp_oauth'),
      mcp_server_url: s.string(),
      expires_at: timestamp.nullable().optional(),
      refresh: refresh.nullable().optional(),
    }),
    static_bearer: openObject<StaticBearer>()({
      type: s.literal('static_bearer'),
      mcp_server_url: s.string(),
    }),
  }),
  created_at: timestamp,
  display_name: s.string().nullable().optional(),
  metadata: StoredMetadataSchema,
  type: s.literal('vault_credential'),
  updated_at: timestamp,
  vault_id: s.string(),
});

const deleted: Schema<DeletedVaultCredential> = openObject<DeletedVaultCredential>()({
  id: s.string(),
  type: s.literal('vault_credential_deleted'),
});

/** Schema of {@link VaultCredentialCreateParams}. */
export const VaultCredentialCreateParamsSchema: Schema<VaultCredentialCreateParams> =
  object<VaultCredentialCreateParams>()({
    auth: union<VaultCredentialCreateParams['auth']>()('type', {
      mcp_oauth: object<McpOauthCreateParams>()({
        type: s.literal('mcp_oauth'),
        mcp_server_url: url,
        access_token: secret,
        expires_at: timestamp.nullable().optional(),
        refresh: refreshParams.nullable().optional(),
      }),
      static_bearer: object<StaticBearerCreateParams>()({
        type: s.literal('static_bearer'),
        mcp_server_url: url,
        token: secret,
      }),
    }),
    display_name: characters({ max: vaultLimits.nameCharacters }).nullable().optional(),
    metadata: MetadataSchema.optional(),
  });

/** Schema of {@link VaultCredentialUpdateParams}. */
export const VaultCredentialUpdateParamsSchema: Schema<VaultCredentialUpdateParams> =
  object<VaultCredentialUpdateParams>()({
    auth: union<McpOauthUpdateParams | StaticBearerUpdateParams>()('type', {
      mcp_oauth: object<McpOauthUpdateParams>()({
        type: s.literal('mcp_oauth'),
        access_token: secret.nullable().optional(),
        expires_at: timestamp.nullable().optional(),
        refresh: refreshUpdate.nullable().optional(),
      }),
      static_bearer: object<StaticBearerUpdateParams>()({
        type: s.literal('static_bearer'),
        token: secret.nullable().optional(),
      }),
    }).optional(),
    display_name: characters({ max: vaultLimits.nameCharacters }).nullable().optional(),
    metadata: MetadataPatchSchema.nullable().optional(),
  });

const listParams: Schema<VaultCredentialListParams> = object<VaultCredentialListParams>()({
  include_archived: s.boolean().optional(),
  limit: pageLimit(100).optional(),
  page: s.string().min(1).optional(),
});

const httpResponse: Schema<ValidationHttpResponse> = openObject<ValidationHttpResponse>()({
  body: s.string(),
  body_truncated: s.boolean(),
  content_type: s.string(),
  status_code: s.int(),
});

const validation: Schema<VaultCredentialValidation> = openObject<VaultCredentialValidation>()({
  credential_id: s.string(),
  has_refresh_token: s.boolean(),
  mcp_probe: openObject<McpProbe>()({
    http_response: httpResponse.nullable(),
    method: s.string(),
  }).nullable(),
  refresh: openObject<RefreshAttempt>()({
    http_response: httpResponse.nullable(),
    status: openEnum<'succeeded' | 'failed' | 'connect_error' | 'no_refresh_token'>(),
  }).nullable(),
  status: openEnum<'valid' | 'invalid' | 'unknown'>(),
  type: s.literal('vault_credential_validation'),
  validated_at: timestamp,
  vault_id: s.string(),
});

/** Schemas of the operations on vault credentials, by id. */
export const vaultCredentialSchemas: SchemasFor<typeof vaultCredentialOperations> = {
  'vaults.credentials.create': { body: VaultCredentialCreateParamsSchema, response: VaultCredentialSchema },
  'vaults.credentials.list': { query: listParams, response: cursorPage(VaultCredentialSchema) },
  'vaults.credentials.retrieve': { response: VaultCredentialSchema },
  'vaults.credentials.update': { body: VaultCredentialUpdateParamsSchema, response: VaultCredentialSchema },
  'vaults.credentials.delete': { response: deleted },
  'vaults.credentials.archive': { response: VaultCredentialSchema },
  'vaults.credentials.validate': { response: validation },
};
