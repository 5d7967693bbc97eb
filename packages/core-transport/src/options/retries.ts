import type { RetryOptions } from './client-options.js';
import { defined } from './defined.js';

/** How often, and after what delay, a call is retried. */
export type Retries = { readonly [Name in keyof RetryOptions]-?: NonNullable<RetryOptions[Name]> };

const DEFAULTS: Retries = {
  maxRetries: 2,
  baseDelayMs: 500,
  maxDelayMs: 8000,
  maxHintMs: 60_000,
  streamUntil: 'content',
};

/** Merges retry options into their fallback: a client's into the defaults, a call's into the client's. */
export function retriesOf(options: RetryOptions | undefined, otherwise: Retries = DEFAULTS): Retries {
  return options === undefined ? otherwise : ({ ...otherwise, ...defined(options) } as Retries);
}
