/** One rate limit, from the most recent response that included it. */
export interface RateLimit {
  /** Maximum number of requests or tokens. */
  readonly limit: number;
  /** How many are left; null if the response did not include it. */
  readonly remaining: number | null;
  /** RFC 3339 time at which the limit is full again; null if the response did not include it. */
  readonly reset: string | null;
}

/** A rate limit with its reset as a duration, for rate limiters. */
export interface ReportedLimit extends RateLimit {
  /**
   * Milliseconds from the response until the limit is full again; null if the response did not include it. Measured
   * against the response's `date` header if there is one, so a wrong local clock does not matter.
   */
  readonly resetAfterMs: number | null;
}
