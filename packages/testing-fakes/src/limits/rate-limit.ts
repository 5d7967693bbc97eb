/** One rate limit: token buckets that refill continuously on the world's clock. */
import * as z from 'zod';
import type { Fields } from '../input/fields.js';
import { wholeNumber } from '../input/numbers.js';

/** Rate limits of one operation family. A field that is left out is unlimited. `web_search` has only `tool_uses`. */
export interface RateLimit {
  /** Requests per minute. */
  readonly requests?: number | undefined;
  /** Input tokens per minute. Tokens written to the cache count, tokens read from it do not. */
  readonly input_tokens?: number | undefined;
  /** Output tokens per minute. */
  readonly output_tokens?: number | undefined;
  /** Uses per second, of `web_search` only. Further searches have the error `too_many_requests` as their result. */
  readonly tool_uses?: number | undefined;
}

/** Used capacity of a rate limit, by measure. A missing entry means unused. */
export type LimitUsed = Partial<Record<keyof RateLimit, number>>;

const perMinute = wholeNumber(1, 1_000_000_000);

/** Schema of the limits of requests. */
export const RequestLimitSchema: z.ZodType<RateLimit> = z.strictObject({
  requests: perMinute.optional(),
  input_tokens: perMinute.optional(),
  output_tokens: perMinute.optional(),
} satisfies Fields<Omit<RateLimit, 'tool_uses'>>);

/** Schema of the limits of a tool. */
export const ToolLimitSchema: z.ZodType<RateLimit> = z.strictObject({
  tool_uses: wholeNumber(1, 1_000_000).optional(),
});

/** Schema of {@link LimitUsed}. */
export const LimitUsedSchema: z.ZodType<LimitUsed> = z.partialRecord(
  z.enum(['requests', 'input_tokens', 'output_tokens', 'tool_uses']),
  z.number().min(0),
);
