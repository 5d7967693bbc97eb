import { wrong } from '@parlance/core-transport/internal';
import type { RateLimiter } from '@parlance/core-transport';
import { ConfigError } from '@parlance/schemas/kit';
import type { Store } from '../store/store.js';
import { PermitLine } from './permit-line.js';
import { StoredLimit } from './stored-limit.js';

/** Options for {@link sharedRateLimiter}. */
export interface SharedRateLimiterOptions {
  /** The store whose processes share the limit. */
  readonly store: Store;
  /** Name of the limit: one per key or organization, and per group of operations if the service limits them separately. */
  readonly scope: string;
  /**
   * The limit. With `from-headers`, it is learned from the headers of responses, and 300 until then. A number applies from the start and
   * is an upper bound: the headers can only lower it. Default: `from-headers`.
   */
  readonly requestsPerMinute?: number | 'from-headers' | undefined;
  /** Part of the limit to leave to other tools that use it, from 0 to below 1. Default: 0. */
  readonly reserve?: number | undefined;
}

/**
 * Creates a rate limiter that all processes with the same store and scope share, for the option `rateLimiter` of clients. It spreads
 * requests evenly over the minute; a 429 in one process pauses all of them for its hint, within a
 * quarter of a second, and they continue at the rate that the service admitted. Interactive requests are
 * sent before normal and these before bulk ones, across processes; a request that has waited ten seconds counts as one class higher. It
 * limits requests; limits of tokens are left to the retries of the client.
 *
 * While the store is unavailable, requests wait for it: in a client, for up to `rateLimit.maxWaitMs`. After the store was closed, they are
 * rejected with the code `store_unavailable`.
 *
 * A request in the function of a transaction of the same store is rejected with the code `store_in_transaction`.
 *
 * @param options - The store, the scope and the limit.
 * @throws {ConfigError} When an option is invalid.
 */
export function sharedRateLimiter(options: SharedRateLimiterOptions): RateLimiter {
  const { store, scope, requestsPerMinute = 'from-headers', reserve = 0 } = options;
  if (typeof scope !== 'string' || scope === '')
    throw new ConfigError('scope', 'scope must be a text that is not empty');
  if (requestsPerMinute !== 'from-headers' && !(requestsPerMinute > 0 && Number.isFinite(requestsPerMinute)))
    throw wrong('requestsPerMinute', 'must be a number above 0 or `from-headers`');
  if (!(reserve >= 0 && reserve < 1))
    throw new ConfigError('reserve', 'reserve must be a number from 0 to below 1');
  const line = new PermitLine({
    limit: new StoredLimit(store, scope),
    reserve,
    requestsPerMinute: requestsPerMinute === 'from-headers' ? null : requestsPerMinute,
  });
  return {
    acquire: (request) => line.acquire(request),
    waiting: () => (line.size === 0 ? [] : [{ limit: scope, requests: line.size }]),
  };
}
