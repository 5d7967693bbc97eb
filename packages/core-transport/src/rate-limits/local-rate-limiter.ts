import { systemClock } from '../clock.js';
import type { Clock } from '../clock.js';
import { checkRecord, integerFromOne } from '../options/option-checks.js';
import { Gate } from './gate.js';
import type { RateLimitValues } from './limit-budgets.js';
import type { RateLimiter } from './rate-limiter.js';

/** Options of {@link localRateLimiter}. */
export type LocalRateLimiterOptions = RateLimitValues;

/**
 * Creates a rate limiter to be shared by the clients of a process, as their option `rateLimiter`.
 *
 * Requests are spread evenly over the minute, at 98 % of the limits. What the service reports and refuses is taken into
 * account as well, for all clients and operations together, so that limits that are set too high do no harm.
 *
 * @param options - The limits; each one left out is unlimited until the service says otherwise.
 * @throws {ConfigError} When a limit is not a whole number from 1.
 */
export function localRateLimiter(options: LocalRateLimiterOptions = {}): RateLimiter {
  return makeLocalRateLimiter(options, { clock: systemClock, random: Math.random });
}

/** Creates a local rate limiter with the clock and the random numbers of a test. */
export function makeLocalRateLimiter(
  options: LocalRateLimiterOptions,
  parts: { readonly clock: Clock; readonly random: () => number },
): RateLimiter {
  checkRecord('', options, {
    requestsPerMinute: integerFromOne,
    inputTokensPerMinute: integerFromOne,
    outputTokensPerMinute: integerFromOne,
    maxConcurrent: integerFromOne,
  });
  const gate = new Gate({ ...parts, values: options });
  return {
    acquire: (request) => gate.acquire(request),
    waiting: () => (gate.waiting === 0 ? [] : [{ limit: 'shared', requests: gate.waiting }]),
  };
}
