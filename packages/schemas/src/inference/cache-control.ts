/** Prompt cache breakpoints. */

/**
 * Cache breakpoint: the service caches the request up to and including the marked block.
 *
 * @source inference > Create message: `POST /v1/messages`
 */
export interface CacheControl {
  /** Always `ephemeral`. */
  type: 'ephemeral';
  /** Lifetime of the cache entry: 5 minutes or 1 hour. Default `5m`. */
  ttl?: '5m' | '1h' | undefined;
}

/** Field of every cacheable block and tool definition. */
export interface Cacheable {
  /** Sets a cache breakpoint after this block. A request can have at most 4. */
  cache_control?: CacheControl | null | undefined;
}
