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
import type * as types from './api-keys.js';
import type { apiKeyOperations } from './operations.js';
import { adminLimit } from './id-page-params.schema.js';

/** Schema of {@link types.ApiKey}. */
export const ApiKeySchema: ObjectSchema<types.ApiKey> = openObject<types.ApiKey>()({
  id: z.string().startsWith('apikey_'),
  created_at: timestamp,
  created_by: openObject<types.ApiKeyCreator>()({
    id: z.string(),
    type: openEnum<'user' | 'service_account'>(),
  }).nullish(),
  expires_at: timestamp.nullish(),
  name: z.string(),
  partial_key_hint: z.string().nullish(),
  principal: openUnion<NonNullable<types.ApiKey['principal']>>()('type', {
    user_actor: openObject<types.ApiKeyUserPrincipal>()({
      type: z.literal('user_actor'),
      user_id: z.string(),
    }),
    service_account_actor: openObject<types.ApiKeyServiceAccountPrincipal>()({
      service_account_id: z.string(),
      type: z.literal('service_account_actor'),
    }),
  }).nullish(),
  scope: openUnion<NonNullable<types.ApiKey['scope']>>()('type', {
    organization: openObject<types.ApiKeyOrganizationScope>()({ type: z.literal('organization') }),
    workspace: openObject<types.ApiKeyWorkspaceScope>()({
      type: z.literal('workspace'),
      workspace_id: z.string(),
    }),
  }).optional(),
  status: openEnum<types.ApiKeyStatus>(),
  type: z.literal('api_key'),
  workspace_id: z.string().nullish(),
});

/** Schema of {@link types.ApiKeyListParams}. */
export const ApiKeyListParamsSchema: ObjectSchema<types.ApiKeyListParams> = oneCursor(
  object<types.ApiKeyListParams>()({
    ...idCursorFields,
    limit: adminLimit,
    created_by_user_id: z.string().min(1).optional(),
    status: rule(
      'KEY-003',
      knownEnum<OpenEnum<types.ApiKeyStatus>>()(['active', 'inactive', 'archived', 'expired']),
    ).optional(),
    workspace_id: z.string().min(1).optional(),
  }),
);

/** Schema of {@link types.ApiKeyUpdateParams}. */
export const ApiKeyUpdateParamsSchema: ObjectSchema<types.ApiKeyUpdateParams> =
  object<types.ApiKeyUpdateParams>()({
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
