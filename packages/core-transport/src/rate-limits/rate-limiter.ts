import { systemClock } from '../clock.js';
import type { Clock } from '../clock.js';
import { checkRecord, integerFromOne } from '../options/option-checks.js';

/** What each attempt passes before it is sent; {@link Limiter} is one that counts requests in flight and per minute. */
export interface Limiting {
  /**
   * Waits for permission to send.
   *
   * @param signal - Fires when the permission is no longer wanted; the wait must then reject with its reason.
   * @returns A function to call when the response is complete, or has failed.
   */
  acquire(signal: AbortSignal): Promise<() => void> | (() => void);
}

/** Options of {@link Limiter}. */
export interface LimiterOptions {
  /** Most requests in flight at a time; a stream counts until it ends. Default unlimited. */
  readonly maxConcurrent?: number | undefined;
  /** Most requests begun in any 60 seconds. Default unlimited. */
  readonly requestsPerMinute?: number | undefined;
}

const MINUTE_MS = 60_000;

interface Waiter {
  readonly admit: () => void;
}

/**
 * Holds requests back until there is room for them, first come, first served. One limiter may be passed to several
 * clients, which then share it.
 */
export class Limiter implements Limiting {
  readonly #maxConcurrent: number;
  readonly #perMinute: number;
  readonly #clock: Clock;
  readonly #queue: Set<Waiter> = new Set();
  /** When the requests of the last minute began, oldest first. */
  readonly #begun: number[] = [];
  #running = 0;
  #timer: unknown = undefined;

  /**
   * @param options - See {@link LimiterOptions}.
   * @param clock - Time; tests bring their own.
   * @throws {ConfigError} When an option is not a whole number from 1.
   */
  constructor(options: LimiterOptions = {}, clock: Clock = systemClock) {
    checkRecord('', options, { maxConcurrent: integerFromOne, requestsPerMinute: integerFromOne });
    this.#maxConcurrent = options.maxConcurrent ?? Infinity;
    this.#perMinute = options.requestsPerMinute ?? Infinity;
    this.#clock = clock;
  }

  acquire(signal: AbortSignal): Promise<() => void> | (() => void) {
    if (signal.aborted) throw signal.reason;
    if (this.#queue.size === 0 && this.#hasRoom()) return this.#begin();
    return new Promise((resolve, reject) => {
      const onAbort = (): void => {
        this.#queue.delete(waiter);
        this.#clearIdleTimer();
        reject(signal.reason as Error);
      };
      const waiter: Waiter = {
        admit: () => {
          signal.removeEventListener('abort', onAbort);
          resolve(this.#begin());
        },
      };
      signal.addEventListener('abort', onAbort, { once: true });
      this.#queue.add(waiter);
      this.#admitNext();
    });
  }

  #hasRoom(): boolean {
    const minuteAgo = this.#clock.now() - MINUTE_MS;
    while (this.#begun.length > 0 && (this.#begun[0] ?? 0) <= minuteAgo) this.#begun.shift();
    return this.#running < this.#maxConcurrent && this.#begun.length < this.#perMinute;
  }

  #begin(): () => void {
    this.#running += 1;
    if (this.#perMinute !== Infinity) this.#begun.push(this.#clock.now());
    let held = true;
    return () => {
      if (!held) return;
      held = false;
      this.#running -= 1;
      this.#admitNext();
    };
  }

  #admitNext(): void {
    for (const waiter of this.#queue) {
      if (!this.#hasRoom()) break;
      this.#queue.delete(waiter);
      waiter.admit();
    }
    if (this.#queue.size === 0 || this.#running >= this.#maxConcurrent || this.#timer !== undefined) return;
    const oldest = this.#begun[0];
    if (oldest === undefined) return;
    const wake = (): void => {
      this.#timer = undefined;
      this.#admitNext();
    };
    this.#timer = this.#clock.setTimer(wake, Math.max(1, oldest + MINUTE_MS - this.#clock.now()));
  }

  #clearIdleTimer(): void {
    if (this.#queue.size > 0 || this.#timer === undefined) return;
    this.#clock.clearTimer(this.#timer);
    this.#timer = undefined;
  }
}
