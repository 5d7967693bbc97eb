/** Rate limits of a world: token buckets that refill continuously on the world's clock. Off by default. */
import type { Operation } from '@parlance/schemas';
import { parseInput } from '@parlance/schemas/validation';
import * as z from 'zod';
import type { Fields } from '../input/fields.js';
import { wholeNumber } from '../input/numbers.js';

/** Operation families, each with its own limits. */
export const LIMIT_FAMILIES = [
  'messages',
  'count_tokens',
  'models',
  'completions',
  'managed_agents_create',
  'managed_agents',
  'environments',
  'batches',
  'files',
  'skills',
  'web_search',
  'compliance',
  'admin',
] as const;

/**
 * Operations that share rate limits. `managed_agents_create` covers the operations that create managed agents objects,
 * `web_search` the searches of the server tool.
 */
export type LimitFamily = (typeof LIMIT_FAMILIES)[number];

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

/** Rate limits by operation family. A family that is left out is unlimited. */
export type RateLimits = { readonly [Family in LimitFamily]?: RateLimit | undefined };

/** Used capacity of each limit, by family and measure. A missing entry means unused. */
export type LimitsUsed = {
  readonly [Family in LimitFamily]?: Partial<Record<keyof RateLimit, number>> | undefined;
};

const perMinute = wholeNumber(1, 1_000_000_000);

const limit = z.strictObject({
  requests: perMinute.optional(),
  input_tokens: perMinute.optional(),
  output_tokens: perMinute.optional(),
} satisfies Fields<Omit<RateLimit, 'tool_uses'>>);

const toolLimit = z.strictObject({ tool_uses: wholeNumber(1, 1_000_000).optional() });

/** Schema of {@link RateLimits}. */
export const RateLimitsSchema: z.ZodType<RateLimits> = z.strictObject(
  Object.fromEntries(
    LIMIT_FAMILIES.map((family) => [family, (family === 'web_search' ? toolLimit : limit).optional()]),
  ),
);

/** Schema of the used capacity of limits, by family and measure. */
export const LimitsUsedSchema: z.ZodType<LimitsUsed> = z.partialRecord(
  z.enum(LIMIT_FAMILIES),
  z
    .partialRecord(z.enum(['requests', 'input_tokens', 'output_tokens', 'tool_uses']), z.number().min(0))
    .optional(),
);

/**
 * The limits that the emulator reports for an organization without `rateLimits`, and those that the service documents. Pass them as
 * `rateLimits` to enforce them. They are examples: those of a service depend on the organization.
 */
export const usualRateLimits: RateLimits = {
  messages: { requests: 4000, input_tokens: 2_000_000, output_tokens: 400_000 },
  count_tokens: { requests: 4000 },
  managed_agents_create: { requests: 300 },
  managed_agents: { requests: 600 },
  environments: { requests: 60 },
  batches: { requests: 4000 },
  files: { requests: 500 },
  skills: { requests: 500 },
  web_search: { tool_uses: 30 },
  compliance: { requests: 600 },
};

/**
 * Validates rate limits.
 *
 * @param value - Value to validate, for example parsed JSON.
 * @param source - Name of the limits in error messages.
 * @throws {InputError} When a limit is invalid; lists all problems.
 */
export function readRateLimits(value: unknown, source = 'rateLimits'): RateLimits {
  return parseInput(RateLimitsSchema, value, { source });
}

/** Returns the family of an operation. */
export function familyOf(operation: Operation): LimitFamily {
  if (operation.auth === 'compliance-key') return 'compliance';
  if (operation.auth === 'admin-key') return 'admin';
  if (operation.id === 'messages.countTokens') return 'count_tokens';
  if (operation.id.startsWith('messages.batches.')) return 'batches';
  const resource = operation.id.split('.', 1)[0] as string;
  const own = LIMIT_FAMILIES.find((family) => family === resource);
  return own ?? (operation.id.endsWith('.create') ? 'managed_agents_create' : 'managed_agents');
}
