/** What the SDK tells about its own requests, on `node:diagnostics_channel`. */
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { ConfigError, type AttemptMessage, type RateLimits } from '@parlance/core-transport';
import type { Backend } from './backend.js';
import type { BrokenAnswer } from './call-failures.js';

/** Attempts of one second. */
export interface Second {
  readonly answered: number;
  readonly failed: number;
}

/** An attempt as the page lists it. */
export interface Attempt extends Omit<AttemptMessage, 'attempt' | 'method' | 'path' | 'retriesLeft'> {
  /** From 1; null for an answer that broke off after its attempt had been counted. */
  readonly attempt: number | null;
  readonly key: number;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** What has been going on. */
export interface TrafficSnapshot {
  /** The last two minutes, oldest second first. */
  readonly seconds: readonly Second[];
  readonly attempts: number;
  readonly retries: number;
  /** How often each deadline passed, by code. */
  readonly deadlines: Readonly<Record<string, number>>;
  /** How often each other failure came, by code. */
  readonly failures: Readonly<Record<string, number>>;
  /** Retries left in the budget of the client that tried last; null before the first attempt. */
  readonly retriesLeft: number | null;
  readonly limits: RateLimits;
  /** The latest attempts, newest first. */
  readonly latest: readonly Attempt[];
}

const SECONDS = 120;
const LATEST = 40;
/** Codes of a connection that did not come about. */
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

/** Tells whether a failure's code means that no connection came about. */
export function isUnreachable(code: string): boolean {
  return UNREACHABLE.has(code);
}

/** Counts what the clients of this process do, for as long as it lives. */
export class Traffic {
  readonly #backend: Backend;
  readonly #seconds = new Map<number, { answered: number; failed: number }>();
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
    subscribe(CHANNEL, this.#take);
    this.#stop = backend.failures.subscribe((broken) => this.#broke(broken));
  }

  /** Stops counting. */
  close(): void {
    unsubscribe(CHANNEL, this.#take);
    this.#stop();
  }

  /** Calls back, with the code of the failure, each time that the service could not be reached at all. */
  onUnreachable(listener: (code: string) => void): () => void {
    this.#unreachable.add(listener);
    return () => this.#unreachable.delete(listener);
  }

  /** The present state. */
  snapshot(): TrafficSnapshot {
    const now = Math.floor(Date.now() / 1000);
    const seconds = Array.from({ length: SECONDS }, (_, index) => {
      const known = this.#seconds.get(now - SECONDS + 1 + index);
      return { answered: known?.answered ?? 0, failed: known?.failed ?? 0 };
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

  /** Without a key for inference there are none. */
  #limits(): RateLimits {
    try {
      return this.#backend.parlance.inference.limits;
    } catch (error) {
      if (ConfigError.is(error)) return {};
      throw error;
    }
  }

  readonly #take = (published: unknown): void => {
    const message = published as AttemptMessage;
    const now = Math.floor(Date.now() / 1000);
    const second = this.#seconds.get(now) ?? { answered: 0, failed: 0 };
    // What the page has stopped, as when it is left before its lists are there, is no failure.
    const isFailure = message.code !== null && message.code !== 'aborted';
    if (message.code === null) second.answered += 1;
    if (isFailure) second.failed += 1;
    this.#seconds.set(now, second);
    this.#seconds.delete(now - SECONDS);
    this.#attempts += 1;
    if (message.attempt > 1) this.#retries += 1;
    this.#retriesLeft = message.retriesLeft;
    if (isFailure) {
      this.#count(message.code);
      if (message.status === null && isUnreachable(message.code)) {
        for (const listener of this.#unreachable) listener(message.code);
      }
    }
    this.#list(message);
  };

  /** The attempt was good, and has been counted; what came after was not. */
  #broke(broken: BrokenAnswer): void {
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
