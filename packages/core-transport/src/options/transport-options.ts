import type { Clock } from '../clock.js';
import type { RateLimiter } from '../rate-limits/rate-limiter.js';
import type { RetryBudget } from '../pipeline/retry-budget.js';
import type { ClientOptions, Credential } from './client-options.js';

/** Options of a client together with its key. */
export type TransportOptions = ClientOptions & {
  readonly apiKey?: Credential | undefined;
  readonly adminKey?: Credential | undefined;
  readonly complianceKey?: Credential | undefined;
};

/** Dependencies that tests replace, and state that a client shares with the one that it was derived from. */
export interface TransportInternals {
  /** Source of time. */
  readonly clock?: Clock | undefined;
  /** Returns random numbers from 0 to less than 1. */
  readonly random?: (() => number) | undefined;
  /** Retry budget to share. Default: a new one. */
  readonly retryBudget?: RetryBudget | undefined;
  /** Rate limiter to share, unless the options have one. Default: a new one. */
  readonly rateLimiter?: RateLimiter | undefined;
}
