/** Schemas of token usage. */
import * as z from 'zod';
import { named, type ObjectSchema, openEnum, openObject, openUnion } from '../kit/schema.js';
import type { Model } from './models.js';
import type * as types from './usage.js';

const count = z.int().min(0);

const cacheCreation: ObjectSchema<types.CacheCreation> = openObject<types.CacheCreation>()({
  ephemeral_1h_input_tokens: count,
  ephemeral_5m_input_tokens: count,
});

const serverToolUsage: ObjectSchema<types.ServerToolUsage> = openObject<types.ServerToolUsage>()({
  web_fetch_requests: count,
  web_search_requests: count,
});

const pass = {
  cache_creation: cacheCreation.nullish(),
  cache_creation_input_tokens: count,
  cache_read_input_tokens: count,
  input_tokens: count,
  output_tokens: count,
};

const iterations = z
  .array(
    openUnion<types.IterationUsage>()('type', {
      message: openObject<types.MessageIterationUsage>()({ ...pass, type: z.literal('message') }),
      compaction: openObject<types.CompactionIterationUsage>()({ ...pass, type: z.literal('compaction') }),
      advisor_message: openObject<types.AdvisorIterationUsage>()({
        ...pass,
        type: z.literal('advisor_message'),
        model: named(openEnum<Model>()),
      }),
    }),
  )
  .nullish();

/** Schema of {@link types.Usage}. */
export const UsageSchema: ObjectSchema<types.Usage> = openObject<types.Usage>()({
  cache_creation: cacheCreation.nullish(),
  cache_creation_input_tokens: count.nullish(),
  cache_read_input_tokens: count.nullish(),
  inference_geo: z.string().nullish(),
  input_tokens: count,
  output_tokens: count,
  server_tool_use: serverToolUsage.nullish(),
  service_tier: openEnum<'standard' | 'priority' | 'batch'>().nullish(),
  iterations,
  speed: openEnum<'standard' | 'fast'>().nullish(),
});

/** Schema of {@link types.MessageDeltaUsage}. */
export const MessageDeltaUsageSchema: ObjectSchema<types.MessageDeltaUsage> =
  openObject<types.MessageDeltaUsage>()({
    cache_creation_input_tokens: count.nullish(),
    cache_read_input_tokens: count.nullish(),
    input_tokens: count.nullish(),
    output_tokens: count,
    server_tool_use: serverToolUsage.nullish(),
    iterations,
  });
