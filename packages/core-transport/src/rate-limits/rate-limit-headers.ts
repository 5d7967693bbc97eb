import type { RateLimit, ReportedLimit } from './rate-limiter.js';

type Headers = Readonly<Record<string, string>>;

const HEADER = /^vendor-(?:ratelimit-)?(.+)-limit$/;
const NO_LIMITS: Readonly<Record<string, ReportedLimit>> = {};

/** Returns whether a response includes rate limits. */
export function hasRateLimits(headers: Headers): boolean {
  return (
    headers['vendor-ratelimit-requests-limit'] !== undefined ||
    headers['vendor-ratelimit-tokens-limit'] !== undefined ||
    headers['vendor-ratelimit-input-tokens-limit'] !== undefined ||
    headers['vendor-ratelimit-output-tokens-limit'] !== undefined
  );
}

/** Reads the rate-limit headers of a response. */
export function readRateLimits(headers: Headers): Readonly<Record<string, RateLimit>> {
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

/** Reads the rate-limit headers of a response, with their resets as durations. */
export function reportedLimits(headers: Headers, wallNowMs: number): Readonly<Record<string, ReportedLimit>> {
  if (!hasRateLimits(headers)) return NO_LIMITS;
  const now = serverNow(headers, wallNowMs);
  const entries = Object.entries(readRateLimits(headers)).map(([kind, limit]) => {
    const resetAt = limit.reset === null ? Number.NaN : Date.parse(limit.reset);
    return [kind, { ...limit, resetAfterMs: Number.isNaN(resetAt) ? null : resetAt - now }] as const;
  });
  return Object.fromEntries(entries);
}

/** Returns the time of a response by the service's clock, else by the local one, in milliseconds since 1970. */
export function serverNow(headers: Headers, wallNowMs: number): number {
  const date = Date.parse(headers['date'] ?? '');
  // The header has a precision of one second. Within that, the local clock is more precise.
  return Number.isNaN(date) || Math.abs(wallNowMs - date - 500) <= 1500 ? wallNowMs : date;
}
