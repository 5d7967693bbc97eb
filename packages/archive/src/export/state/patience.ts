import { ApiError, ConnectionError, RateLimitError, type ParlanceError } from '@parlance/core-transport';

/** What {@link Patience} needs. */
export interface PatienceParts {
  /** Sends a small request that succeeds when the service is available. */
  readonly probe: (signal: AbortSignal) => PromiseLike<unknown>;
  /** Waits; rejects when the signal aborts. */
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>;
  /** Called with each error of a call or a probe. */
  readonly onFailure: (error: unknown) => Promise<void>;
  /** Called before each wait, with the time since the first failure after which nothing has succeeded. */
  readonly onWaiting: (error: ParlanceError, waitMs: number, waitedMs: number) => void;
}

const FIRST_WAIT_MS = 1_000;
const MAX_WAIT_MS = 60_000;

/** After so many failures of an item, the service is probed as well: if it responds, the item is the problem. */
const FAILURES_BEFORE_PROBE = 4;

/** Waits while the service is unavailable, for as long as it takes. */
export class Patience {
  readonly #parts: PatienceParts;
  readonly #outage: Outage = { since: null };

  constructor(parts: PatienceParts) {
    this.#parts = parts;
  }

  /** Starts counting the failures of an item. */
  item(): PatientItem {
    return new PatientItem(this.#parts, this.#outage);
  }

  /**
   * Repeats a call until it succeeds or fails for good.
   *
   * @throws The error of the call.
   */
  async call<Value>(signal: AbortSignal, send: () => PromiseLike<Value>): Promise<Value> {
    for (const item = this.item(); ;) {
      try {
        const value = await send();
        item.succeeded();
        return value;
      } catch (error) {
        await item.failed(error, signal);
      }
    }
  }
}

/** When everything began to fail; null while something succeeds. */
interface Outage {
  since: number | null;
}

/** An item that is waited for, until it keeps failing while the service responds to other requests. */
class PatientItem {
  readonly #parts: PatienceParts;
  readonly #outage: Outage;
  #failures = 0;
  /** Whether the service responded to a probe before the last attempt. */
  #wasAvailable = false;

  constructor(parts: PatienceParts, outage: Outage) {
    this.#parts = parts;
    this.#outage = outage;
  }

  /** Starts counting from zero. */
  succeeded(): void {
    this.#outage.since = null;
    this.#failures = 0;
    this.#wasAvailable = false;
  }

  /**
   * Waits after a failure that may go away.
   *
   * @throws The error, if it will not go away.
   */
  async failed(error: unknown, signal: AbortSignal): Promise<void> {
    await this.#parts.onFailure(error);
    if (!isTemporary(error) || signal.aborted) throw error;
    this.#failures += 1;
    if (this.#failures >= FAILURES_BEFORE_PROBE && !RateLimitError.is(error)) {
      const isAvailable = await this.#isAvailable(signal);
      // An outage may have ended after the attempt, so the service must have been available before it too.
      if (isAvailable && this.#wasAvailable) throw error;
      this.#wasAvailable = isAvailable;
    }
    const hint = ApiError.is(error) ? error.retryAfterMs : null;
    const waitMs = hint ?? Math.min(FIRST_WAIT_MS * 2 ** Math.min(this.#failures - 1, 10), MAX_WAIT_MS);
    const now = performance.now();
    this.#outage.since ??= now;
    this.#parts.onWaiting(error, waitMs, now - this.#outage.since);
    await this.#parts.wait(waitMs, signal);
  }

  async #isAvailable(signal: AbortSignal): Promise<boolean> {
    try {
      await this.#parts.probe(signal);
      this.#outage.since = null;
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
