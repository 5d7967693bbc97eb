import type { RateLimitOptions } from './client-options.js';
import { defined } from './defined.js';

/** How long a call waits for rate limits. */
export type RateLimitWaits = { readonly [Name in keyof RateLimitOptions]-?: number };

const DEFAULTS: RateLimitWaits = { maxWaitMs: 300_000 };

/** Merges options into their fallback: a client's into the defaults, a call's into the client's. */
export function rateLimitWaitsOf(
  options: RateLimitOptions | undefined,
  otherwise: RateLimitWaits = DEFAULTS,
): RateLimitWaits {
  return options === undefined ? otherwise : ({ ...otherwise, ...defined(options) } as RateLimitWaits);
}
