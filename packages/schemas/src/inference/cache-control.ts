/** Prompt cache breakpoints. */

/**
 * Marks the end of a prefix of the request that the service caches.
 *
 * @source inference > Create message: `POST /v1/messages`
 */
export interface CacheControl {
  /** Always `ephemeral`. */
  type: 'ephemeral';
  /** Lifetime of the cache entry: 5 minutes or 1 hour. Default `5m`. */
  ttl?: '5m' | '1h' | undefined;
}

/** Field that every cacheable block and tool definition accepts. */
export interface Cacheable {
  /** Cache breakpoint after this block; null for none. At most 4 in a request. */
  cache_control?: CacheControl | null | undefined;
}
