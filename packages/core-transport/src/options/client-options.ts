/** Options for clients and calls. */
import type { Beta, Checkpoint, Naming, Validator } from '@parlance/schemas/kit';
import type { HttpAdapter, Middleware } from '../http-adapter.js';
import type { Logger } from '../observability/log-observer.js';
import type { Telemetry } from '../observability/telemetry-hooks.js';
import type { CallPriority, RateLimiter } from '../rate-limits/rate-limiter.js';

/** A key, or a function that returns one. The function is called for each attempt, so keys can be rotated. */
export type Credential = string | (() => string | Promise<string>);

/** Deadlines in milliseconds. Set one to `Infinity` to disable it; zero and negative values are rejected. */
export interface TimeoutOptions {
  /** A key function: from the call to its key. Default 30,000. */
  readonly keyMs?: number | undefined;
  /** Wait for a free connection, if the adapter limits their number. Default 300,000. */
  readonly queueMs?: number | undefined;
  /** TCP and TLS handshakes. Default 10,000. */
  readonly connectMs?: number | undefined;
  /**
   * Uploads and other large request bodies: longest time in which no part of the body is sent. A body that progresses
   * is never cut off. Default 60,000.
   */
  readonly sendGapMs?: number | undefined;
  /** From the end of the request to the response headers. Default 60,000; for messages and completions 600,000. */
  readonly headersMs?: number | undefined;
  /** From the response headers to the end of a JSON body. Default 60,000. */
  readonly bodyMs?: number | undefined;
  /** Message and completion streams: from the response headers to the first content event. Default 300,000. */
  readonly firstContentMs?: number | undefined;
  /** Message and completion streams: between two content events; pings and comments do not count. Default 180,000. */
  readonly contentGapMs?: number | undefined;
  /** Session event streams and downloads: longest time without any data. Default 120,000. */
  readonly silenceMs?: number | undefined;
  /**
   * Streams and downloads: longest time that the connection is paused because your code has stopped reading. Default
   * `Infinity`.
   */
  readonly consumerMs?: number | undefined;
  /**
   * The whole call: all attempts, the waits between them and the end of the response, but not waits for a rate limit.
   * Default 120,000; for messages and completions 900,000; for streams, downloads and uploads `Infinity`. A value that
   * you set for a client or a call applies to these too.
   */
  readonly totalMs?: number | undefined;
}

/** How often, and after what delay, a failed request is retried. */
export interface RetryOptions {
  /** Maximum number of retries after the first attempt. Default 2; 0 disables retries. */
  readonly maxRetries?: number | undefined;
  /**
   * Base of the exponential backoff with full jitter, in milliseconds: retry n waits between 0 and min(base x 2^n,
   * max). Default 500.
   */
  readonly baseDelayMs?: number | undefined;
  /** Maximum backoff, in milliseconds. Default 8,000. */
  readonly maxDelayMs?: number | undefined;
  /**
   * Maximum wait that the server may ask for with `retry-after`, in milliseconds; a longer one fails the call
   * immediately. Default 60,000. For a 429, `rateLimit.maxWaitMs` applies instead.
   */
  readonly maxHintMs?: number | undefined;
  /**
   * How far message and completion streams are retried. `content`: until the first content, so the opening events are held
   * back until it arrives, because a retry replaces them. `event`: until the first event, and every event is emitted at
   * once, for example `message_start` while the service still thinks. Default `content`; without retries, events are always
   * emitted at once.
   */
  readonly streamUntil?: 'content' | 'event' | undefined;
}

/**
 * Token bucket that limits the retries of all calls of a client together, so that an outage does not multiply the
 * load.
 */
export interface RetryBudgetOptions {
  /** Maximum number of retries in a row. Default 50. */
  readonly capacity?: number | undefined;
  /** Retries that each successful call adds back. Default 0.1. */
  readonly refill?: number | undefined;
}

/** How long calls wait for rate limits. */
export interface RateLimitOptions {
  /**
   * Maximum total time that a call waits for the rate limiter and for 429 responses with `retry-after`, in
   * milliseconds. A call that would have to wait longer fails with a `RateLimitError`. 0 never waits. Default
   * 300,000.
   */
  readonly maxWaitMs?: number | undefined;
}

/** Passed to `onRateLimitWait` when a call starts or stops waiting for a rate limit. */
export interface RateLimitWait {
  /** Whether the wait starts or ends. */
  readonly phase: 'start' | 'end';
  /** Name of the limit, for example `messages/assistant-opus-4-7`. */
  readonly limit: string;
  /**
   * Calls waiting for the same limit, including this one; 0 when the wait ends, or if the rate limiter does not
   * report it.
   */
  readonly queued: number;
  /** How long the call has waited, in milliseconds; 0 when the wait starts. */
  readonly waitedMs: number;
}

/** Retry options of a client: those of {@link RetryOptions} and the shared retry budget. */
export interface ClientRetryOptions extends RetryOptions {
  /** Retry budget shared by all calls of the client. */
  readonly budget?: RetryBudgetOptions | undefined;
}

/** Options that all clients share. */
export interface ClientOptions {
  /**
   * Absolute URL of the service, with an optional path prefix, for example `https://api.example.com`. Must be https
   * unless the host is a loopback address or `allowInsecure` is set; user, query and fragment are not allowed.
   * Default: the environment variable `PARLANCE_BASE_URL`.
   */
  readonly baseUrl?: string | undefined;
  /** Allows plain http to hosts other than loopback addresses. Default false. */
  readonly allowInsecure?: boolean | undefined;
  /** API version, sent in the header `vendor-version`, as YYYY-MM-DD. Default `2023-06-01`. */
  readonly version?: string | undefined;
  /** Names of beta features to enable for every call. */
  readonly betas?: readonly Beta[] | undefined;
  /**
   * The names that your deployment uses on the wire instead of `vendor`, `assistant` and `githost`, in header names,
   * field names, model ids and other identifiers. Your code keeps using the documented names. Default: the
   * environment variable `PARLANCE_NAMING` (`vendor=x,assistant=y,githost=z`), else the documented names.
   */
  readonly naming?: Naming | undefined;
  /** Deadlines of all calls. */
  readonly timeouts?: TimeoutOptions | undefined;
  /** Retries and the retry budget. */
  readonly retry?: ClientRetryOptions | undefined;
  /**
   * Maximum size of a JSON response, and of a download that is read into memory with `bytes()` or `text()`, in bytes after
   * decompression. Default 256 MiB.
   */
  readonly maxResponseBytes?: number | undefined;
  /** Maximum size of a single stream event, in characters. Default 16 Mi. */
  readonly maxEventBytes?: number | undefined;
  /** How much of an error response is read, in bytes. Default 1 MiB. */
  readonly maxErrorBytes?: number | undefined;
  /**
   * Decides when requests are sent. Use `localRateLimiter()` to share one between clients. Default: an adaptive rate
   * limiter that sends immediately until the service reports a limit or responds with 429, and then paces requests.
   */
  readonly rateLimiter?: RateLimiter | undefined;
  /** How long calls wait for rate limits. */
  readonly rateLimit?: RateLimitOptions | undefined;

  /** Priority of the calls in the rate limiter's queue. Default `normal`. */
  readonly priority?: CallPriority | undefined;
  /**
   * Validates requests and responses against the contract: `validator()` from `@parlance/schemas/validation`. Off by
   * default.
   */
  readonly validation?: Validator | undefined;
  /** Wraps each attempt of a request; the first one in the list is the outermost. */
  readonly middleware?: readonly Middleware[] | undefined;
  /**
   * Receives log messages, with secrets and content masked. The level comes from `PARLANCE_LOG` unless the logger
   * sets one.
   */
  readonly logger?: Logger | undefined;
  /** Records spans and metrics: `openTelemetry()` from `@parlance/core-transport/telemetry`. Off by default. */
  readonly telemetry?: Telemetry | undefined;
  /** Headers to add to every request; null removes a default header. Names in `vendor-beta` are added to `betas`. */
  readonly headers?: Readonly<Record<string, string | null>> | undefined;
  /** Sends the HTTP requests. Default: undici in Node, `fetch` elsewhere. */
  readonly http?: HttpAdapter | undefined;
}

/** Options of one call. */
export interface CallOptions {
  /** Aborts the call, in any phase. */
  readonly signal?: AbortSignal | undefined;
  /** Deadlines that override the client's. */
  readonly timeouts?: TimeoutOptions | undefined;
  /** Retry options that override the client's. */
  readonly retry?: RetryOptions | undefined;
  /** Headers to add to the request; null removes a default header. Names in `vendor-beta` are added to `betas`. */
  readonly headers?: Readonly<Record<string, string | null>> | undefined;
  /** Names of beta features to enable for this call, in addition to the client's. */
  readonly betas?: readonly Beta[] | undefined;
  /** Priority of the call in the rate limiter's queue; overrides the client's. */
  readonly priority?: CallPriority | undefined;
  /** How long the call waits for rate limits; overrides the client's. */
  readonly rateLimit?: RateLimitOptions | undefined;
  /** Called when the call starts and stops waiting for a rate limit. */
  readonly onRateLimitWait?: ((wait: RateLimitWait) => void) | undefined;
}

/** Options of a list. */
export interface ListOptions extends CallOptions {
  /** Checkpoint to resume from. Null, or leaving it out, starts with the first page. */
  readonly resumeFrom?: Checkpoint | null | undefined;
  /** Whether to fetch the next page while you consume the current one. Default false. */
  readonly prefetch?: boolean | undefined;
}

/** Options of a client together with its key. */
export type TransportOptions = ClientOptions & {
  readonly apiKey?: Credential | undefined;
  readonly adminKey?: Credential | undefined;
  readonly complianceKey?: Credential | undefined;
};
