/** Collects request telemetry that the SDK publishes on `node:diagnostics_channel`. */
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { ConfigError, type AttemptMessage, type RateLimits } from '@parlance/core-transport';
import type { Backend } from './backend.js';
import type { BrokenResponse } from './call-failures.js';

/** Attempts within one second. */
export interface Second {
  readonly succeeded: number;
  readonly failed: number;
}

/** An attempt, or an interrupted response, as the page lists it. */
export interface Attempt extends Omit<AttemptMessage, 'attempt' | 'method' | 'path' | 'retriesLeft'> {
  /** Attempt number, starting at 1. Null for a response that was interrupted after its attempt had succeeded. */
  readonly attempt: number | null;
  readonly key: number;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** Request statistics of this process. */
export interface TrafficSnapshot {
  /** The last two minutes, oldest second first. */
  readonly seconds: readonly Second[];
  readonly attempts: number;
  readonly retries: number;
  /** Number of passed deadlines, by error code. */
  readonly deadlines: Readonly<Record<string, number>>;
  /** Number of other failures, by error code. */
  readonly failures: Readonly<Record<string, number>>;
  /** Remaining retry budget of the client that made the latest attempt. Null before the first attempt. */
  readonly retriesLeft: number | null;
  readonly limits: RateLimits;
  /** The latest attempts, newest first. */
  readonly latest: readonly Attempt[];
}

const SECONDS = 120;
const LATEST = 40;
/** Error codes that mean that no connection was established. */
const UNREACHABLE: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ETIMEDOUT',
  'timeout_connect',
]);
const CHANNEL = 'parlance:attempt:end';

/** Counts the requests of all clients in this process until it is closed. */
export class Traffic {
  readonly #backend: Backend;
  readonly #seconds = new Map<number, { succeeded: number; failed: number }>();
  readonly #deadlines: Record<string, number> = {};
  readonly #failures: Record<string, number> = {};
  readonly #unreachable = new Set<(code: string) => void>();
  readonly #stop: () => void;
  #latest: Attempt[] = [];
  #retriesLeft: number | null = null;
  #rows = 0;
  #attempts = 0;
  #retries = 0;

  constructor(backend: Backend) {
    this.#backend = backend;
    subscribe(CHANNEL, this.#onAttempt);
    this.#stop = backend.failures.subscribe((broken) => this.#onBroken(broken));
  }

  /** Stops counting. */
  close(): void {
    unsubscribe(CHANNEL, this.#onAttempt);
    this.#stop();
  }

  /**
   * Calls `listener` with the error code each time that a request cannot reach the service. Returns a function that
   * unsubscribes.
   */
  onUnreachable(listener: (code: string) => void): () => void {
    this.#unreachable.add(listener);
    return () => this.#unreachable.delete(listener);
  }

  /** Returns the current statistics. */
  snapshot(): TrafficSnapshot {
    const now = Math.floor(Date.now() / 1000);
    const seconds = Array.from({ length: SECONDS }, (_, index) => {
      const known = this.#seconds.get(now - SECONDS + 1 + index);
      return { succeeded: known?.succeeded ?? 0, failed: known?.failed ?? 0 };
    });
    return {
      seconds,
      attempts: this.#attempts,
      retries: this.#retries,
      deadlines: { ...this.#deadlines },
      failures: { ...this.#failures },
      retriesLeft: this.#retriesLeft,
      limits: this.#limits(),
      latest: this.#latest,
    };
  }

  /** Returns the rate limits, or none if the inference key is missing. */
  #limits(): RateLimits {
    try {
      return this.#backend.parlance.inference.limits;
    } catch (error) {
      if (ConfigError.is(error)) return {};
      throw error;
    }
  }

  readonly #onAttempt = (published: unknown): void => {
    const message = published as AttemptMessage;
    const now = Math.floor(Date.now() / 1000);
    const second = this.#seconds.get(now) ?? { succeeded: 0, failed: 0 };
    // Requests that the page aborted, for example on navigation, are not failures.
    const isFailure = message.code !== null && message.code !== 'aborted';
    if (message.code === null) second.succeeded += 1;
    if (isFailure) second.failed += 1;
    this.#seconds.set(now, second);
    this.#seconds.delete(now - SECONDS);
    this.#attempts += 1;
    if (message.attempt > 1) this.#retries += 1;
    this.#retriesLeft = message.retriesLeft;
    if (isFailure) {
      this.#count(message.code);
      if (message.status === null && UNREACHABLE.has(message.code)) {
        for (const listener of this.#unreachable) listener(message.code);
      }
    }
    this.#list(message);
  };

  /** Counts a response that was interrupted. Its attempt has already been counted as a success. */
  #onBroken(broken: BrokenResponse): void {
    this.#count(broken.code);
    this.#list({ ...broken, attempt: null, durationMs: null, waitMs: null });
  }

  #count(code: string): void {
    const isDeadline = code.startsWith('timeout_') || code === 'stream_stalled';
    const counts = isDeadline ? this.#deadlines : this.#failures;
    counts[code] = (counts[code] ?? 0) + 1;
  }

  #list({
    operation,
    attempt,
    status,
    requestId,
    durationMs,
    code,
    waitMs,
  }: Omit<Attempt, 'key' | 'at'>): void {
    this.#rows += 1;
    const row = { operation, attempt, status, requestId, durationMs, code, waitMs };
    this.#latest = [{ ...row, key: this.#rows, at: Date.now() }, ...this.#latest].slice(0, LATEST);
  }
}
