/** Schemas of vault credentials. */
import * as z from 'zod';
import { characters, timestamp } from '../kit/limits.schema.js';
import { cursorPage, pageLimit } from '../kit/paging.schema.js';
import {
  object,
  type ObjectSchema,
  openEnum,
  openObject,
  openUnion,
  type SchemasFor,
  union,
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
import type * as types from './vault-credentials.js';
import type { vaultCredentialOperations } from './operations.js';

const secret = z.string().min(1);
const url = z.url();
const secretKind = z.enum(['client_secret_basic', 'client_secret_post']);

const noSecret = openObject<TokenEndpointAuthNone>()({ type: z.literal('none') });
const shownSecret = openObject<TokenEndpointAuthSecret>()({ type: secretKind });
const secretParams = object<TokenEndpointAuthSecretParams>()({ type: secretKind, client_secret: secret });
const newSecret = object<TokenEndpointAuthSecretUpdateParams>()({
  type: secretKind,
  client_secret: secret.nullish(),
});

const refresh: ObjectSchema<McpOauthRefresh> = openObject<McpOauthRefresh>()({
  client_id: z.string(),
  token_endpoint: z.string(),
  token_endpoint_auth: openUnion<McpOauthRefresh['token_endpoint_auth']>()('type', {
    none: noSecret,
    client_secret_basic: shownSecret,
    client_secret_post: shownSecret,
  }),
  resource: z.string().nullish(),
  scope: z.string().nullish(),
});

const refreshParams: ObjectSchema<McpOauthRefreshParams> = object<McpOauthRefreshParams>()({
  client_id: z.string().min(1),
  refresh_token: secret,
  token_endpoint: url,
  token_endpoint_auth: union<McpOauthRefreshParams['token_endpoint_auth']>()('type', {
    none: object<TokenEndpointAuthNone>()({ type: z.literal('none') }),
    client_secret_basic: secretParams,
    client_secret_post: secretParams,
  }),
  resource: z.string().nullish(),
  scope: z.string().nullish(),
});

const refreshUpdate: ObjectSchema<McpOauthRefreshUpdateParams> = object<McpOauthRefreshUpdateParams>()({
  refresh_token: secret.nullish(),
  scope: z.string().nullish(),
  token_endpoint_auth: newSecret.optional(),
});

/** Schema of {@link types.VaultCredential}. */
export const VaultCredentialSchema: ObjectSchema<types.VaultCredential> = openObject<types.VaultCredential>()(
  {
    id: z.string().startsWith('vcrd_'),
    archived_at: timestamp.nullish(),
    auth: openUnion<types.VaultCredential['auth']>()('type', {
      mcp_oauth: openObject<McpOauth>()({
        type: z.literal('mcp_oauth'),
        mcp_server_url: z.string(),
        expires_at: timestamp.nullish(),
        refresh: refresh.nullish(),
      }),
      static_bearer: openObject<StaticBearer>()({
        type: z.literal('static_bearer'),
        mcp_server_url: z.string(),
      }),
    }),
    created_at: timestamp,
    display_name: z.string().nullish(),
    metadata: StoredMetadataSchema,
    type: z.literal('vault_credential'),
    updated_at: timestamp,
    vault_id: z.string(),
  },
);

const deleted: ObjectSchema<types.DeletedVaultCredential> = openObject<types.DeletedVaultCredential>()({
  id: z.string(),
  type: z.literal('vault_credential_deleted'),
});

/** Schema of {@link types.VaultCredentialCreateParams}. */
export const VaultCredentialCreateParamsSchema: ObjectSchema<types.VaultCredentialCreateParams> =
  object<types.VaultCredentialCreateParams>()({
    auth: union<types.VaultCredentialCreateParams['auth']>()('type', {
      mcp_oauth: object<McpOauthCreateParams>()({
        type: z.literal('mcp_oauth'),
        mcp_server_url: url,
        access_token: secret,
        expires_at: timestamp.nullish(),
        refresh: refreshParams.nullish(),
      }),
      static_bearer: object<StaticBearerCreateParams>()({
        type: z.literal('static_bearer'),
        mcp_server_url: url,
        token: secret,
      }),
    }),
    display_name: characters({ max: vaultLimits.nameCharacters }).nullish(),
    metadata: MetadataSchema.optional(),
  });

/** Schema of {@link types.VaultCredentialUpdateParams}. */
export const VaultCredentialUpdateParamsSchema: ObjectSchema<types.VaultCredentialUpdateParams> =
  object<types.VaultCredentialUpdateParams>()({
    auth: union<McpOauthUpdateParams | StaticBearerUpdateParams>()('type', {
      mcp_oauth: object<McpOauthUpdateParams>()({
        type: z.literal('mcp_oauth'),
        access_token: secret.nullish(),
        expires_at: timestamp.nullish(),
        refresh: refreshUpdate.nullish(),
      }),
      static_bearer: object<StaticBearerUpdateParams>()({
        type: z.literal('static_bearer'),
        token: secret.nullish(),
      }),
    }).optional(),
    display_name: characters({ max: vaultLimits.nameCharacters }).nullish(),
    metadata: MetadataPatchSchema.nullish(),
  });

const listParams: ObjectSchema<types.VaultCredentialListParams> = object<types.VaultCredentialListParams>()({
  include_archived: z.boolean().optional(),
  limit: pageLimit(100).optional(),
  page: z.string().min(1).optional(),
});

const httpResponse: ObjectSchema<types.ValidationHttpResponse> = openObject<types.ValidationHttpResponse>()({
  body: z.string(),
  body_truncated: z.boolean(),
  content_type: z.string(),
  status_code: z.int(),
});

const validation: ObjectSchema<types.VaultCredentialValidation> =
  openObject<types.VaultCredentialValidation>()({
    credential_id: z.string(),
    has_refresh_token: z.boolean(),
    mcp_probe: openObject<types.McpProbe>()({
      http_response: httpResponse.nullish(),
      method: z.string(),
    }).nullish(),
    refresh: openObject<types.RefreshAttempt>()({
      http_response: httpResponse.nullish(),
      status: openEnum<'succeeded' | 'failed' | 'connect_error' | 'no_refresh_token'>(),
    }).nullish(),
    status: openEnum<'valid' | 'invalid' | 'unknown'>(),
    type: z.literal('vault_credential_validation'),
    validated_at: timestamp,
    vault_id: z.string(),
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
