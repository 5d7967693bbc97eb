/** Usage and cost reports of the organization. */
import * as z from 'zod';
import { mark, type OperationContract, operationsOf } from '../kit/contract.js';
import { constrain, timestamp } from '../kit/limits.schema.js';
import { cursorPage, pageLimit } from '../kit/paging.schema.js';
import {
  knownEnum,
  named,
  object,
  type ObjectSchema,
  openEnum,
  openObject,
  rule,
  type Schema,
} from '../kit/schema.js';
import type { ReportPage } from './report-page.js';
import type * as types from './reports.js';

/** Size of the context that a request used. */
export const ReportContextWindow: Schema<types.ReportContextWindow> = z.enum(['0-200k', '200k-1M']);

const contextWindow = openEnum(ReportContextWindow).nullish();

/** Service tier that served a request. */
export const ReportServiceTier: Schema<types.ReportServiceTier> = z.enum(['standard', 'batch', 'priority']);

const serviceTier = openEnum(ReportServiceTier).nullish();

const text = z.string().nullish();

const model = named(z.string()).nullish();

/** Cache writes of a report, by lifetime. */
export const ReportCacheCreation: ObjectSchema<types.ReportCacheCreation> = openObject({
  /** Input tokens written to the cache for an hour. */
  ephemeral_1h_input_tokens: z.int(),
  /** Input tokens written to the cache for 5 minutes. */
  ephemeral_5m_input_tokens: z.int(),
});

/** Server tools of a report. */
export const ReportServerToolUse: ObjectSchema<types.ReportServerToolUse> = openObject({
  /** Web searches. */
  web_search_requests: z.int(),
});

/** Field that usage can be grouped by. */
export const UsageGroup: Schema<types.UsageGroup> = z.enum([
  'api_key_id',
  'workspace_id',
  'model',
  'service_tier',
  'context_window',
  'inference_geo',
]);

/** Usage in a time bucket, of one group. The fields of groups that were not requested are null. */
export const UsageResult: ObjectSchema<types.UsageResult> = openObject({
  /** Key that sent the requests; null or absent if not grouped by it. */
  api_key_id: text,
  /** Input tokens written to the cache. */
  cache_creation: ReportCacheCreation,
  /** Input tokens read from the cache. */
  cache_read_input_tokens: z.int(),
  /** Size of the context; null or absent if not grouped by it. */
  context_window: contextWindow,
  /** Geography of the inference; null or absent if not grouped by it. */
  inference_geo: text,
  /** Model; null or absent if not grouped by it. */
  model,
  /** Output tokens. */
  output_tokens: z.int(),
  /** Requests of server tools. */
  server_tool_use: ReportServerToolUse,
  /** Service tier; null or absent if not grouped by it. */
  service_tier: serviceTier,
  /** Input tokens that were neither read from nor written to the cache. */
  uncached_input_tokens: z.int(),
  /** Workspace of the key; null or absent if not grouped by it. */
  workspace_id: text,
});

/**
 * Usage in a period of time.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.4.4
 */
export const UsageBucket: ObjectSchema<types.UsageBucket> = openObject({
  /** End of the period, exclusive (RFC 3339). */
  ending_at: timestamp,
  /** Usage of each group. Empty if there was none. */
  results: z.array(UsageResult),
  /** Start of the period, inclusive (RFC 3339). */
  starting_at: timestamp,
});

/** Field that costs can be grouped by. */
export const CostGroup: Schema<types.CostGroup> = z.enum(['workspace_id', 'description']);

/** Kind of a cost. */
export const CostType: Schema<types.CostType> = z.enum([
  'tokens',
  'web_search',
  'code_execution',
  'session_usage',
]);

/** Kind of tokens that a cost is for. */
export const CostTokenType: Schema<types.CostTokenType> = z.enum([
  'uncached_input_tokens',
  'output_tokens',
  'cache_read_input_tokens',
  'cache_creation.ephemeral_1h_input_tokens',
  'cache_creation.ephemeral_5m_input_tokens',
]);

/** Cost in a time bucket, of one group. Fields that the group does not determine are null. */
export const CostResult: ObjectSchema<types.CostResult> = openObject({
  /** Amount in the smallest unit of the currency, as a decimal: `123.45` in USD is $1.2345. */
  amount: z.string().regex(/^\d+(\.\d+)?$/, 'must be a decimal number'),
  /** Size of the context; null or absent if not grouped by description. */
  context_window: contextWindow,
  /** Kind of cost; null or absent if not grouped by description. */
  cost_type: openEnum(CostType).nullish(),
  /** Currency, ISO 4217. */
  currency: z.string(),
  /** What the cost is for; null or absent if not grouped by it. */
  description: text,
  /** Geography of the inference; null or absent if not grouped by description. */
  inference_geo: text,
  /** Model; null or absent if not grouped by description, or not a cost of tokens. */
  model,
  /** Service tier; null or absent if not grouped by description. */
  service_tier: serviceTier,
  /** Kind of tokens; null or absent if not grouped by description, or not a cost of tokens. */
  token_type: openEnum(CostTokenType).nullish(),
  /** Workspace; null or absent if not grouped by it. */
  workspace_id: text,
});

/**
 * Cost in a period of time.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.4.4
 */
export const CostBucket: ObjectSchema<types.CostBucket> = openObject({
  /** End of the period, exclusive (RFC 3339). */
  ending_at: timestamp,
  /** Cost of each group. Empty if there was none. */
  results: z.array(CostResult),
  /** Start of the period, inclusive (RFC 3339). */
  starting_at: timestamp,
});

/** Most buckets of a page, by width. */
const MAX_BUCKETS: ReadonlyMap<string, number> = new Map([
  ['1d', 31],
  ['1h', 168],
  ['1m', 1440],
]);

/** Period and page of a report. */
export const ReportParams: ObjectSchema<types.ReportParams> = openObject({
  /** Start of the report, inclusive (RFC 3339). The first bucket is the one that contains it. */
  starting_at: rule('USE-001', timestamp),
  /** End of the report, exclusive (RFC 3339). Default: now. */
  ending_at: rule('USE-001', timestamp).optional(),
  /** Cursor from `next_page`. */
  page: z.string().min(1).optional(),
});

const strings = z.array(z.string().min(1)).optional();

/** Query of {@link listMessageUsage}. Filters that are set must all match. */
export const UsageParams: ObjectSchema<types.UsageParams> = constrain(
  object('ReportParams', {
    ...ReportParams.shape,
    /** Length of a bucket: a day, an hour or a minute. Default `1d`. */
    bucket_width: rule('USE-002', knownEnum(['1d', '1h', '1m'])).optional(),
    /**
     * Buckets per page. Days: 7 by default, at most 31. Hours: 24 by default, at most 168. Minutes: 60 by default, at most
     * 1,440.
     */
    limit: rule('USE-003', z.int().min(1)).optional(),
    /** Fields to group by. Default: none. */
    group_by: rule('USE-004', z.array(knownEnum(UsageGroup))).optional(),
    /** Keeps requests of these keys. */
    api_key_ids: strings,
    /** Keeps requests with a context of these sizes. */
    context_window: z.array(rule('USE-005', knownEnum(ReportContextWindow))).optional(),
    /** Keeps requests in these geographies. */
    inference_geos: strings,
    /** Keeps requests for these models. */
    models: z.array(named(z.string().min(1))).optional(),
    /** Keeps requests of these service tiers. */
    service_tiers: z.array(rule('USE-005', knownEnum(ReportServiceTier))).optional(),
    /** Keeps requests of these workspaces. */
    workspace_ids: strings,
  }),
  (value, report) => {
    const max = MAX_BUCKETS.get(value.bucket_width ?? '1d') ?? 0;
    if ((value.limit ?? 1) > max)
      report('USE-003', `must be at most ${max} with this bucket_width`, ['limit']);
  },
);

/** Query of {@link listCosts}. */
export const CostParams: ObjectSchema<types.CostParams> = object('ReportParams', {
  ...ReportParams.shape,
  /** Length of a bucket: always a day. Default `1d`. */
  bucket_width: rule('USE-008', knownEnum(['1d'])).optional(),
  /** Buckets per page, 7 by default, at most 31. */
  limit: rule('USE-008', pageLimit(31)).optional(),
  /** Fields to group by. Default: none. */
  group_by: rule('USE-008', z.array(knownEnum(CostGroup))).optional(),
});

function reportPage<Bucket>(bucket: Schema<Bucket>): ObjectSchema<ReportPage<Bucket>> {
  const page: ObjectSchema<ReportPage<unknown>> = openObject({
    ...cursorPage(bucket as unknown as Schema<unknown>).shape,
    has_more: z.boolean().nullish(),
  });
  return mark({ page: { of: bucket, typeName: 'ReportPage' } }, page) as unknown as ObjectSchema<
    ReportPage<Bucket>
  >;
}

/** A page of {@link types.UsageBucket}. */
export const UsageBucketPage: ObjectSchema<ReportPage<types.UsageBucket>> = reportPage(UsageBucket);

/** A page of {@link types.CostBucket}. */
export const CostBucketPage: ObjectSchema<ReportPage<types.CostBucket>> = reportPage(CostBucket);

const shared = {
  auth: 'admin-key',
  paging: 'cursor',
  source: 'compliance > Administration: organization',
  assumed: ['operation'],
  notShown: '1.4.4',
} as const;

/** Reports the token usage of the organization. */
const usageOperation = operationsOf({ ...shared, client: 'UsageReports' });

/** Reports the costs of the organization. */
const costOperation = operationsOf({ ...shared, client: 'CostReports' });

/** Reports the token usage of messages in time buckets, oldest first. Buckets without usage have no results. */
export const listMessageUsage: OperationContract = usageOperation({
  id: 'usage.messages',
  route: 'GET /v1/organizations/usage_report/messages',
  query: {
    group_by: 'name[]',
    api_key_ids: 'name[]',
    context_window: 'name[]',
    inference_geos: 'name[]',
    models: 'name[]',
    service_tiers: 'name[]',
    workspace_ids: 'name[]',
  },
  schemas: { query: UsageParams, response: UsageBucketPage },
});

/** Reports costs by day, oldest first. Days without costs have no results. */
export const listCosts: OperationContract = costOperation({
  id: 'cost.list',
  route: 'GET /v1/organizations/cost_report',
  query: { group_by: 'name[]' },
  schemas: { query: CostParams, response: CostBucketPage },
});
