import type { RetryOptions } from './client-options.js';
import { defined } from './defined.js';

/** How often and after which waits a call is retried. */
export type Retries = { readonly [Name in keyof RetryOptions]-?: number };

const DEFAULTS: Retries = { maxRetries: 2, baseDelayMs: 500, maxDelayMs: 8000, maxHintMs: 60_000 };

/** The retries of a call: its own, else the client's, else the default. */
export function retriesOf(client: RetryOptions | undefined, call?: RetryOptions): Retries {
  return { ...DEFAULTS, ...defined(client), ...defined(call) };
}
