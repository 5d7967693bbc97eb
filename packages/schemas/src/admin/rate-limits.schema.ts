/** Schemas of rate limits. */
import * as z from 'zod';
import type { OpenEnum } from '../kit/open.js';
import { cursorPage, pageLimit } from '../kit/paging.schema.js';
import {
  each,
  knownEnum,
  named,
  object,
  type ObjectSchema,
  openEnum,
  openObject,
  openUnion,
  rule,
  type Schema,
  type SchemasFor,
} from '../kit/schema.js';
import type * as types from './rate-limits.js';
import type { rateLimitOperations } from './operations.js';

const SERVICES = ['batch', 'files', 'skills', 'token_count', 'web_search'] as const;

const group: Schema<types.RateLimitGroup> = openUnion<types.RateLimitGroup>()('type', {
  model_group: openObject<types.ModelRateLimitGroup>()({
    id: z.string(),
    display_name: z.string(),
    type: z.literal('model_group'),
  }),
  ...each(SERVICES, openObject<types.ServiceRateLimitGroup>()({ id: z.string(), type: z.enum(SERVICES) })),
});
const models = z.array(named(z.string())).nullish();

/** Schema of {@link types.OrganizationRateLimit}. */
export const OrganizationRateLimitSchema: ObjectSchema<types.OrganizationRateLimit> =
  openObject<types.OrganizationRateLimit>()({
    id: z.string(),
    group,
    limits: z.array(
      openObject<types.RateLimitValue>()({
        type: openEnum<types.RateLimitType>(),
        value: z.int(),
      }) as Schema<types.RateLimitValue>,
    ),
    models,
    type: z.literal('rate_limit'),
  });

/** Schema of {@link types.WorkspaceRateLimit}. */
export const WorkspaceRateLimitSchema: ObjectSchema<types.WorkspaceRateLimit> =
  openObject<types.WorkspaceRateLimit>()({
    group,
    limits: z.array(
      openObject<types.WorkspaceRateLimitValue>()({
        org_limit: z.int().nullish(),
        source: openUnion<types.WorkspaceRateLimitValue['source']>()('type', {
          organization: openObject<types.OrganizationLimitSource>()({ type: z.literal('organization') }),
          workspace: openObject<types.WorkspaceLimitSource>()({ type: z.literal('workspace') }),
        }),
        type: openEnum<types.RateLimitType>(),
        value: z.int(),
      }) as Schema<types.WorkspaceRateLimitValue>,
    ),
    models,
    rate_limit_id: z.string(),
    type: z.literal('workspace_rate_limit'),
    workspace_id: z.string(),
  });

const groupType: Schema<OpenEnum<types.RateLimitGroupType>> = rule(
  'LIM-002',
  knownEnum<OpenEnum<types.RateLimitGroupType>>()([
    'batch',
    'files',
    'model_group',
    'skills',
    'token_count',
    'web_search',
  ]),
);
const page = { limit: pageLimit(100).optional(), page: z.string().min(1).optional() };

const limitType: Schema<OpenEnum<types.RateLimitType>> = knownEnum<OpenEnum<types.RateLimitType>>()([
  'fast_itpmca',
  'fast_otpm',
  'input_tokens_per_minute',
  'input_tokens_per_minute_cache_aware',
  'output_tokens_per_minute',
  'requests_per_minute',
  'tokens_per_day',
  'tokens_per_minute',
  'tool_uses_per_second',
]);

/** Schema of {@link types.WorkspaceRateLimitUpdateParams}. */
export const WorkspaceRateLimitUpdateParamsSchema: ObjectSchema<types.WorkspaceRateLimitUpdateParams> =
  object<types.WorkspaceRateLimitUpdateParams>()({
    limits: rule(
      'LIM-005',
      z.array(
        object<types.WorkspaceRateLimitUpdateValue>()({
          type: limitType,
          value: z.int().min(0).nullable(),
        }) as Schema<types.WorkspaceRateLimitUpdateValue>,
      ),
    ),
  });

/** Schemas of the operations on rate limits, by id. */
export const rateLimitSchemas: SchemasFor<typeof rateLimitOperations> = {
  'rateLimits.list': {
    query: object<types.RateLimitListParams>()({
      ...page,
      group_type: groupType.nullish(),
      model: named(z.string().min(1)).nullish(),
    }),
    response: cursorPage(OrganizationRateLimitSchema),
  },
  'workspaces.rateLimits.list': {
    query: object<types.WorkspaceRateLimitListParams>()({
      ...page,
      group_type: groupType.nullish(),
      include_inherited: z.boolean().optional(),
    }),
    response: cursorPage(WorkspaceRateLimitSchema),
  },
  'workspaces.rateLimits.update': {
    body: WorkspaceRateLimitUpdateParamsSchema,
    response: WorkspaceRateLimitSchema,
  },
};
