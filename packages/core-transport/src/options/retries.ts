import type { RetryOptions } from './client-options.js';
import { defined } from './defined.js';

/** How often and after which waits a call is retried. */
export type Retries = { readonly [Name in keyof RetryOptions]-?: number };

const DEFAULTS: Retries = { maxRetries: 2, baseDelayMs: 500, maxDelayMs: 8000, maxHintMs: 60_000 };

/** Retry options over those that hold otherwise: a client's over the defaults, a call's over the client's. */
export function retriesOf(options: RetryOptions | undefined, otherwise: Retries = DEFAULTS): Retries {
  return options === undefined ? otherwise : ({ ...otherwise, ...defined(options) } as Retries);
}
