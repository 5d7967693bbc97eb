/** Usage and cost reports of the organization. */
import type { OpenEnum } from '../kit/open.js';
import type { Operation } from '../kit/operation.js';
import type { CursorPage } from '../kit/paging.js';

/** A page of a report: consecutive time buckets, oldest first. */
export interface ReportPage<Bucket> extends CursorPage<Bucket> {
  /** Whether more buckets follow. */
  has_more?: boolean | null | undefined;
}

/** Cache writes of a report, by lifetime. */
export interface ReportCacheCreation {
  /** Input tokens written to the cache for an hour. */
  ephemeral_1h_input_tokens: number;
  /** Input tokens written to the cache for 5 minutes. */
  ephemeral_5m_input_tokens: number;
}

/** Server tools of a report. */
export interface ReportServerToolUse {
  /** Web searches. */
  web_search_requests: number;
}

/** Size of the context that a request used. */
export type ReportContextWindow = '0-200k' | '200k-1M';

/** Service tier that served a request. */
export type ReportServiceTier = 'standard' | 'batch' | 'priority';

/** Field that usage can be grouped by. */
export type UsageGroup =
  'api_key_id' | 'workspace_id' | 'model' | 'service_tier' | 'context_window' | 'inference_geo';

/** Usage in a time bucket, of one group. The fields of groups that were not requested are null. */
export interface UsageResult {
  /** Key that sent the requests; null or absent if not grouped by it. */
  api_key_id?: string | null | undefined;
  /** Input tokens written to the cache. */
  cache_creation: ReportCacheCreation;
  /** Input tokens read from the cache. */
  cache_read_input_tokens: number;
  /** Size of the context; null or absent if not grouped by it. */
  context_window?: OpenEnum<ReportContextWindow> | null | undefined;
  /** Geography of the inference; null or absent if not grouped by it. */
  inference_geo?: string | null | undefined;
  /** Model; null or absent if not grouped by it. */
  model?: string | null | undefined;
  /** Output tokens. */
  output_tokens: number;
  /** Requests of server tools. */
  server_tool_use: ReportServerToolUse;
  /** Service tier; null or absent if not grouped by it. */
  service_tier?: OpenEnum<ReportServiceTier> | null | undefined;
  /** Input tokens that were neither read from nor written to the cache. */
  uncached_input_tokens: number;
  /** Workspace of the key; null or absent if not grouped by it. */
  workspace_id?: string | null | undefined;
}

/**
 * Usage in a period of time.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.4.4
 */
export interface UsageBucket {
  /** End of the period, exclusive (RFC 3339). */
  ending_at: string;
  /** Usage of each group. Empty if there was none. */
  results: UsageResult[];
  /** Start of the period, inclusive (RFC 3339). */
  starting_at: string;
}

/** Field that costs can be grouped by. */
export type CostGroup = 'workspace_id' | 'description';

/** Kind of a cost. */
export type CostType = 'tokens' | 'web_search' | 'code_execution' | 'session_usage';

/** Kind of tokens that a cost is for. */
export type CostTokenType =
  | 'uncached_input_tokens'
  | 'output_tokens'
  | 'cache_read_input_tokens'
  | 'cache_creation.ephemeral_1h_input_tokens'
  | 'cache_creation.ephemeral_5m_input_tokens';

/** Cost in a time bucket, of one group. Fields that the group does not determine are null. */
export interface CostResult {
  /** Amount in the smallest unit of the currency, as a decimal: `123.45` in USD is $1.2345. */
  amount: string;
  /** Size of the context; null or absent if not grouped by description. */
  context_window?: OpenEnum<ReportContextWindow> | null | undefined;
  /** Kind of cost; null or absent if not grouped by description. */
  cost_type?: OpenEnum<CostType> | null | undefined;
  /** Currency, ISO 4217. */
  currency: string;
  /** What the cost is for; null or absent if not grouped by it. */
  description?: string | null | undefined;
  /** Geography of the inference; null or absent if not grouped by description. */
  inference_geo?: string | null | undefined;
  /** Model; null or absent if not grouped by description, or not a cost of tokens. */
  model?: string | null | undefined;
  /** Service tier; null or absent if not grouped by description. */
  service_tier?: OpenEnum<ReportServiceTier> | null | undefined;
  /** Kind of tokens; null or absent if not grouped by description, or not a cost of tokens. */
  token_type?: OpenEnum<CostTokenType> | null | undefined;
  /** Workspace; null or absent if not grouped by it. */
  workspace_id?: string | null | undefined;
}

/**
 * Cost in a period of time.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.4.4
 */
export interface CostBucket {
  /** End of the period, exclusive (RFC 3339). */
  ending_at: string;
  /** Cost of each group. Empty if there was none. */
  results: CostResult[];
  /** Start of the period, inclusive (RFC 3339). */
  starting_at: string;
}

/** Period and page of a report. */
export interface ReportParams {
  /** Start of the report, inclusive (RFC 3339). The first bucket is the one that contains it. */
  starting_at: string;
  /** End of the report, exclusive (RFC 3339). Default: now. */
  ending_at?: string | undefined;
  /** Cursor from `next_page`. */
  page?: string | undefined;
}

/** Query of {@link listMessageUsage}. Filters that are set must all match. */
export interface UsageParams extends ReportParams {
  /** Length of a bucket: a day, an hour or a minute. Default `1d`. */
  bucket_width?: OpenEnum<'1d' | '1h' | '1m'> | undefined;
  /**
   * Buckets per page. Days: 7 by default, at most 31. Hours: 24 by default, at most 168. Minutes: 60 by default, at most
   * 1,440.
   */
  limit?: number | undefined;
  /** Fields to group by. Default: none. */
  group_by?: OpenEnum<UsageGroup>[] | undefined;
  /** Keeps requests of these keys. */
  api_key_ids?: string[] | undefined;
  /** Keeps requests with a context of these sizes. */
  context_window?: OpenEnum<ReportContextWindow>[] | undefined;
  /** Keeps requests in these geographies. */
  inference_geos?: string[] | undefined;
  /** Keeps requests for these models. */
  models?: string[] | undefined;
  /** Keeps requests of these service tiers. */
  service_tiers?: OpenEnum<ReportServiceTier>[] | undefined;
  /** Keeps requests of these workspaces. */
  workspace_ids?: string[] | undefined;
}

/** Query of {@link listCosts}. */
export interface CostParams extends ReportParams {
  /** Length of a bucket: always a day. Default `1d`. */
  bucket_width?: OpenEnum<'1d'> | undefined;
  /** Buckets per page, 7 by default, at most 31. */
  limit?: number | undefined;
  /** Fields to group by. Default: none. */
  group_by?: OpenEnum<CostGroup>[] | undefined;
}

const source = 'compliance > Administration: organization';

/**
 * Reports the token usage of messages, in time buckets.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.4.4
 */
export const listMessageUsage: Operation<{ query: UsageParams; response: ReportPage<UsageBucket> }> = {
  id: 'usage.messages',
  method: 'GET',
  path: '/v1/organizations/usage_report/messages',
  auth: 'admin-key',
  paging: 'cursor',
  query: {
    group_by: 'name[]',
    api_key_ids: 'name[]',
    context_window: 'name[]',
    inference_geos: 'name[]',
    models: 'name[]',
    service_tiers: 'name[]',
    workspace_ids: 'name[]',
  },
  replay: 'read',
  source,
  assumed: ['operation'],
};

/**
 * Reports costs, by day.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.4.4
 */
export const listCosts: Operation<{ query: CostParams; response: ReportPage<CostBucket> }> = {
  id: 'cost.list',
  method: 'GET',
  path: '/v1/organizations/cost_report',
  auth: 'admin-key',
  paging: 'cursor',
  query: { group_by: 'name[]' },
  replay: 'read',
  source,
  assumed: ['operation'],
};
