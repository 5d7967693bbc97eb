/** API keys of the organization. */
import * as z from 'zod';
import { type OperationContract, operationsOf } from '../kit/contract.js';
import { idCursorFields, oneCursor } from '../kit/id-page-params.schema.js';
import { characters, timestamp } from '../kit/limits.schema.js';
import { idPage } from '../kit/paging.schema.js';
import {
  knownEnum,
  object,
  type ObjectSchema,
  openEnum,
  openObject,
  openUnion,
  rule,
  type Schema,
} from '../kit/schema.js';
import { adminLimit } from './id-page-params.schema.js';
import type * as types from './api-keys.js';

/** Who created an API key. */
export const ApiKeyCreator: ObjectSchema<types.ApiKeyCreator> = openObject({
  /** Identifier of the user or service account. */
  id: z.string(),
  /** Kind of creator. */
  type: openEnum(['user', 'service_account']),
});

/** A user that a key acts as. */
export const ApiKeyUserPrincipal: ObjectSchema<types.ApiKeyUserPrincipal> = openObject({
  type: z.literal('user_actor'),
  /** Identifier of the user. */
  user_id: z.string(),
});

/** A service account that a key acts as. */
export const ApiKeyServiceAccountPrincipal: ObjectSchema<types.ApiKeyServiceAccountPrincipal> = openObject({
  /** Identifier of the service account. */
  service_account_id: z.string(),
  type: z.literal('service_account_actor'),
});

/** Scope of a key for the entire organization. */
export const ApiKeyOrganizationScope: ObjectSchema<types.ApiKeyOrganizationScope> = openObject({
  type: z.literal('organization'),
});

/** Scope of a key for one workspace. */
export const ApiKeyWorkspaceScope: ObjectSchema<types.ApiKeyWorkspaceScope> = openObject({
  type: z.literal('workspace'),
  /** Identifier of the workspace. */
  workspace_id: z.string(),
});

/** Status of an API key. Only `active` keys work. `archived` and `expired` are final. */
export const ApiKeyStatus: Schema<types.ApiKeyStatus> = z.enum(['active', 'inactive', 'archived', 'expired']);

/**
 * An API key. The key itself is never returned.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.4.3 and C.8
 */
export const ApiKey: ObjectSchema<types.ApiKey> = openObject({
  /** Identifier with the prefix `apikey_`. */
  id: z.string().startsWith('apikey_'),
  /** Creation time (RFC 3339). */
  created_at: timestamp,
  /** Who created it; null or absent when unknown. */
  created_by: ApiKeyCreator.nullish(),
  /** When it expires (RFC 3339); null or absent for never. */
  expires_at: timestamp.nullish(),
  /** Name of the key. */
  name: z.string(),
  /** Part of the key, to recognize it; null or absent when unknown. */
  partial_key_hint: z.string().nullish(),
  /** Whom it acts as; null or absent for nobody. */
  principal: openUnion('type', [ApiKeyUserPrincipal, ApiKeyServiceAccountPrincipal]).nullish(),
  /** What it is valid for. Absent in responses of older services, which return `workspace_id`. */
  scope: openUnion('type', [ApiKeyOrganizationScope, ApiKeyWorkspaceScope]).optional(),
  /** Status of the key. */
  status: openEnum(ApiKeyStatus),
  type: z.literal('api_key'),
  /** Workspace of the key; null or absent for the default workspace, or when `scope` has it. */
  workspace_id: z.string().nullish(),
});

/** Query of {@link listApiKeys}. The cursors are key ids. */
export const ApiKeyListParams: ObjectSchema<types.ApiKeyListParams> = oneCursor(
  object('IdPageParams', {
    ...idCursorFields,
    limit: adminLimit,
    /** Keeps keys that this user created. */
    created_by_user_id: z.string().min(1).optional(),
    /** Keeps keys with this status. Default: all. */
    status: rule('KEY-003', knownEnum(ApiKeyStatus)).optional(),
    /** Keeps keys of this workspace. */
    workspace_id: z.string().min(1).optional(),
  }),
);

/** Body of {@link updateApiKey}. Omitted and null fields keep their value. */
export const ApiKeyUpdateParams: ObjectSchema<types.ApiKeyUpdateParams> = object({
  /** New name, {bounds}. */
  name: rule('KEY-004', characters({ min: 1, max: 500 })).nullish(),
  /** New status. An archived key cannot be activated again. */
  status: rule('KEY-005', knownEnum(['active', 'inactive', 'archived'])).nullish(),
});

/** Lists and deactivates API keys. Keys are created in the service's console, and never returned. */
const operation = operationsOf({
  client: 'ApiKeys',
  auth: 'admin-key',
  source: 'compliance > Administration: organization',
  assumed: ['operation'],
  notShown: '1.4.3',
});

/** Retrieves an API key. */
export const retrieveApiKey: OperationContract = operation({
  id: 'apiKeys.retrieve',
  route: 'GET /v1/organizations/api_keys/{api_key_id}',
  schemas: { response: ApiKey },
});

/** Lists the API keys of the organization, newest first. */
export const listApiKeys: OperationContract = operation({
  id: 'apiKeys.list',
  route: 'GET /v1/organizations/api_keys',
  paging: 'id',
  schemas: { query: ApiKeyListParams, response: idPage(ApiKey) },
});

/** Renames an API key or changes its status. An inactive key stops working until it is activated; archiving is final. */
export const updateApiKey: OperationContract = operation({
  id: 'apiKeys.update',
  route: 'POST /v1/organizations/api_keys/{api_key_id}',
  replay: 'idempotent',
  schemas: { body: ApiKeyUpdateParams, response: ApiKey },
});
