/** Schemas of usage and cost reports. */
import * as z from 'zod';
import { constrain, timestamp } from '../kit/limits.schema.js';
import type { OpenEnum } from '../kit/open.js';
import { pageLimit } from '../kit/paging.schema.js';
import {
  knownEnum,
  named,
  object,
  type ObjectSchema,
  openEnum,
  openObject,
  rule,
  type Schema,
  type SchemasFor,
} from '../kit/schema.js';
import type * as types from './reports.js';
import type { reportOperations } from './operations.js';

const contextWindow = openEnum<types.ReportContextWindow>().nullish();
const serviceTier = openEnum<types.ReportServiceTier>().nullish();
const text = z.string().nullish();
const model = named(z.string()).nullish();

const usageResult: ObjectSchema<types.UsageResult> = openObject<types.UsageResult>()({
  api_key_id: text,
  cache_creation: openObject<types.ReportCacheCreation>()({
    ephemeral_1h_input_tokens: z.int(),
    ephemeral_5m_input_tokens: z.int(),
  }),
  cache_read_input_tokens: z.int(),
  context_window: contextWindow,
  inference_geo: text,
  model,
  output_tokens: z.int(),
  server_tool_use: openObject<types.ReportServerToolUse>()({ web_search_requests: z.int() }),
  service_tier: serviceTier,
  uncached_input_tokens: z.int(),
  workspace_id: text,
});

/** Schema of {@link types.UsageBucket}. */
export const UsageBucketSchema: ObjectSchema<types.UsageBucket> = openObject<types.UsageBucket>()({
  ending_at: timestamp,
  results: z.array(usageResult as Schema<types.UsageResult>),
  starting_at: timestamp,
});

const costResult: ObjectSchema<types.CostResult> = openObject<types.CostResult>()({
  amount: z.string().regex(/^\d+(\.\d+)?$/, 'must be a decimal number'),
  context_window: contextWindow,
  cost_type: openEnum<types.CostType>().nullish(),
  currency: z.string(),
  description: text,
  inference_geo: text,
  model,
  service_tier: serviceTier,
  token_type: openEnum<types.CostTokenType>().nullish(),
  workspace_id: text,
});

/** Schema of {@link types.CostBucket}. */
export const CostBucketSchema: ObjectSchema<types.CostBucket> = openObject<types.CostBucket>()({
  ending_at: timestamp,
  results: z.array(costResult as Schema<types.CostResult>),
  starting_at: timestamp,
});

/** Most buckets of a page, by width. */
const MAX_BUCKETS: ReadonlyMap<string, number> = new Map([
  ['1d', 31],
  ['1h', 168],
  ['1m', 1440],
]);

const period = {
  starting_at: rule('USE-001', timestamp),
  ending_at: rule('USE-001', timestamp).optional(),
  page: z.string().min(1).optional(),
};
const strings = z.array(z.string().min(1)).optional();

/** Schema of {@link types.UsageParams}. */
export const UsageParamsSchema: ObjectSchema<types.UsageParams> = constrain(
  object<types.UsageParams>()({
    ...period,
    bucket_width: rule('USE-002', knownEnum<OpenEnum<'1d' | '1h' | '1m'>>()(['1d', '1h', '1m'])).optional(),
    limit: rule('USE-003', z.int().min(1)).optional(),
    group_by: rule(
      'USE-004',
      z.array(
        knownEnum<OpenEnum<types.UsageGroup>>()([
          'api_key_id',
          'workspace_id',
          'model',
          'service_tier',
          'context_window',
          'inference_geo',
        ]),
      ),
    ).optional(),
    api_key_ids: strings,
    context_window: z
      .array(rule('USE-005', knownEnum<OpenEnum<types.ReportContextWindow>>()(['0-200k', '200k-1M'])))
      .optional(),
    inference_geos: strings,
    models: z.array(named(z.string().min(1))).optional(),
    service_tiers: z
      .array(
        rule('USE-005', knownEnum<OpenEnum<types.ReportServiceTier>>()(['standard', 'batch', 'priority'])),
      )
      .optional(),
    workspace_ids: strings,
  }),
  (value, report) => {
    const max = MAX_BUCKETS.get(value.bucket_width ?? '1d') ?? 0;
    if ((value.limit ?? 1) > max)
      report('USE-003', `must be at most ${max} with this bucket_width`, ['limit']);
  },
);

/** Schema of {@link types.CostParams}. */
export const CostParamsSchema: ObjectSchema<types.CostParams> = object<types.CostParams>()({
  ...period,
  bucket_width: rule('USE-008', knownEnum<OpenEnum<'1d'>>()(['1d'])).optional(),
  limit: rule('USE-008', pageLimit(31)).optional(),
  group_by: rule(
    'USE-008',
    z.array(knownEnum<OpenEnum<types.CostGroup>>()(['workspace_id', 'description'])),
  ).optional(),
});

function reportPage<Bucket>(bucket: Schema<Bucket>): ObjectSchema<types.ReportPage<Bucket>> {
  const page = openObject<types.ReportPage<unknown>>()({
    data: z.array(bucket as unknown as Schema<unknown>),
    has_more: z.boolean().nullish(),
    next_page: z.string().nullish(),
  });
  return page as unknown as ObjectSchema<types.ReportPage<Bucket>>;
}

/** Schemas of the operations of usage and cost reports, by id. */
export const reportSchemas: SchemasFor<typeof reportOperations> = {
  'usage.messages': {
    query: UsageParamsSchema,
    response: reportPage(UsageBucketSchema as Schema<types.UsageBucket>),
  },
  'cost.list': {
    query: CostParamsSchema,
    response: reportPage(CostBucketSchema as Schema<types.CostBucket>),
  },
};
