import { ApiError, ConnectionError, RateLimitError, type ParlanceError } from '@parlance/core-transport';

/** What {@link Patience} needs. */
export interface PatienceParts {
  /** Sends a small request that succeeds when the service is available. */
  readonly probe: (signal: AbortSignal) => PromiseLike<unknown>;
  /** Waits; rejects when the signal aborts. */
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>;
  /** Called with each error of a call or a probe. */
  readonly onFailure: (error: unknown) => Promise<void>;
  /** Called before each wait. */
  readonly onWaiting: (error: ParlanceError, waitMs: number) => void;
}

const FIRST_WAIT_MS = 1_000;
const MAX_WAIT_MS = 60_000;

/** After so many failures, the service is probed: if it responds, the item is the problem. */
const FAILURES_BEFORE_PROBE = 5;

/**
 * Waits while the service is unavailable, for as long as it takes. An item that keeps failing while the service responds to other requests
 * fails.
 */
export class Patience {
  readonly #parts: PatienceParts;

  constructor(parts: PatienceParts) {
    this.#parts = parts;
  }

  /**
   * Repeats a call until it succeeds or fails for good.
   *
   * @throws The error of the call.
   */
  async call<Value>(signal: AbortSignal, send: () => PromiseLike<Value>): Promise<Value> {
    for (let failures = 1; ; failures += 1) {
      try {
        return await send();
      } catch (error) {
        await this.afterFailure(error, failures, signal);
      }
    }
  }

  /**
   * Waits after a failure that may go away.
   *
   * @param failures - Consecutive failures of the item, from 1.
   * @throws The error, if it will not go away.
   */
  async afterFailure(error: unknown, failures: number, signal: AbortSignal): Promise<void> {
    await this.#parts.onFailure(error);
    if (!isTemporary(error) || signal.aborted) throw error;
    if (failures >= FAILURES_BEFORE_PROBE && !RateLimitError.is(error) && (await this.#isAvailable(signal)))
      throw error;
    const hint = ApiError.is(error) ? error.retryAfterMs : null;
    const waitMs = hint ?? Math.min(FIRST_WAIT_MS * 2 ** Math.min(failures - 1, 10), MAX_WAIT_MS);
    this.#parts.onWaiting(error, waitMs);
    await this.#parts.wait(waitMs, signal);
  }

  async #isAvailable(signal: AbortSignal): Promise<boolean> {
    try {
      await this.#parts.probe(signal);
      return true;
    } catch (error) {
      await this.#parts.onFailure(error);
      return false;
    }
  }
}

/** Returns whether an error may go away by itself. The client has already retried. */
function isTemporary(error: unknown): error is ParlanceError {
  if (ConnectionError.is(error)) return true;
  if (!ApiError.is(error) || error.status === null) return false;
  // A response with `x-should-retry: false`, such as an oversized one, will be the same the next time.
  return error.status === 429 || (error.status >= 500 && error.retryable);
}
