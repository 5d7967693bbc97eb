/** Rate limits of the organization and its workspaces. */
import type { OpenEnum, UnknownMember } from '../kit/open.js';
import type { Operation } from '../kit/operation.js';
import type { CursorPage, CursorPageParams } from '../kit/paging.js';

/** Kind of a group of requests that share rate limits. */
export type RateLimitGroupType = 'batch' | 'files' | 'model_group' | 'skills' | 'token_count' | 'web_search';

/** What a rate limit measures. */
export type RateLimitType =
  | 'fast_itpmca'
  | 'fast_otpm'
  | 'input_tokens_per_minute'
  | 'input_tokens_per_minute_cache_aware'
  | 'output_tokens_per_minute'
  | 'requests_per_minute'
  | 'tokens_per_day'
  | 'tokens_per_minute'
  | 'tool_uses_per_second';

/** Requests for a group of models. */
export interface ModelRateLimitGroup {
  /** Identifier of the group. */
  id: string;
  /** Name of the group, for display. */
  display_name: string;
  /** Always `model_group`. */
  type: 'model_group';
}

/** Requests for one part of the API. */
export interface ServiceRateLimitGroup {
  /** Identifier of the group. */
  id: string;
  /** Part of the API. */
  type: 'batch' | 'files' | 'skills' | 'token_count' | 'web_search';
}

/** A group of requests that share rate limits. */
export type RateLimitGroup = ModelRateLimitGroup | ServiceRateLimitGroup | UnknownMember;

/** A rate limit of the organization. */
export interface RateLimitValue {
  /** What it measures, see {@link RateLimitType}. */
  type: OpenEnum<RateLimitType>;
  /** Value of the limit. */
  value: number;
}

/**
 * Rate limits of the organization for a group of requests.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.4.5 and C.7
 */
export interface OrganizationRateLimit {
  /** Identifier, for changes in a workspace. */
  id: string;
  /** The group of requests. */
  group: RateLimitGroup;
  /** The limits. */
  limits: RateLimitValue[];
  /** Models of the group; null or absent for other parts of the API. */
  models?: string[] | null | undefined;
  /** Always `rate_limit`. */
  type: 'rate_limit';
}

/** The limit comes from the organization. */
export interface OrganizationLimitSource {
  /** Always `organization`. */
  type: 'organization';
}

/** The workspace has a limit of its own. */
export interface WorkspaceLimitSource {
  /** Always `workspace`. */
  type: 'workspace';
}

/** A rate limit of a workspace. */
export interface WorkspaceRateLimitValue {
  /** Limit of the organization; null or absent if it has none. */
  org_limit?: number | null | undefined;
  /** Where the value comes from. */
  source: OrganizationLimitSource | WorkspaceLimitSource | UnknownMember;
  /** What it measures. */
  type: OpenEnum<RateLimitType>;
  /** Value of the limit. */
  value: number;
}

/**
 * Rate limits of a workspace for a group of requests.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.4.5 and C.6
 */
export interface WorkspaceRateLimit {
  /** The group of requests. */
  group: RateLimitGroup;
  /** The limits. */
  limits: WorkspaceRateLimitValue[];
  /** Models of the group; null or absent for other parts of the API. */
  models?: string[] | null | undefined;
  /** Identifier of the organization's {@link OrganizationRateLimit}. */
  rate_limit_id: string;
  /** Always `workspace_rate_limit`. */
  type: 'workspace_rate_limit';
  /** Identifier of the workspace. */
  workspace_id: string;
}

/** Query of {@link listRateLimits}. */
export interface RateLimitListParams extends CursorPageParams {
  /** Keeps groups of this kind. */
  group_type?: OpenEnum<RateLimitGroupType> | null | undefined;
  /** Keeps the group of this model. */
  model?: string | null | undefined;
}

/** Query of {@link listWorkspaceRateLimits}. */
export interface WorkspaceRateLimitListParams extends CursorPageParams {
  /** Keeps groups of this kind. */
  group_type?: OpenEnum<RateLimitGroupType> | null | undefined;
  /** Whether to include limits that come from the organization. Default false. */
  include_inherited?: boolean | undefined;
}

/** Change of a rate limit of a workspace. */
export interface WorkspaceRateLimitUpdateValue {
  /** What it measures. */
  type: OpenEnum<RateLimitType>;
  /** New value, at most the limit of the organization. Null removes the limit of the workspace. */
  value: number | null;
}

/** Body of {@link updateWorkspaceRateLimit}. Limits that are not listed keep their value. */
export interface WorkspaceRateLimitUpdateParams {
  /** Limits to change. */
  limits: WorkspaceRateLimitUpdateValue[];
}

/**
 * Lists the rate limits of the organization.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.4.5
 */
export const listRateLimits: Operation<{
  query: RateLimitListParams;
  response: CursorPage<OrganizationRateLimit>;
}> = {
  id: 'rateLimits.list',
  method: 'GET',
  path: '/v1/organizations/rate_limits',
  auth: 'admin-key',
  paging: 'cursor',
  replay: 'read',
  source: 'compliance > Administration: organization',
  assumed: ['operation'],
};

/**
 * Lists the rate limits of a workspace.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.4.5
 */
export const listWorkspaceRateLimits: Operation<{
  params: 'workspace_id';
  query: WorkspaceRateLimitListParams;
  response: CursorPage<WorkspaceRateLimit>;
}> = {
  id: 'workspaces.rateLimits.list',
  method: 'GET',
  path: '/v1/organizations/workspaces/{workspace_id}/rate_limits',
  auth: 'admin-key',
  paging: 'cursor',
  replay: 'read',
  source: 'compliance > Administration: workspaces',
  assumed: ['operation'],
};

/**
 * Changes the rate limits of a workspace for a group of requests.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.4.5
 */
export const updateWorkspaceRateLimit: Operation<{
  params: 'workspace_id' | 'rate_limit_id';
  body: WorkspaceRateLimitUpdateParams;
  response: WorkspaceRateLimit;
}> = {
  id: 'workspaces.rateLimits.update',
  method: 'POST',
  path: '/v1/organizations/workspaces/{workspace_id}/rate_limits/{rate_limit_id}',
  auth: 'admin-key',
  replay: 'idempotent',
  source: 'compliance > Administration: workspaces',
  assumed: ['operation'],
};
