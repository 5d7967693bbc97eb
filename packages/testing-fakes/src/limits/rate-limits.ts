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
  'files',
  'compliance',
  'admin',
] as const;

/** Operations that share rate limits. `managed_agents_create` covers the operations that create managed agents objects. */
export type LimitFamily = (typeof LIMIT_FAMILIES)[number];

/** Rate limits of one operation family. A field that is left out is unlimited. */
export interface RateLimit {
  /** Requests per minute. */
  readonly requests?: number | undefined;
  /** Input tokens per minute. Tokens written to the cache count, tokens read from it do not. */
  readonly input_tokens?: number | undefined;
  /** Output tokens per minute. */
  readonly output_tokens?: number | undefined;
}

/** Rate limits by operation family. A family that is left out is unlimited. */
export type RateLimits = { readonly [Family in LimitFamily]?: RateLimit | undefined };

const perMinute = wholeNumber(1, 1_000_000_000);

const limit = z.strictObject({
  requests: perMinute.optional(),
  input_tokens: perMinute.optional(),
  output_tokens: perMinute.optional(),
} satisfies Fields<RateLimit>);

/** Schema of {@link RateLimits}. */
export const RateLimitsSchema: z.ZodType<RateLimits> = z.partialRecord(
  z.enum(LIMIT_FAMILIES),
  limit.optional(),
);

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
  const resource = operation.id.split('.', 1)[0] as string;
  const own = LIMIT_FAMILIES.find((family) => family === resource);
  return own ?? (operation.id.endsWith('.create') ? 'managed_agents_create' : 'managed_agents');
}
