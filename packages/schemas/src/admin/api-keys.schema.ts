/** Schemas of API keys. */
import * as z from 'zod';
import { idCursorFields, oneCursor } from '../kit/id-page-params.schema.js';
import { characters, timestamp } from '../kit/limits.schema.js';
import type { OpenEnum } from '../kit/open.js';
import { idPage } from '../kit/paging.schema.js';
import {
  knownEnum,
  object,
  type ObjectSchema,
  openEnum,
  openObject,
  openUnion,
  rule,
  type SchemasFor,
} from '../kit/schema.js';
import type {
  ApiKey,
  ApiKeyCreator,
  ApiKeyListParams,
  apiKeyOperations,
  ApiKeyOrganizationScope,
  ApiKeyServiceAccountPrincipal,
  ApiKeyStatus,
  ApiKeyUpdateParams,
  ApiKeyUserPrincipal,
  ApiKeyWorkspaceScope,
} from './api-keys.js';
import { adminLimit } from './id-page-params.schema.js';

/** Schema of {@link ApiKey}. */
export const ApiKeySchema: ObjectSchema<ApiKey> = openObject<ApiKey>()({
  id: z.string().startsWith('apikey_'),
  created_at: timestamp,
  created_by: openObject<ApiKeyCreator>()({
    id: z.string(),
    type: openEnum<'user' | 'service_account'>(),
  }).nullish(),
  expires_at: timestamp.nullish(),
  name: z.string(),
  partial_key_hint: z.string().nullish(),
  principal: openUnion<NonNullable<ApiKey['principal']>>()('type', {
    user_actor: openObject<ApiKeyUserPrincipal>()({ type: z.literal('user_actor'), user_id: z.string() }),
    service_account_actor: openObject<ApiKeyServiceAccountPrincipal>()({
      service_account_id: z.string(),
      type: z.literal('service_account_actor'),
    }),
  }).nullish(),
  scope: openUnion<NonNullable<ApiKey['scope']>>()('type', {
    organization: openObject<ApiKeyOrganizationScope>()({ type: z.literal('organization') }),
    workspace: openObject<ApiKeyWorkspaceScope>()({ type: z.literal('workspace'), workspace_id: z.string() }),
  }).optional(),
  status: openEnum<ApiKeyStatus>(),
  type: z.literal('api_key'),
  workspace_id: z.string().nullish(),
});

/** Schema of {@link ApiKeyListParams}. */
export const ApiKeyListParamsSchema: ObjectSchema<ApiKeyListParams> = oneCursor(
  object<ApiKeyListParams>()({
    ...idCursorFields,
    limit: adminLimit,
    created_by_user_id: z.string().min(1).optional(),
    status: rule(
      'KEY-003',
      knownEnum<OpenEnum<ApiKeyStatus>>()(['active', 'inactive', 'archived', 'expired']),
    ).optional(),
    workspace_id: z.string().min(1).optional(),
  }),
);

/** Schema of {@link ApiKeyUpdateParams}. */
export const ApiKeyUpdateParamsSchema: ObjectSchema<ApiKeyUpdateParams> = object<ApiKeyUpdateParams>()({
  name: rule('KEY-004', characters({ min: 1, max: 500 })).nullish(),
  status: rule(
    'KEY-005',
    knownEnum<OpenEnum<'active' | 'inactive' | 'archived'>>()(['active', 'inactive', 'archived']),
  ).nullish(),
});

/** Schemas of the operations on API keys, by id. */
export const apiKeySchemas: SchemasFor<typeof apiKeyOperations> = {
  'apiKeys.retrieve': { response: ApiKeySchema },
  'apiKeys.list': { query: ApiKeyListParamsSchema, response: idPage(ApiKeySchema) },
  'apiKeys.update': { body: ApiKeyUpdateParamsSchema, response: ApiKeySchema },
};
