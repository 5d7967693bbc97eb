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
import type {
  ModelRateLimitGroup,
  OrganizationLimitSource,
  OrganizationRateLimit,
  RateLimitGroup,
  RateLimitGroupType,
  RateLimitListParams,
  rateLimitOperations,
  RateLimitType,
  RateLimitValue,
  ServiceRateLimitGroup,
  WorkspaceLimitSource,
  WorkspaceRateLimit,
  WorkspaceRateLimitListParams,
  WorkspaceRateLimitUpdateParams,
  WorkspaceRateLimitUpdateValue,
  WorkspaceRateLimitValue,
} from './rate-limits.js';

const SERVICES = ['batch', 'files', 'skills', 'token_count', 'web_search'] as const;

const group: Schema<RateLimitGroup> = openUnion<RateLimitGroup>()('type', {
  model_group: openObject<ModelRateLimitGroup>()({
    id: z.string(),
    display_name: z.string(),
    type: z.literal('model_group'),
  }),
  ...each(SERVICES, openObject<ServiceRateLimitGroup>()({ id: z.string(), type: z.enum(SERVICES) })),
});
const models = z.array(named(z.string())).nullish();

/** Schema of {@link OrganizationRateLimit}. */
export const OrganizationRateLimitSchema: ObjectSchema<OrganizationRateLimit> =
  openObject<OrganizationRateLimit>()({
    id: z.string(),
    group,
    limits: z.array(
      openObject<RateLimitValue>()({
        type: openEnum<RateLimitType>(),
        value: z.int(),
      }) as Schema<RateLimitValue>,
    ),
    models,
    type: z.literal('rate_limit'),
  });

/** Schema of {@link WorkspaceRateLimit}. */
export const WorkspaceRateLimitSchema: ObjectSchema<WorkspaceRateLimit> = openObject<WorkspaceRateLimit>()({
  group,
  limits: z.array(
    openObject<WorkspaceRateLimitValue>()({
      org_limit: z.int().nullish(),
      source: openUnion<WorkspaceRateLimitValue['source']>()('type', {
        organization: openObject<OrganizationLimitSource>()({ type: z.literal('organization') }),
        workspace: openObject<WorkspaceLimitSource>()({ type: z.literal('workspace') }),
      }),
      type: openEnum<RateLimitType>(),
      value: z.int(),
    }) as Schema<WorkspaceRateLimitValue>,
  ),
  models,
  rate_limit_id: z.string(),
  type: z.literal('workspace_rate_limit'),
  workspace_id: z.string(),
});

const groupType: Schema<OpenEnum<RateLimitGroupType>> = rule(
  'LIM-002',
  knownEnum<OpenEnum<RateLimitGroupType>>()([
    'batch',
    'files',
    'model_group',
    'skills',
    'token_count',
    'web_search',
  ]),
);
const page = { limit: pageLimit(100).optional(), page: z.string().min(1).optional() };

const limitType: Schema<OpenEnum<RateLimitType>> = knownEnum<OpenEnum<RateLimitType>>()([
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

/** Schema of {@link WorkspaceRateLimitUpdateParams}. */
export const WorkspaceRateLimitUpdateParamsSchema: ObjectSchema<WorkspaceRateLimitUpdateParams> =
  object<WorkspaceRateLimitUpdateParams>()({
    limits: rule(
      'LIM-005',
      z.array(
        object<WorkspaceRateLimitUpdateValue>()({
          type: limitType,
          value: z.int().min(0).nullable(),
        }) as Schema<WorkspaceRateLimitUpdateValue>,
      ),
    ),
  });

/** Schemas of the operations on rate limits, by id. */
export const rateLimitSchemas: SchemasFor<typeof rateLimitOperations> = {
  'rateLimits.list': {
    query: object<RateLimitListParams>()({
      ...page,
      group_type: groupType.nullish(),
      model: named(z.string().min(1)).nullish(),
    }),
    response: cursorPage(OrganizationRateLimitSchema),
  },
  'workspaces.rateLimits.list': {
    query: object<WorkspaceRateLimitListParams>()({
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
