/** Which failures are worth another attempt, and after which wait. Pure functions, tested by tables. */
import type { Replay } from '@parlance/schemas/kit';

/** What decides whether a failed attempt may be repeated. */
export interface Failure {
  /** Whether sending twice can do harm. */
  readonly replay: Replay;
  /** Whether the call carries an idempotency key. */
  readonly hasIdempotencyKey: boolean;
  /** Status; null when no response arrived. */
  readonly status: number | null;
  /** False only when nothing reached the server. */
  readonly sent: boolean;
  /** The server's word, header `x-should-retry`; null when it said nothing. */
  readonly shouldRetry: boolean | null;
}

/**
 * Whether a failed attempt may be repeated.
 *
 * What was never sent may always be repeated. After that the server's word counts, then the status:
 * a `create` is repeated only when the response proves that it was not accepted.
 */
export function mayRetry(failure: Failure): boolean {
  if (!failure.sent) return true;
  if (failure.shouldRetry !== null) return failure.shouldRetry;
  const { status } = failure;
  if (failure.replay === 'create' && !failure.hasIdempotencyKey)
    return status === 429 || status === 503 || status === 529;
  return status === null || status === 408 || status === 429 || status >= 500;
}

/** Reads `x-should-retry`; null unless it is exactly `true` or `false`. */
export function shouldRetryHeader(headers: Readonly<Record<string, string>>): boolean | null {
  const value = headers['x-should-retry'];
  return value === 'true' ? true : value === 'false' ? false : null;
}

/**
 * Reads how long the server asks to wait: `retry-after-ms`, else `retry-after` in seconds or as a date.
 *
 * @param headers - Response headers.
 * @param wallNowMs - Milliseconds since 1970, for a date.
 * @returns Milliseconds; null when nothing usable is there.
 */
export function retryAfterMs(headers: Readonly<Record<string, string>>, wallNowMs: number): number | null {
  const milliseconds = nonNegative(headers['retry-after-ms']);
  if (milliseconds !== null) return milliseconds;
  const after = headers['retry-after'];
  if (after === undefined) return null;
  const seconds = nonNegative(after);
  if (seconds !== null) return seconds * 1000;
  // Only a text that begins as an HTTP date does: `Date.parse` would also read `-5` or `1`.
  const date = /^[A-Z][a-z]{2,}, ?\d/.test(after) ? Date.parse(after) : Number.NaN;
  return Number.isNaN(date) ? null : Math.max(0, date - wallNowMs);
}

function nonNegative(text: string | undefined): number | null {
  if (text === undefined || !/^\s*\d+(?:\.\d+)?\s*$/.test(text)) return null;
  const value = Number(text);
  return Number.isFinite(value) ? value : null;
}

/**
 * The wait of our own choice, with full jitter: clients that failed together do not come back together.
 *
 * @param retry - Number of the retry, from 0.
 * @param random - A number from 0 to less than 1.
 */
export function backoffMs(
  retry: number,
  delays: { readonly baseDelayMs: number; readonly maxDelayMs: number },
  random: number,
): number {
  return random * Math.min(delays.baseDelayMs * 2 ** retry, delays.maxDelayMs);
}
