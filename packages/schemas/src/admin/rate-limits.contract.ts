/** Rate limits of the organization and its workspaces. */
import * as z from 'zod';
import { type OperationContract, operationsOf } from '../kit/contract.js';
import { cursorPage, pageLimit } from '../kit/paging.schema.js';
import {
  knownEnum,
  named,
  object,
  type ObjectSchema,
  openEnum,
  openObject,
  openUnion,
  rule,
  type Schema,
} from '../kit/schema.js';
import type * as types from './rate-limits.js';

/** Kind of a group of requests that share rate limits. */
export const RateLimitGroupType: Schema<types.RateLimitGroupType> = z.enum([
  'batch',
  'files',
  'model_group',
  'skills',
  'token_count',
  'web_search',
]);

const SERVICES = ['batch', 'files', 'skills', 'token_count', 'web_search'] as const;

/** Requests for a group of models. */
export const ModelRateLimitGroup: ObjectSchema<types.ModelRateLimitGroup> = openObject({
  /** Identifier of the group. */
  id: z.string(),
  /** Name of the group, for display. */
  display_name: z.string(),
  type: z.literal('model_group'),
});

/** Requests for one part of the API. */
export const ServiceRateLimitGroup: ObjectSchema<types.ServiceRateLimitGroup> = openObject({
  /** Identifier of the group. */
  id: z.string(),
  /** Part of the API. */
  type: z.enum(SERVICES),
});

/** A group of requests that share rate limits. */
export const RateLimitGroup: Schema<types.RateLimitGroup> = openUnion('type', [
  ModelRateLimitGroup,
  ServiceRateLimitGroup,
]);

const models = z.array(named(z.string())).nullish();

/** What a rate limit measures. */
export const RateLimitType: Schema<types.RateLimitType> = z.enum([
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

/** A rate limit of the organization. */
export const RateLimitValue: ObjectSchema<types.RateLimitValue> = openObject({
  /** What it measures, see {@link RateLimitType}. */
  type: openEnum(RateLimitType),
  /** Value of the limit. */
  value: z.int(),
});

/**
 * Rate limits of the organization for a group of requests.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.4.5 and C.7
 */
export const OrganizationRateLimit: ObjectSchema<types.OrganizationRateLimit> = openObject({
  /** Identifier, for changes in a workspace. */
  id: z.string(),
  /** The group of requests. */
  group: RateLimitGroup,
  /** The limits. */
  limits: z.array(RateLimitValue),
  /** Models of the group; null or absent for other parts of the API. */
  models,
  type: z.literal('rate_limit'),
});

/** The limit comes from the organization. */
export const OrganizationLimitSource: ObjectSchema<types.OrganizationLimitSource> = openObject({
  type: z.literal('organization'),
});

/** The workspace has a limit of its own. */
export const WorkspaceLimitSource: ObjectSchema<types.WorkspaceLimitSource> = openObject({
  type: z.literal('workspace'),
});

/** A rate limit of a workspace. */
export const WorkspaceRateLimitValue: ObjectSchema<types.WorkspaceRateLimitValue> = openObject({
  /** Limit of the organization; null or absent if it has none. */
  org_limit: z.int().nullish(),
  /** Where the value comes from. */
  source: openUnion('type', [OrganizationLimitSource, WorkspaceLimitSource]),
  /** What it measures. */
  type: openEnum(RateLimitType),
  /** Value of the limit. */
  value: z.int(),
});

/**
 * Rate limits of a workspace for a group of requests.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.4.5 and C.6
 */
export const WorkspaceRateLimit: ObjectSchema<types.WorkspaceRateLimit> = openObject({
  /** The group of requests. */
  group: RateLimitGroup,
  /** The limits. */
  limits: z.array(WorkspaceRateLimitValue),
  /** Models of the group; null or absent for other parts of the API. */
  models,
  /** Identifier of the organization's {@link OrganizationRateLimit}. */
  rate_limit_id: z.string(),
  type: z.literal('workspace_rate_limit'),
  /** Identifier of the workspace. */
  workspace_id: z.string(),
});

const groupType = rule('LIM-002', knownEnum(RateLimitGroupType));

const page = { limit: pageLimit(100).optional(), page: z.string().min(1).optional() };

/** Change of a rate limit of a workspace. */
export const WorkspaceRateLimitUpdateValue: ObjectSchema<types.WorkspaceRateLimitUpdateValue> = object({
  /** What it measures. */
  type: knownEnum(RateLimitType),
  /** New value, at most the limit of the organization. Null removes the limit of the workspace. */
  value: z.int().min(0).nullable(),
});

/** Body of {@link updateWorkspaceRateLimit}. Limits that are not listed keep their value. */
export const WorkspaceRateLimitUpdateParams: ObjectSchema<types.WorkspaceRateLimitUpdateParams> = object({
  /** Limits to change. */
  limits: rule('LIM-005', z.array(WorkspaceRateLimitUpdateValue)),
});

/** Query of {@link listRateLimits}. */
export const RateLimitListParams: ObjectSchema<types.RateLimitListParams> = object('CursorPageParams', {
  ...page,
  /** Keeps groups of this kind. */
  group_type: groupType.nullish(),
  /** Keeps the group of this model. */
  model: named(z.string().min(1)).nullish(),
});

/** Query of {@link listWorkspaceRateLimits}. */
export const WorkspaceRateLimitListParams: ObjectSchema<types.WorkspaceRateLimitListParams> = object(
  'CursorPageParams',
  {
    ...page,
    /** Keeps groups of this kind. */
    group_type: groupType.nullish(),
    /** Whether to include limits that come from the organization. Default false. */
    include_inherited: z.boolean().optional(),
  },
);

/** Lists the rate limits of the organization. Those of a workspace are in `workspaces.rateLimits`. */
const operation = operationsOf({
  client: 'OrganizationRateLimits',
  auth: 'admin-key',
  source: 'compliance > Administration: organization',
  assumed: ['operation'],
  notShown: '1.4.5',
});

/** Lists the rate limits of the organization, by group of requests. */
export const listRateLimits: OperationContract = operation({
  id: 'rateLimits.list',
  route: 'GET /v1/organizations/rate_limits',
  paging: 'cursor',
  schemas: { query: RateLimitListParams, response: cursorPage(OrganizationRateLimit) },
});

/** Lists and changes the rate limits of a workspace, which are parts of those of the organization. */
const workspaceOperation = operationsOf({
  client: 'WorkspaceRateLimits',
  auth: 'admin-key',
  source: 'compliance > Administration: workspaces',
  assumed: ['operation'],
  notShown: '1.4.5',
});

/** Lists the workspace's own rate limits. Set `include_inherited` to include those of the organization. */
export const listWorkspaceRateLimits: OperationContract = workspaceOperation({
  id: 'workspaces.rateLimits.list',
  route: 'GET /v1/organizations/workspaces/{workspace_id}/rate_limits',
  paging: 'cursor',
  schemas: { query: WorkspaceRateLimitListParams, response: cursorPage(WorkspaceRateLimit) },
});

/**
 * Sets rate limits of a workspace for a group of requests; null removes one.
 *
 * @throws `BadRequestError` When a value exceeds the limit of the organization.
 */
export const updateWorkspaceRateLimit: OperationContract = workspaceOperation({
  id: 'workspaces.rateLimits.update',
  route: 'POST /v1/organizations/workspaces/{workspace_id}/rate_limits/{rate_limit_id}',
  replay: 'idempotent',
  schemas: { body: WorkspaceRateLimitUpdateParams, response: WorkspaceRateLimit },
});
