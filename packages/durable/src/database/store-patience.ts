import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { StoreError } from './store-error.js';

/** A wait for a store that cannot be used at the moment. */
export interface StoreWait {
  /** File name, or address of the server without the password. */
  readonly location: string;
  /** For how long the operation has waited, in milliseconds. */
  readonly waitedMs: number;
  /** Why. */
  readonly error: StoreError;
}

const REPORT_INTERVAL_MS = 1_000;

/** The longest wait once the store is being closed. */
const LAST_WAIT_MS = 5_000;

/** Repeats operations while the store is unavailable. */
export class StorePatience {
  /** The longest wait of an operation, in milliseconds. */
  maxWaitMs = 0;
  readonly #pauseMs: readonly [first: number, longest: number];
  readonly #onWaiting: ((wait: StoreWait) => void) | undefined;
  /** Operations in operations wait no longer than the outer one. */
  readonly #outer: AsyncLocalStorage<number> = new AsyncLocalStorage();
  #ended: AbortController = new AbortController();

  /**
   * @param pauseMs - Range of the pauses between two attempts, in milliseconds.
   * @param onWaiting - Called about once a second while an operation waits.
   */
  constructor(
    pauseMs: readonly [first: number, longest: number],
    onWaiting?: ((wait: StoreWait) => void) | undefined,
  ) {
    this.#pauseMs = pauseMs;
    this.#onWaiting = onWaiting;
  }

  /**
   * Runs an operation that can be repeated: it had no effect when it failed, or has the same effect again.
   *
   * @throws The error of the operation, once it will not go away or the wait is too long.
   */
  run<Result>(operation: () => Promise<Result>): Promise<Result> {
    const startedAt = this.#outer.getStore() ?? performance.now();
    return this.#outer.run(startedAt, () => this.#repeat(operation, startedAt));
  }

  /** Ends all waits. Those of what is left to do before the store is closed are short. */
  end(): void {
    this.maxWaitMs = Math.min(this.maxWaitMs, LAST_WAIT_MS);
    this.#ended.abort();
    this.#ended = new AbortController();
  }

  async #repeat<Result>(operation: () => Promise<Result>, startedAt: number): Promise<Result> {
    const [first, longest] = this.#pauseMs;
    let reportAt = REPORT_INTERVAL_MS;
    for (let pauseMs = first; ; pauseMs = Math.min(pauseMs * 2, longest)) {
      try {
        return await operation();
      } catch (error) {
        const waitedMs = performance.now() - startedAt;
        if (!StoreError.is(error) || !error.retryable || waitedMs >= this.maxWaitMs) throw error;
        if (waitedMs >= reportAt) {
          reportAt = waitedMs + REPORT_INTERVAL_MS;
          this.#report({ location: error.location, waitedMs: Math.round(waitedMs), error });
        }
        await this.#pause(pauseMs * (0.5 + Math.random()), error);
      }
    }
  }

  /** A listener that throws, or returns a promise that rejects, must not fail the operation. */
  #report(wait: StoreWait): void {
    const report = async (): Promise<void> => this.#onWaiting?.(wait);
    report().catch(() => {});
  }

  async #pause(ms: number, error: StoreError): Promise<void> {
    try {
      await delay(ms, undefined, { signal: this.#ended.signal });
    } catch {
      throw error;
    }
  }
}
