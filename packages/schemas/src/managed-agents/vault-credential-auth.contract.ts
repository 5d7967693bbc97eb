/** Authentication settings of vault credentials, in responses, create requests and updates. */
import * as z from 'zod';
import { closed } from '../kit/closed.js';
import { timestamp } from '../kit/limits.schema.js';
import { object, type ObjectSchema, openObject, openUnion, union } from '../kit/schema.js';
import type * as types from './vault-credential-auth.js';

const secret = z.string().min(1);

const url = z.url();

const secretKind = z.enum(['client_secret_basic', 'client_secret_post']);

/** Authentication of a public client at a token endpoint, without a secret. */
export const TokenEndpointAuthNone: ObjectSchema<types.TokenEndpointAuthNone> = openObject({
  type: z.literal('none'),
});

/** Authentication of a client at a token endpoint with a secret. Responses never include the secret. */
export const TokenEndpointAuthSecret: ObjectSchema<types.TokenEndpointAuthSecret> = openObject({
  /**
   * `client_secret_basic` sends the secret with HTTP basic authentication, `client_secret_post` in the request body.
   */
  type: secretKind,
});

/** Authentication of a client at a token endpoint, including its secret. */
export const TokenEndpointAuthSecretParams: ObjectSchema<types.TokenEndpointAuthSecretParams> = object(
  'TokenEndpointAuthSecret',
  {
    type: secretKind,
    /** Client secret; write-only. */
    client_secret: secret,
  },
);

/** Changes to the client secret for a token endpoint. */
export const TokenEndpointAuthSecretUpdateParams: ObjectSchema<types.TokenEndpointAuthSecretUpdateParams> =
  object('TokenEndpointAuthSecret', {
    type: secretKind,
    /** New secret; write-only. Omitted or null keeps the stored one. */
    client_secret: secret.nullish(),
  });

/** How an OAuth access token is refreshed, in responses. */
export const McpOauthRefresh: ObjectSchema<types.McpOauthRefresh> = openObject({
  /** OAuth client id. Cannot be changed. */
  client_id: z.string(),
  /** URL of the token endpoint. Cannot be changed. */
  token_endpoint: z.string(),
  /** Authentication of the client at the token endpoint. */
  token_endpoint_auth: openUnion('type', [TokenEndpointAuthNone, TokenEndpointAuthSecret]),
  /** Resource indicator; null when unset. */
  resource: z.string().nullish(),
  /** Requested scopes, separated by spaces; null when unset. */
  scope: z.string().nullish(),
});

/** How an OAuth access token is refreshed, including secrets, in create requests. */
export const McpOauthRefreshParams: ObjectSchema<types.McpOauthRefreshParams> = object({
  /** OAuth client id. */
  client_id: z.string().min(1),
  /** Refresh token; write-only. */
  refresh_token: secret,
  /** URL of the token endpoint. */
  token_endpoint: url,
  /** Authentication of the client at the token endpoint. */
  token_endpoint_auth: union('type', [closed(TokenEndpointAuthNone), TokenEndpointAuthSecretParams]),
  /** Resource indicator. */
  resource: z.string().nullish(),
  /** Requested scopes, separated by spaces. */
  scope: z.string().nullish(),
});

/** Changes to how an OAuth access token is refreshed. Omitted fields keep their value. */
export const McpOauthRefreshUpdateParams: ObjectSchema<types.McpOauthRefreshUpdateParams> = object({
  /** New refresh token; write-only. */
  refresh_token: secret.nullish(),
  /** New scopes. */
  scope: z.string().nullish(),
  /** New client secret. */
  token_endpoint_auth: TokenEndpointAuthSecretUpdateParams.optional(),
});

/** OAuth credential for an MCP server, in responses. */
export const McpOauth: ObjectSchema<types.McpOauth> = openObject({
  type: z.literal('mcp_oauth'),
  /** URL of the MCP server. Cannot be changed. */
  mcp_server_url: z.string(),
  /** Time at which the access token expires (RFC 3339); null when unknown. */
  expires_at: timestamp.nullish(),
  /** How the access token is refreshed; null when it is not refreshed. */
  refresh: McpOauthRefresh.nullish(),
});

/** Static bearer token for an MCP server, in responses. */
export const StaticBearer: ObjectSchema<types.StaticBearer> = openObject({
  type: z.literal('static_bearer'),
  /** URL of the MCP server. Cannot be changed. */
  mcp_server_url: z.string(),
});

/** OAuth credential for an MCP server, including secrets, in create requests. */
export const McpOauthCreateParams: ObjectSchema<types.McpOauthCreateParams> = object({
  type: z.literal('mcp_oauth'),
  /** URL of the MCP server. */
  mcp_server_url: url,
  /** Access token; write-only. */
  access_token: secret,
  /** Time at which the access token expires (RFC 3339). */
  expires_at: timestamp.nullish(),
  /** How the access token is refreshed. */
  refresh: McpOauthRefreshParams.nullish(),
});

/** Static bearer token for an MCP server, including the token, in create requests. */
export const StaticBearerCreateParams: ObjectSchema<types.StaticBearerCreateParams> = object('StaticBearer', {
  type: StaticBearer.shape.type,
  mcp_server_url: url,
  /** The token; write-only. */
  token: secret,
});

/** Changes to an OAuth credential. Omitted fields keep their value. */
export const McpOauthUpdateParams: ObjectSchema<types.McpOauthUpdateParams> = object({
  /** Must be the type of the stored credential. */
  type: z.literal('mcp_oauth'),
  /** New access token; write-only. */
  access_token: secret.nullish(),
  /** New Time at which the access token expires (RFC 3339). */
  expires_at: timestamp.nullish(),
  /** Changes to how the access token is refreshed. */
  refresh: McpOauthRefreshUpdateParams.nullish(),
});

/** Changes to a static bearer token. */
export const StaticBearerUpdateParams: ObjectSchema<types.StaticBearerUpdateParams> = object({
  /** Must be the type of the stored credential. */
  type: z.literal('static_bearer'),
  /** New token; write-only. Omitted or null keeps the stored one. */
  token: secret.nullish(),
});
