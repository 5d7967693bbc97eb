import type { ReportedLimit } from './rate-limit-headers.js';

/** Class of a request. A waiting `interactive` request is sent before a `normal` one, and that before a `bulk` one. */
export type CallPriority = 'interactive' | 'normal' | 'bulk';

/** An attempt that asks a {@link RateLimiter} for permission. */
export interface PermitRequest {
  /** Id of the operation, for example `messages.create`. */
  readonly operation: string;
  /**
   * Name of the limit that the request most likely counts against, for example `messages/assistant-opus-4-7`. The
   * documents do not list limits: calls with the same name are assumed to share one.
   */
  readonly limit: string;
  readonly priority: CallPriority;
  /** Estimate of the input tokens, about one for each four characters of the body; 0 for calls that generate nothing. */
  readonly estimatedInputTokens: number;
  /** `max_tokens` of the request; 0 for calls that generate nothing. */
  readonly maxOutputTokens: number;
  /** Number of the attempt, from 1. */
  readonly attempt: number;
  /** How long earlier attempts of the call have waited for permits, in milliseconds. */
  readonly waitedMs: number;
  /** Fires when the permit is no longer needed; a pending wait must then reject with its reason. */
  readonly signal: AbortSignal;
}

/** What the service reports with the headers of a response. */
export interface RateLimitResponse {
  /** Status; null when no response arrived. */
  readonly status: number | null;
  /** Limits by kind, for example `requests` and `input_tokens`; empty when the response did not include any. */
  readonly rateLimits: Readonly<Record<string, ReportedLimit>>;
  /** How long the service asks to wait, in milliseconds; null without a hint, or when the hint is zero or in the past. */
  readonly retryAfterMs: number | null;
}

/** How an attempt ended. */
export interface RateLimitResult extends RateLimitResponse {
  /** Input tokens that count against a limit; null when the response did not report them. */
  readonly inputTokens: number | null;
  /** Output tokens; null when the response did not report them. */
  readonly outputTokens: number | null;
}

/** Permission to send one request. What the methods return is not awaited. */
export interface Permit {
  /** Called when the headers of the response arrive, which for a stream is long before its end. */
  responded?(response: RateLimitResponse): void | Promise<void>;
  /** Called once, when the response is complete, the attempt has failed, or nothing was sent after all. */
  release(result: RateLimitResult): void | Promise<void>;
}

/** Requests of one limit that wait for a permit. */
export interface WaitingRequests {
  /** Name of the limit; see {@link PermitRequest.limit}. */
  readonly limit: string;
  /** Number of requests that wait. */
  readonly requests: number;
}

/**
 * Decides when requests are sent. Each attempt acquires a permit before it is sent and releases it with its result.
 *
 * `localRateLimiter()` creates one for the clients of a process. An implementation over a shared database fits too:
 * everything may be asynchronous, and all times are durations, so that the clocks of machines are never compared.
 */
export interface RateLimiter {
  /**
   * Waits until the request may be sent.
   *
   * @returns The permit; without a promise when there is nothing to wait for.
   */
  acquire(request: PermitRequest): Permit | Promise<Permit>;
  /** Requests that wait now, for `client.limits`. */
  waiting?(): readonly WaitingRequests[];
}
