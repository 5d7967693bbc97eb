/** Token usage of a reply. */
import * as z from 'zod';
import { named, type ObjectSchema, openEnum, openObject, openUnion, type Schema } from '../kit/schema.js';
import { Model } from './models.contract.js';
import type * as types from './usage.js';

const count = z.int().min(0);

/** Input tokens used to create cache entries, by lifetime of the entry. */
export const CacheCreation: ObjectSchema<types.CacheCreation> = openObject({
  /** For entries with a lifetime of 1 hour. */
  ephemeral_1h_input_tokens: count,
  /** For entries with a lifetime of 5 minutes. */
  ephemeral_5m_input_tokens: count,
});

/** Uses of server tools. */
export const ServerToolUsage: ObjectSchema<types.ServerToolUsage> = openObject({
  /** Number of web fetches. */
  web_fetch_requests: count,
  /** Number of web searches. */
  web_search_requests: count,
});

const pass = {
  /** Input tokens used to create cache entries, by lifetime; null or absent when caching is off. */
  cache_creation: CacheCreation.nullish(),
  /** Input tokens used to create cache entries. */
  cache_creation_input_tokens: count,
  /** Input tokens read from the cache. */
  cache_read_input_tokens: count,
  /** Input tokens that were neither read from nor written to the cache. */
  input_tokens: count,
  /** Output tokens. */
  output_tokens: count,
};

/** Usage of a pass that generated the reply. */
export const MessageIterationUsage: ObjectSchema<types.MessageIterationUsage> = openObject({
  ...pass,
  type: z.literal('message'),
});

/** Usage of a pass that generated a summary. */
export const CompactionIterationUsage: ObjectSchema<types.CompactionIterationUsage> = openObject({
  ...pass,
  type: z.literal('compaction'),
});

/** Usage of a pass of the advisor. */
export const AdvisorIterationUsage: ObjectSchema<types.AdvisorIterationUsage> = openObject({
  ...pass,
  type: z.literal('advisor_message'),
  /** Model of the advisor. */
  model: named(Model),
});

/** Token usage of one of several passes. */
export const IterationUsage: Schema<types.IterationUsage> = openUnion('type', [
  MessageIterationUsage,
  CompactionIterationUsage,
  AdvisorIterationUsage,
]);

const iterations = z.array(IterationUsage).nullish();

/**
 * Parts of the output tokens.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.2.1
 */
export const OutputTokensDetails: ObjectSchema<types.OutputTokensDetails> = openObject({
  /** Tokens of the model's thinking, also when it is summarized or omitted in the reply. */
  thinking_tokens: count,
});

/**
 * Tokens used by a request.
 *
 * The total input is `input_tokens` + `cache_creation_input_tokens` + `cache_read_input_tokens`. Counts do not
 * correspond exactly to the visible content.
 *
 * @source inference > Usage
 */
export const Usage: ObjectSchema<types.Usage> = openObject({
  /** Input tokens used to create cache entries, by lifetime; null or absent when nothing was cached. */
  cache_creation: CacheCreation.nullish(),
  /** Input tokens used to create cache entries; null or absent when nothing was cached. */
  cache_creation_input_tokens: count.nullish(),
  /** Input tokens read from the cache; null or absent when nothing was read. */
  cache_read_input_tokens: count.nullish(),
  /** Region where inference ran; null or absent when not reported. */
  inference_geo: z.string().nullish(),
  /** Input tokens that were neither read from nor written to the cache. */
  input_tokens: count,
  /** Output tokens. Greater than zero even for an empty reply. */
  output_tokens: count,
  /** Parts of the output tokens; null or absent when not reported. */
  output_tokens_details: OutputTokensDetails.nullish(),
  /** Uses of server tools; null or absent when the request had no server tools. */
  server_tool_use: ServerToolUsage.nullish(),
  /** Service tier of the request; null or absent when not reported. */
  service_tier: openEnum(['standard', 'priority', 'batch']).nullish(),
  /** Usage of each pass, when there were several. Beta. */
  iterations,
  /** Speed of the request. Beta. */
  speed: openEnum(['standard', 'fast']).nullish(),
});

/**
 * Cumulative usage in a stream. A count that is null or absent has not changed.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.2.6
 */
export const MessageDeltaUsage: ObjectSchema<types.MessageDeltaUsage> = openObject({
  /** Input tokens used to create cache entries. */
  cache_creation_input_tokens: count.nullish(),
  /** Input tokens read from the cache. */
  cache_read_input_tokens: count.nullish(),
  /** Input tokens that were neither read from nor written to the cache. */
  input_tokens: count.nullish(),
  /** Output tokens so far. */
  output_tokens: count,
  /** Parts of the output tokens. */
  output_tokens_details: OutputTokensDetails.nullish(),
  /** Uses of server tools. */
  server_tool_use: ServerToolUsage.nullish(),
  /** Usage of each pass, when there were several. Beta. */
  iterations,
});
