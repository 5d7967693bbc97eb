import { OverloadedError, RateLimitError, ServerError } from '../errors/api-error.js';
import { ConnectionError } from '../errors/request-errors.js';

/** Decides how many calls run concurrently. */
export interface Concurrency {
  /** Maximum number of concurrent calls. */
  readonly limit: number;
  /** Records that a call has started to wait for a rate limit. */
  waited(): void;
  /** Records a call that has ended. */
  settled(error: unknown): void;
}

const FIRST = 8;
const MOST = 256;
/** Factor after a round in which half of the calls had to wait for a rate limit. */
const LESS_WHEN_WAITING = 0.9;
const LESS_WHEN_OVERLOADED = 0.5;

/** Returns a constant concurrency. */
export function fixedConcurrency(limit: number): Concurrency {
  return { limit, waited: () => undefined, settled: () => undefined };
}

/**
 * Additive increase, multiplicative decrease. A round is as many calls as the current limit. Rounds without problems
 * double the limit until the first problem occurs, and add one after that. Failures that indicate overload halve it.
 * Waits for a rate limit are harmless, so they reduce the limit only slowly, to about what the rate limit can use.
 */
export class AutoConcurrency implements Concurrency {
  limit: number = FIRST;
  #isStarting = true;
  #settled = 0;
  #waited = 0;
  #overloaded = 0;

  waited(): void {
    this.#waited += 1;
  }

  settled(error: unknown): void {
    this.#settled += 1;
    if (isOverload(error)) this.#overloaded += 1;
    if (this.#settled < this.limit) return;
    this.limit = this.#nextLimit();
    this.#settled = 0;
    this.#waited = 0;
    this.#overloaded = 0;
  }

  #nextLimit(): number {
    const { limit } = this;
    if (this.#overloaded > 0) {
      this.#isStarting = false;
      return Math.max(1, Math.floor(limit * LESS_WHEN_OVERLOADED));
    }
    if (this.#waited > 0) this.#isStarting = false;
    if (2 * this.#waited >= this.#settled) return Math.max(1, Math.floor(limit * LESS_WHEN_WAITING));
    return Math.min(MOST, this.#isStarting ? 2 * limit : limit + 1);
  }
}

/** Returns whether a failure indicates overload: 429, 5xx, 529, or no response. */
function isOverload(error: unknown): boolean {
  return (
    RateLimitError.is(error) ||
    ServerError.is(error) ||
    OverloadedError.is(error) ||
    ConnectionError.is(error)
  );
}
