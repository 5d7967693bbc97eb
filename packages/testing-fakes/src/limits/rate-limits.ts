/** Rate limits of a world: token buckets that refill all the time, on the world's clock. Off unless set. */
import type { Operation } from '@parlance/schemas';
import { parseInput } from '@parlance/schemas/validation';
import * as z from 'zod';
import type { Fields } from '../input/fields.js';
import { wholeNumber } from '../input/numbers.js';

/** Operations that share a limit. */
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

/** Operations that share a limit; `managed_agents_create` is what makes a new object of managed agents. */
export type LimitFamily = (typeof LIMIT_FAMILIES)[number];

/** What is limited; what is left out is not. */
export interface RateLimit {
  /** Requests per minute. */
  readonly requests?: number | undefined;
  /** Input tokens per minute, those written to the cache included and those read from it not. */
  readonly input_tokens?: number | undefined;
  /** Output tokens per minute. */
  readonly output_tokens?: number | undefined;
}

/** The limits by family; a family left out has none. */
export type RateLimits = { readonly [Family in LimitFamily]?: RateLimit | undefined };

const perMinute = wholeNumber(1, 1_000_000_000);

const limit = z.strictObject({
  requests: perMinute.optional(),
  input_tokens: perMinute.optional(),
  output_tokens: perMinute.optional(),
} satisfies Fields<RateLimit>);

/** Limits by family. */
export const RateLimitsSchema: z.ZodType<RateLimits> = z.partialRecord(
  z.enum(LIMIT_FAMILIES),
  limit.optional(),
);

/**
 * Checks limits that come from outside.
 *
 * @param value - Anything, for example parsed JSON.
 * @param source - What messages call the limits.
 * @throws {InputError} Listing all problems.
 */
export function readRateLimits(value: unknown, source = 'rateLimits'): RateLimits {
  return parseInput(RateLimitsSchema, value, { source });
}

/**
 * Gives the family of an operation.
 *
 * @param operation - The operation.
 */
export function familyOf(operation: Operation): LimitFamily {
  if (operation.auth === 'compliance-key') return 'compliance';
  if (operation.auth === 'admin-key') return 'admin';
  if (operation.id === 'messages.countTokens') return 'count_tokens';
  const resource = operation.id.split('.', 1)[0] as string;
  const own = LIMIT_FAMILIES.find((family) => family === resource);
  return own ?? (operation.id.endsWith('.create') ? 'managed_agents_create' : 'managed_agents');
}
