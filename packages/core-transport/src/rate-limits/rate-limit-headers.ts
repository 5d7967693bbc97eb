/** One rate limit, from the most recent response that included it. */
export interface RateLimit {
  /** The limit. */
  readonly limit: number;
  /** What is left of it; null when the response did not include it. */
  readonly remaining: number | null;
  /** RFC 3339 time at which it is full again; null when the response did not include it. */
  readonly reset: string | null;
}

/** Rate limits by kind: `requests`, `tokens`, `input_tokens`, `output_tokens` and others that the service reports. */
export type RateLimits = Readonly<Record<string, RateLimit>>;

const HEADER = /^vendor-(?:ratelimit-)?(.+)-limit$/;

/** Whether a response includes rate limits. */
export function hasRateLimits(headers: Readonly<Record<string, string>>): boolean {
  return (
    headers['vendor-ratelimit-requests-limit'] !== undefined ||
    headers['vendor-ratelimit-tokens-limit'] !== undefined
  );
}

/** Reads the rate-limit headers of a response. */
export function readRateLimits(headers: Readonly<Record<string, string>>): RateLimits {
  const limits: Record<string, RateLimit> = {};
  for (const [name, value] of Object.entries(headers)) {
    const kind = HEADER.exec(name)?.[1];
    const limit = Number(value);
    if (kind === undefined || !Number.isFinite(limit)) continue;
    const stem = name.slice(0, -'limit'.length);
    const remaining = headers[`${stem}remaining`];
    limits[kind.replaceAll('-', '_')] = {
      limit,
      remaining: remaining === undefined || !Number.isFinite(Number(remaining)) ? null : Number(remaining),
      reset: headers[`${stem}reset`] ?? null,
    };
  }
  return limits;
}
