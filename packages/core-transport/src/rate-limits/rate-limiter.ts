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

/**
 * Priority of a request in the queue of a rate limiter: `interactive` requests are sent before `normal` ones, and
 * these before `bulk` ones.
 */
export type CallPriority = 'interactive' | 'normal' | 'bulk';

/** An attempt that requests a permit from a {@link RateLimiter}. */
export interface PermitRequest {
  /** Id of the operation, for example `messages.create`. */
  readonly operation: string;
  /**
   * Name of the limit that the request most likely counts against, for example `messages/assistant-opus-4-7`. The
   * documents do not list limits: calls with the same name are assumed to share one.
   */
  readonly limit: string;
  /** Priority of the call. */
  readonly priority: CallPriority;
  /** Estimated input tokens, about one per four characters of the body; 0 for calls that do not generate anything. */
  readonly estimatedInputTokens: number;
  /** `max_tokens` of the request; 0 for calls that do not generate anything. */
  readonly maxOutputTokens: number;
  /** Number of the attempt, starting at 1. */
  readonly attempt: number;
  /** How long earlier attempts of the call have waited for permits, in milliseconds. */
  readonly waitedMs: number;
  /** Aborted when the permit is no longer needed. A pending `acquire` must then reject with its reason. */
  readonly signal: AbortSignal;
}

/** Rate limit facts from the headers of a response. */
export interface RateLimitResponse {
  /** HTTP status; null if no response arrived. */
  readonly status: number | null;
  /** Limits by kind, for example `requests` and `input_tokens`; empty if the response did not include any. */
  readonly rateLimits: Readonly<Record<string, ReportedLimit>>;
  /** How long the service asks to wait, in milliseconds; null if it did not ask, or the hint is zero or in the past. */
  readonly retryAfterMs: number | null;
}

/** Result of an attempt, for the rate limiter. */
export interface RateLimitResult extends RateLimitResponse {
  /** Input tokens that count against a limit; null if the response did not report them. */
  readonly inputTokens: number | null;
  /** Output tokens; null if the response did not report them. */
  readonly outputTokens: number | null;
}

/** Permission to send one request. Promises that its methods return are not awaited. */
export interface Permit {
  /** Called when the response headers arrive, which for a stream is long before its end. */
  responded?(response: RateLimitResponse): void | Promise<void>;
  /** Called once, when the response is complete, the attempt has failed, or the request was not sent. */
  release(result: RateLimitResult): void | Promise<void>;
}

/** The requests of one limit that are waiting for a permit. */
export interface WaitingRequests {
  /** Name of the limit; see {@link PermitRequest.limit}. */
  readonly limit: string;
  /** Number of waiting requests. */
  readonly requests: number;
}

/** Rate limits of a client, from the most recent response that included them, and the requests waiting for them. */
export interface RateLimits {
  /** Requests. */
  readonly requests?: RateLimit | undefined;
  /** Input and output tokens together. */
  readonly tokens?: RateLimit | undefined;
  /** Input tokens. */
  readonly input_tokens?: RateLimit | undefined;
  /** Output tokens. */
  readonly output_tokens?: RateLimit | undefined;
  /** Input tokens of requests in the priority tier. */
  readonly priority_input_tokens?: RateLimit | undefined;
  /** Output tokens of requests in the priority tier. */
  readonly priority_output_tokens?: RateLimit | undefined;
  /** Requests waiting for the rate limiter, by limit. Absent if no request waits. */
  readonly waiting?: readonly WaitingRequests[] | undefined;
}

/**
 * Decides when requests are sent. Every attempt acquires a permit before it is sent and releases it with its result.
 *
 * `localRateLimiter()` creates one for a single process. Implement this interface to share limits between processes,
 * for example through a database: every method may be asynchronous, and all times are durations, so clocks do not
 * have to agree.
 */
export interface RateLimiter {
  /**
   * Waits until the request may be sent.
   *
   * @returns The permit, or a promise of it if the request has to wait.
   */
  acquire(request: PermitRequest): Permit | Promise<Permit>;
  /** Returns the waiting requests, for `client.limits`. */
  waiting?(): readonly WaitingRequests[];
}
