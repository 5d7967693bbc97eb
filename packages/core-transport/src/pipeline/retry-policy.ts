/** Which failures are worth another attempt, and after which wait. Pure functions, tested by tables. */
import type { Replay } from '@parlance/schemas/kit';
import { serverNow } from '../rate-limits/rate-limit-headers.js';

/** What decides whether a failed attempt may be repeated. */
export interface Failure {
  /** Whether sending twice can do harm. */
  readonly replay: Replay;
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
  if (failure.replay === 'create') return status === 429 || status === 503 || status === 529;
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
  return Number.isNaN(date) ? null : Math.max(0, date - serverNow(headers, wallNowMs));
}

function nonNegative(text: string | undefined): number | null {
  if (text === undefined || !/^\s*\d+(?:\.\d+)?\s*$/.test(text)) return null;
  const value = Number(text);
  return Number.isFinite(value) ? value : null;
}

/** How much of a hint is added to it at most, so that calls refused together do not come back together. */
const HINT_JITTER = 0.25;

/**
 * The wait before a retry: the server's hint with jitter on top, else the wait of our own choice. A hint of zero, or in
 * the past, is none.
 *
 * @param hintMs - The hint; null without one.
 * @param retry - Number of the retry, from 0.
 * @param random - A number from 0 to less than 1.
 */
export function retryWaitMs(
  hintMs: number | null,
  retry: number,
  { delays, random }: { readonly delays: BackoffDelays; readonly random: number },
): number {
  if (hintMs === null || hintMs <= 0) return backoffMs(retry, delays, random);
  return hintMs + random * Math.min(HINT_JITTER * hintMs, delays.maxDelayMs);
}

/** Bounds of the waits of our own choice, in milliseconds. */
interface BackoffDelays {
  readonly baseDelayMs: number;
  readonly maxDelayMs: number;
}

/**
 * The wait of our own choice, with full jitter: clients that failed together do not come back together.
 *
 * @param retry - Number of the retry, from 0.
 * @param random - A number from 0 to less than 1.
 */
export function backoffMs(retry: number, delays: BackoffDelays, random: number): number {
  return random * Math.min(delays.baseDelayMs * 2 ** retry, delays.maxDelayMs);
}
