/** Authentication settings of vault credentials, in responses, create requests and updates. */
import type { UnknownMember } from '../kit/open.js';

/** Authentication of a public client at a token endpoint, without a secret. */
export interface TokenEndpointAuthNone {
  /** Always `none`. */
  type: 'none';
}

/** Authentication of a client at a token endpoint with a secret. Responses never include the secret. */
export interface TokenEndpointAuthSecret {
  /**
   * `client_secret_basic` sends the secret with HTTP basic authentication, `client_secret_post` in the request body.
   */
  type: 'client_secret_basic' | 'client_secret_post';
}

/** Authentication of a client at a token endpoint, including its secret. */
export interface TokenEndpointAuthSecretParams extends TokenEndpointAuthSecret {
  /** Client secret; write-only. */
  client_secret: string;
}

/** Changes to the client secret for a token endpoint. */
export interface TokenEndpointAuthSecretUpdateParams extends TokenEndpointAuthSecret {
  /** New secret; write-only. Omitted or null keeps the stored one. */
  client_secret?: string | null | undefined;
}

/** How an OAuth access token is refreshed, in responses. */
export interface McpOauthRefresh {
  /** OAuth client id. Cannot be changed. */
  client_id: string;
  /** URL of the token endpoint. Cannot be changed. */
  token_endpoint: string;
  /** Authentication of the client at the token endpoint. */
  token_endpoint_auth: TokenEndpointAuthNone | TokenEndpointAuthSecret | UnknownMember;
  /** Resource indicator; null when unset. */
  resource?: string | null | undefined;
  /** Requested scopes, separated by spaces; null when unset. */
  scope?: string | null | undefined;
}

/** How an OAuth access token is refreshed, including secrets, in create requests. */
export interface McpOauthRefreshParams {
  /** OAuth client id. */
  client_id: string;
  /** Refresh token; write-only. */
  refresh_token: string;
  /** URL of the token endpoint. */
  token_endpoint: string;
  /** Authentication of the client at the token endpoint. */
  token_endpoint_auth: TokenEndpointAuthNone | TokenEndpointAuthSecretParams;
  /** Resource indicator. */
  resource?: string | null | undefined;
  /** Requested scopes, separated by spaces. */
  scope?: string | null | undefined;
}

/** Changes to how an OAuth access token is refreshed. Omitted fields keep their value. */
export interface McpOauthRefreshUpdateParams {
  /** New refresh token; write-only. */
  refresh_token?: string | null | undefined;
  /** New scopes. */
  scope?: string | null | undefined;
  /** New client secret. */
  token_endpoint_auth?: TokenEndpointAuthSecretUpdateParams | undefined;
}

/** OAuth credential for an MCP server, in responses. */
export interface McpOauth {
  /** Always `mcp_oauth`. */
  type: 'mcp_oauth';
  /** URL of the MCP server. Cannot be changed. */
  mcp_server_url: string;
  /** Time at which the access token expires (RFC 3339); null when unknown. */
  expires_at?: string | null | undefined;
  /** How the access token is refreshed; null when it is not refreshed. */
  refresh?: McpOauthRefresh | null | undefined;
}

/** OAuth credential for an MCP server, including secrets, in create requests. */
export interface McpOauthCreateParams {
  /** Always `mcp_oauth`. */
  type: 'mcp_oauth';
  /** URL of the MCP server. */
  mcp_server_url: string;
  /** Access token; write-only. */
  access_token: string;
  /** Time at which the access token expires (RFC 3339). */
  expires_at?: string | null | undefined;
  /** How the access token is refreshed. */
  refresh?: McpOauthRefreshParams | null | undefined;
}

/** Changes to an OAuth credential. Omitted fields keep their value. */
export interface McpOauthUpdateParams {
  /** Must be the type of the stored credential. */
  type: 'mcp_oauth';
  /** New access token; write-only. */
  access_token?: string | null | undefined;
  /** New Time at which the access token expires (RFC 3339). */
  expires_at?: string | null | undefined;
  /** Changes to how the access token is refreshed. */
  refresh?: McpOauthRefreshUpdateParams | null | undefined;
}

/** Static bearer token for an MCP server, in responses. */
export interface StaticBearer {
  /** Always `static_bearer`. */
  type: 'static_bearer';
  /** URL of the MCP server. Cannot be changed. */
  mcp_server_url: string;
}

/** Static bearer token for an MCP server, including the token, in create requests. */
export interface StaticBearerCreateParams extends StaticBearer {
  /** The token; write-only. */
  token: string;
}

/** Changes to a static bearer token. */
export interface StaticBearerUpdateParams {
  /** Must be the type of the stored credential. */
  type: 'static_bearer';
  /** New token; write-only. Omitted or null keeps the stored one. */
  token?: string | null | undefined;
}
