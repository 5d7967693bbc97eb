/** The options of clients and calls with their defaults applied. */
import type { Replay } from '@parlance/schemas/kit';
import type { TimeoutOptions, RetryOptions, RateLimitOptions, ClientOptions } from './client-options.js';
import { defined } from './merge-options.js';

const MIB = 1_048_576;

/** The deadlines of a call in milliseconds; `Infinity` disables one. */
export type Timeouts = { readonly [Name in keyof TimeoutOptions]-?: number };

/** The default deadlines of a call. */
export const TIMEOUTS: Timeouts = {
  keyMs: 30_000,
  queueMs: 300_000,
  connectMs: 10_000,
  sendGapMs: 60_000,
  headersMs: 60_000,
  bodyMs: 60_000,
  firstContentMs: 300_000,
  contentGapMs: 180_000,
  silenceMs: 120_000,
  consumerMs: Infinity,
  totalMs: 120_000,
};

/**
 * Returns the deadlines of a call. The call's own take precedence over the client's, then the defaults of the
 * operation apply.
 *
 * @param isOpenEnded - Whether the call lasts as long as data is sent: a stream, a download or an upload.
 * @param client - Must not contain undefined members.
 */
export function timeoutsOf(
  replay: Replay,
  isOpenEnded: boolean,
  client: TimeoutOptions,
  call?: TimeoutOptions,
): Timeouts {
  // Generating a response takes longer than any other operation.
  const generate = replay === 'generate' ? { headersMs: 600_000, totalMs: 900_000 } : undefined;
  const openEnded = isOpenEnded ? { totalMs: Infinity } : undefined;
  return { ...TIMEOUTS, ...generate, ...openEnded, ...client, ...defined(call) } as Timeouts;
}

/** How often, and after what delay, a call is retried. */
export type Retries = { readonly [Name in keyof RetryOptions]-?: NonNullable<RetryOptions[Name]> };

const RETRIES: Retries = {
  maxRetries: 2,
  baseDelayMs: 500,
  maxDelayMs: 8000,
  maxHintMs: 60_000,
  streamUntil: 'content',
};

/** Merges retry options into their fallback: a client's into the defaults, a call's into the client's. */
export function retriesOf(options: RetryOptions | undefined, otherwise: Retries = RETRIES): Retries {
  return options === undefined ? otherwise : ({ ...otherwise, ...defined(options) } as Retries);
}

/** How long a call waits for rate limits. */
export type RateLimitWaits = { readonly [Name in keyof RateLimitOptions]-?: number };

const RATE_LIMIT_WAITS: RateLimitWaits = { maxWaitMs: 300_000 };

/** Merges options into their fallback: a client's into the defaults, a call's into the client's. */
export function rateLimitWaitsOf(
  options: RateLimitOptions | undefined,
  otherwise: RateLimitWaits = RATE_LIMIT_WAITS,
): RateLimitWaits {
  return options === undefined ? otherwise : ({ ...otherwise, ...defined(options) } as RateLimitWaits);
}

/** Size limits for responses. */
export interface Ceilings {
  readonly responseBytes: number;
  readonly eventBytes: number;
  readonly errorBytes: number;
}

/** Returns the size limits of a client, with defaults applied. */
export function ceilingsOf(options: ClientOptions): Ceilings {
  return {
    responseBytes: options.maxResponseBytes ?? 256 * MIB,
    eventBytes: options.maxEventBytes ?? 16 * MIB,
    errorBytes: options.maxErrorBytes ?? MIB,
  };
}
