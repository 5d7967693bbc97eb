/** Rate limits of a world: token buckets that refill all the time, on the world's clock. Off unless set. */
import type { Operation } from '@parlance/schemas';
import { objectOf, whole } from '../form/form.js';

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

const PER_MINUTE = whole(1, 1_000_000_000);
const limit = objectOf({ requests: PER_MINUTE, input_tokens: PER_MINUTE, output_tokens: PER_MINUTE });
const limits = objectOf(Object.fromEntries(LIMIT_FAMILIES.map((family) => [family, limit])));

/**
 * Checks limits that come from outside.
 *
 * @param value - Anything, for example parsed JSON.
 * @param source - Where it comes from, as the complaint shall name it.
 * @throws {FormError} Naming the key and what is allowed.
 */
export function readRateLimits(value: unknown, source = 'rateLimits'): RateLimits {
  limits(value, source);
  return value as RateLimits;
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
