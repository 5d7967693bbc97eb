/** API keys of the organization. */
import type { OpenEnum, UnknownMember } from '../kit/open.js';
import type { Operation } from '../kit/operation.js';
import type { IdPage, IdPageParams } from '../kit/paging.js';

/** Status of an API key. Only `active` keys work. `archived` and `expired` are final. */
export type ApiKeyStatus = 'active' | 'inactive' | 'archived' | 'expired';

/** Who created an API key. */
export interface ApiKeyCreator {
  /** Identifier of the user or service account. */
  id: string;
  /** Kind of creator. */
  type: OpenEnum<'user' | 'service_account'>;
}

/** Scope of a key for the entire organization. */
export interface ApiKeyOrganizationScope {
  /** Always `organization`. */
  type: 'organization';
}

/** Scope of a key for one workspace. */
export interface ApiKeyWorkspaceScope {
  /** Always `workspace`. */
  type: 'workspace';
  /** Identifier of the workspace. */
  workspace_id: string;
}

/** A user that a key acts as. */
export interface ApiKeyUserPrincipal {
  /** Always `user_actor`. */
  type: 'user_actor';
  /** Identifier of the user. */
  user_id: string;
}

/** A service account that a key acts as. */
export interface ApiKeyServiceAccountPrincipal {
  /** Identifier of the service account. */
  service_account_id: string;
  /** Always `service_account_actor`. */
  type: 'service_account_actor';
}

/**
 * An API key. The key itself is never returned.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.4.3 and C.8
 */
export interface ApiKey {
  /** Identifier with the prefix `apikey_`. */
  id: string;
  /** Creation time (RFC 3339). */
  created_at: string;
  /** Who created it; null or absent when unknown. */
  created_by?: ApiKeyCreator | null | undefined;
  /** When it expires (RFC 3339); null or absent for never. */
  expires_at?: string | null | undefined;
  /** Name of the key. */
  name: string;
  /** Part of the key, to recognize it; null or absent when unknown. */
  partial_key_hint?: string | null | undefined;
  /** Whom it acts as; null or absent for nobody. */
  principal?: ApiKeyUserPrincipal | ApiKeyServiceAccountPrincipal | UnknownMember | null | undefined;
  /** What it is valid for. Absent in responses of older services, which return `workspace_id`. */
  scope?: ApiKeyOrganizationScope | ApiKeyWorkspaceScope | UnknownMember | undefined;
  /** Status of the key. */
  status: OpenEnum<ApiKeyStatus>;
  /** Always `api_key`. */
  type: 'api_key';
  /** Workspace of the key; null or absent for the default workspace, or when `scope` has it. */
  workspace_id?: string | null | undefined;
}

/** Query of {@link listApiKeys}. The cursors are key ids. */
export interface ApiKeyListParams extends IdPageParams {
  /** Keeps keys that this user created. */
  created_by_user_id?: string | undefined;
  /** Keeps keys with this status. Default: all. */
  status?: OpenEnum<ApiKeyStatus> | undefined;
  /** Keeps keys of this workspace. */
  workspace_id?: string | undefined;
}

/** Body of {@link updateApiKey}. Omitted and null fields keep their value. */
export interface ApiKeyUpdateParams {
  /** New name, 1 to 500 characters. */
  name?: string | null | undefined;
  /** New status. An archived key cannot be activated again. */
  status?: OpenEnum<'active' | 'inactive' | 'archived'> | null | undefined;
}

const source = 'compliance > Administration: organization';

/**
 * Retrieves an API key.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.4.3
 */
export const retrieveApiKey: Operation<{ params: 'api_key_id'; response: ApiKey }> = {
  id: 'apiKeys.retrieve',
  method: 'GET',
  path: '/v1/organizations/api_keys/{api_key_id}',
  auth: 'admin-key',
  replay: 'read',
  source,
  assumed: ['operation'],
};

/**
 * Lists the API keys of the organization, newest first.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.4.3
 */
export const listApiKeys: Operation<{ query: ApiKeyListParams; response: IdPage<ApiKey> }> = {
  id: 'apiKeys.list',
  method: 'GET',
  path: '/v1/organizations/api_keys',
  auth: 'admin-key',
  paging: 'id',
  replay: 'read',
  source,
  assumed: ['operation'],
};

/**
 * Renames, deactivates, activates or archives an API key.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.4.3
 */
export const updateApiKey: Operation<{ params: 'api_key_id'; body: ApiKeyUpdateParams; response: ApiKey }> = {
  id: 'apiKeys.update',
  method: 'POST',
  path: '/v1/organizations/api_keys/{api_key_id}',
  auth: 'admin-key',
  replay: 'idempotent',
  source,
  assumed: ['operation'],
};
