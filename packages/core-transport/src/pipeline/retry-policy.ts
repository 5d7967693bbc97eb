/** Decides which failures are retried and after what delay. Pure functions with table-driven tests. */
import type { Replay } from '@parlance/schemas/kit';
import { hintWaitMs } from '../rate-limits/pace.js';
import { serverNow } from '../rate-limits/rate-limit-headers.js';

/** Facts that decide whether a failed attempt may be retried. */
export interface Failure {
  /** Whether the request is safe to repeat. */
  readonly replay: Replay;
  /** Status; null if no response arrived. */
  readonly status: number | null;
  /** False only if nothing reached the server. */
  readonly sent: boolean;
  /** Header `x-should-retry`; null if it is missing. */
  readonly shouldRetry: boolean | null;
}

/**
 * Returns whether a failed attempt may be retried.
 *
 * A request that was never sent may always be retried. Otherwise `x-should-retry` decides, then the status: a
 * `create` is retried only if the response proves that it was not accepted.
 */
export function mayRetry(failure: Failure): boolean {
  if (!failure.sent) return true;
  if (failure.shouldRetry !== null) return failure.shouldRetry;
  const { status } = failure;
  if (failure.replay === 'create') return status === 429 || status === 503 || status === 529;
  return status === null || status === 408 || status === 429 || status >= 500;
}

/** Codes of failures that another attempt meets again: certificates that are not trusted, and proxies that refuse. */
const LASTING =
  /^CERT_|_CERT_ALTNAME_INVALID$|SELF_SIGNED_CERT|^HOSTNAME_MISMATCH$|^INVALID_(CA|PURPOSE)$|^UNABLE_TO_(GET_ISSUER|VERIFY_LEAF)|^proxy_(authentication_required|forbidden|untrusted)$/;

/** Whether a connection that failed with this code would fail the same way again. */
export function isLasting(code: string): boolean {
  return LASTING.test(code);
}

/** Reads `x-should-retry`; null unless it is exactly `true` or `false`. */
export function shouldRetryHeader(headers: Readonly<Record<string, string>>): boolean | null {
  const value = headers['x-should-retry'];
  return value === 'true' ? true : value === 'false' ? false : null;
}

/**
 * Reads how long the server asks to wait: `retry-after-ms`, else `retry-after` as seconds or a date.
 *
 * @param headers - Response headers.
 * @param wallNowMs - Current time in milliseconds since 1970, to resolve a date.
 * @returns Milliseconds; null if neither header is usable.
 */
export function retryAfterMs(headers: Readonly<Record<string, string>>, wallNowMs: number): number | null {
  const milliseconds = nonNegative(headers['retry-after-ms']);
  if (milliseconds !== null) return milliseconds;
  const after = headers['retry-after'];
  if (after === undefined) return null;
  const seconds = nonNegative(after);
  if (seconds !== null) return seconds * 1000;
  // Only text that starts like an HTTP date: `Date.parse` would also accept `-5` or `1`.
  const date = /^[A-Z][a-z]{2,}, ?\d/.test(after) ? Date.parse(after) : Number.NaN;
  return Number.isNaN(date) ? null : Math.max(0, date - serverNow(headers, wallNowMs));
}

function nonNegative(text: string | undefined): number | null {
  if (text === undefined || !/^\s*\d+(?:\.\d+)?\s*$/.test(text)) return null;
  const value = Number(text);
  return Number.isFinite(value) ? value : null;
}

/**
 * Returns the wait before a retry: the server's hint, spread, else the backoff. A hint of zero or in the past is
 * ignored.
 *
 * @param hintMs - The server's hint; null if there is none.
 * @param retry - Number of the retry, from 0.
 * @param random - A number from 0 to less than 1.
 */
export function retryWaitMs(
  hintMs: number | null,
  retry: number,
  { delays, random }: { readonly delays: BackoffDelays; readonly random: number },
): number {
  if (hintMs === null || hintMs <= 0) return backoffMs(retry, delays, random);
  return hintWaitMs(hintMs, random);
}

/** Bounds of the backoff, in milliseconds. */
interface BackoffDelays {
  readonly baseDelayMs: number;
  readonly maxDelayMs: number;
}

/**
 * Returns the exponential backoff with full jitter, so that clients that failed together are not retried together.
 *
 * @param retry - Number of the retry, from 0.
 * @param random - A number from 0 to less than 1.
 */
export function backoffMs(retry: number, delays: BackoffDelays, random: number): number {
  return random * Math.min(delays.baseDelayMs * 2 ** retry, delays.maxDelayMs);
}
