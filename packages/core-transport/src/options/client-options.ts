/** The options of clients and calls, as users type them. */
import type { Naming, Validator } from '@parlance/schemas/kit';
import type { HttpAdapter, Middleware } from '../http-adapter.js';
import type { CallPriority, RateLimiter } from '../rate-limits/rate-limiter.js';
import type { Logger } from '../observability/logger.js';
import type { Telemetry } from '../observability/telemetry-hooks.js';
import type { Checkpoint } from '../paging/page.js';

/** A key, or a function that returns it, called for each attempt. */
export type Credential = string | (() => string | Promise<string>);

/** Deadlines in milliseconds. `Infinity` switches one off; zero and negative values are refused. */
export interface TimeoutOptions {
  /** TCP and TLS. Default 10,000. */
  readonly connectMs?: number | undefined;
  /** Request sent to response headers. Default 60,000; messages and completions 600,000. */
  readonly headersMs?: number | undefined;
  /** Response headers to the end of a JSON body. Default 60,000. */
  readonly bodyMs?: number | undefined;
  /** Streams of messages and completions: headers to the first content event. Default 300,000. */
  readonly firstContentMs?: number | undefined;
  /** The same: between content events; pings and comments do not count. Default 180,000. */
  readonly contentGapMs?: number | undefined;
  /** Session event streams: longest time without any byte. Default 120,000. */
  readonly silenceMs?: number | undefined;
  /**
   * All attempts and the waits between them, except for waits for a rate limit; off for streams. Default 120,000;
   * messages and completions 900,000.
   */
  readonly totalMs?: number | undefined;
}

/** How often and after which waits a failed request is sent again. */
export interface RetryOptions {
  /** Attempts after the first. Default 2; 0 switches retries off. */
  readonly maxRetries?: number | undefined;
  /** Base of the waits, in milliseconds: full jitter between 0 and min(base x 2^n, max). Default 500. */
  readonly baseDelayMs?: number | undefined;
  /** Longest wait of our own choice, in milliseconds. Default 8,000. */
  readonly maxDelayMs?: number | undefined;
  /**
   * Longest wait that the server may ask for, in milliseconds; a longer hint fails at once. Default 60,000. For a 429,
   * `rateLimit.maxWaitMs` counts instead.
   */
  readonly maxHintMs?: number | undefined;
}

/** Token bucket of retries, shared by all calls of a client. */
export interface RetryBudgetOptions {
  /** Retries that can be made in a row. Default 50. */
  readonly capacity?: number | undefined;
  /** What a successful call restores, in retries. Default 0.1. */
  readonly refill?: number | undefined;
}

/** How long calls wait for rate limits. */
export interface RateLimitOptions {
  /**
   * Longest time that a call waits for a rate limiter, or because of 429 responses with a hint, in milliseconds; all its
   * waits together. A call that would have to wait longer fails with a `RateLimitError`. 0: never wait. Default 300,000.
   */
  readonly maxWaitMs?: number | undefined;
}

/** A call starts to wait for a rate limit, or has waited for it. */
export interface RateLimitWait {
  readonly phase: 'start' | 'end';
  /** Name of the limit, for example `messages/assistant-opus-4-7`. */
  readonly limit: string;
  /** Calls that wait for the same limiter at the start, this one included; 0 at the end, or when the limiter does not say. */
  readonly queued: number;
  /** How long the call has waited; 0 at the start. */
  readonly waitedMs: number;
}

/** Retries of a client. */
export interface ClientRetryOptions extends RetryOptions {
  /** The budget shared by all calls. */
  readonly budget?: RetryBudgetOptions | undefined;
}

/** Options that every client takes. */
export interface ClientOptions {
  /**
   * Origin of the service and an optional path prefix: https, or http on a loopback address, or any with
   * `allowInsecure`; no user, query or fragment. Default: the variable `PARLANCE_BASE_URL`.
   */
  readonly baseUrl?: string | undefined;
  /** Allows plain http to other hosts than loopback. Default false. */
  readonly allowInsecure?: boolean | undefined;
  /** Header `vendor-version`, YYYY-MM-DD. Default `2023-06-01`. */
  readonly version?: string | undefined;
  /** Beta names added to each call. */
  readonly betas?: readonly string[] | undefined;
  /**
   * The deployment's real words for vendor, assistant and githost. They occur in header names, field names, model ids
   * and other identifiers on the wire; your code keeps the documents' words. Default: `PARLANCE_NAMING`
   * (`vendor=x,assistant=y,githost=z`), else the documents' words.
   */
  readonly naming?: Naming | undefined;
  /** Deadlines. */
  readonly timeouts?: TimeoutOptions | undefined;
  /** Retries. */
  readonly retry?: ClientRetryOptions | undefined;
  /** Largest JSON body, in bytes after decompression. Default 256 MiB. */
  readonly maxResponseBytes?: number | undefined;
  /** Largest single event of a stream, in characters. Default 16 Mi. */
  readonly maxEventBytes?: number | undefined;
  /** Largest part of an error body that is read, in bytes. Default 1 MiB. */
  readonly maxErrorBytes?: number | undefined;
  /**
   * Decides when requests are sent. `localRateLimiter()` creates one that several clients can share. Default: adaptive;
   * requests are sent at once until the service reports a limit or refuses one, and are paced from then on.
   */
  readonly rateLimiter?: RateLimiter | undefined;
  /** How long calls wait for rate limits. */
  readonly rateLimit?: RateLimitOptions | undefined;
  /** Class of the calls for the rate limiter. Default `normal`. */
  readonly priority?: CallPriority | undefined;
  /** Checks requests and responses: `validator()` of `@parlance/schemas/validation`. Default none. */
  readonly validation?: Validator | undefined;
  /** Wraps the sending of each attempt; the first listed is the outermost. */
  readonly middleware?: readonly Middleware[] | undefined;
  /** Receives what happens, with secrets and content masked. The level comes from `PARLANCE_LOG` unless the logger has one. */
  readonly logger?: Logger | undefined;
  /** Spans and metrics: `openTelemetry()` of `@parlance/core-transport/telemetry`. Default none. */
  readonly telemetry?: Telemetry | undefined;
  /** Extra headers of every request; null removes one that the client would send. */
  readonly headers?: Readonly<Record<string, string | null>> | undefined;
  /** Moves the bytes. Default: undici in Node, `fetch` elsewhere. */
  readonly http?: HttpAdapter | undefined;
}

/** Options of one call. */
export interface CallOptions {
  /** Aborts the call in any phase. */
  readonly signal?: AbortSignal | undefined;
  /** Deadlines that differ from the client's. */
  readonly timeouts?: TimeoutOptions | undefined;
  /** Retries that differ from the client's. */
  readonly retry?: RetryOptions | undefined;
  /** Extra headers; null removes one that the client would send. */
  readonly headers?: Readonly<Record<string, string | null>> | undefined;
  /** Beta names added to this call. */
  readonly betas?: readonly string[] | undefined;
  /** Class of the call for the rate limiter, when it differs from the client's. */
  readonly priority?: CallPriority | undefined;
  /** How long the call waits for rate limits, when it differs from the client's. */
  readonly rateLimit?: RateLimitOptions | undefined;
  /** Called when the call starts to wait for a rate limit, and when it has waited. */
  readonly onRateLimitWait?: ((wait: RateLimitWait) => void) | undefined;
}

/** Options of a list. */
export interface ListOptions extends CallOptions {
  /** Checkpoint to resume from; null or absent starts with the first page. */
  readonly resumeFrom?: Checkpoint | null | undefined;
  /** Fetches the next page while the current one is read. Default false. */
  readonly prefetch?: boolean | undefined;
}
