import { systemClock, type Clock } from '../clock.js';
import { checkRecord, integerFromOne } from '../checks/option-checks.js';
import { Gate } from './gate.js';
import type { RateLimitValues } from './limit-budgets.js';
import type { RateLimiter } from './rate-limiter.js';

/** Options for {@link localRateLimiter}. */
export type LocalRateLimiterOptions = RateLimitValues;

/**
 * Creates a rate limiter that the clients of one process share through their `rateLimiter` option. Use it when you
 * know your limits, or run several clients with the same key.
 *
 * Requests are spread evenly over the minute, at 98 % of the limits. The rate limiter also adapts to the limits that
 * the service reports and to its 429 responses, for all clients and operations together, so a limit that is set too
 * high is corrected.
 *
 * @param options - The limits. A limit left out is unlimited until the service reports one.
 * @throws {ConfigError} When a limit is not a positive integer.
 */
export function localRateLimiter(options: LocalRateLimiterOptions = {}): RateLimiter {
  return makeLocalRateLimiter(options, { clock: systemClock, random: Math.random });
}

/** Creates a local rate limiter with a test's clock and random numbers. */
export function makeLocalRateLimiter(
  options: LocalRateLimiterOptions,
  { clock, random }: { readonly clock: Clock; readonly random: () => number },
): RateLimiter {
  checkRecord('', options, {
    requestsPerMinute: integerFromOne,
    inputTokensPerMinute: integerFromOne,
    outputTokensPerMinute: integerFromOne,
    maxConcurrent: integerFromOne,
  });
  const gate = new Gate(clock, random, options);
  return {
    acquire: (request) => gate.acquire(request),
    waiting: () => (gate.waiting === 0 ? [] : [{ limit: 'shared', requests: gate.waiting }]),
  };
}
