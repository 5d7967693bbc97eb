/** What a vault credential authenticates for, and how: as records show it, as it is given, and as it is changed. */
import type { UnknownMember } from '../kit/open.js';

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
