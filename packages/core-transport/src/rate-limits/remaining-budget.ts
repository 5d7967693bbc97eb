import type { ReportedLimit } from './rate-limit-headers.js';

/** Resets are often reported in whole seconds. */
const RESET_PRECISION_MS = 1500;

/**
 * The remainder of a limit that the service reports with its responses: the value of the latest response minus what
 * was sent since.
 *
 * A service may refill a limit continuously (token bucket) or all at once at the reset (fixed window). It is assumed
 * to be a bucket, whose reset moves with each request, until its reset is observed to stay in place.
 */
export class RemainingBudget {
  #limit = Infinity;
  #level = Infinity;
  #at = 0;
  #refillPerMs = 0;
  #resetAt = Infinity;
  #isWindow = false;

  /**
   * Adopts what a response reports.
   *
   * @param reported - From the headers.
   * @param now - Time of the response.
   * @param sentSince - Amount sent after the request of this response.
   */
  update({ limit, remaining, resetAfterMs }: ReportedLimit, now: number, sentSince: number): void {
    // Without a reset there is no way to know when to continue, so only a 429 holds calls back.
    if (remaining === null || resetAfterMs === null || resetAfterMs <= 0) {
      this.#level = Infinity;
      return;
    }
    this.#compareResets(limit - remaining, resetAfterMs, now);
    this.#limit = limit;
    this.#level = remaining - sentSince;
    this.#at = now;
    this.#resetAt = now + resetAfterMs;
    this.#refillPerMs = (limit - remaining) / resetAfterMs;
  }

  /** Returns how long until an amount is available, in milliseconds. */
  delayMs(now: number, amount: number): number {
    const missing = Math.min(amount, this.#limit) - this.#levelAt(now);
    if (missing <= 0) return 0;
    const untilReset = this.#resetAt - now;
    return this.#isWindow || this.#refillPerMs === 0 ? untilReset : missing / this.#refillPerMs;
  }

  take(now: number, amount: number): void {
    this.#level = this.#levelAt(now) - amount;
  }

  /** Puts back an amount that was taken but not used. */
  refund(now: number, amount: number): void {
    this.#level = Math.min(this.#limit, this.#levelAt(now) + amount);
  }

  #levelAt(now: number): number {
    if (now <= this.#at) return this.#level;
    if (!this.#isWindow)
      this.#level = Math.min(this.#limit, this.#level + (now - this.#at) * this.#refillPerMs);
    // A window is full after its reset; nothing more is known until the next response.
    else if (now >= this.#resetAt) {
      this.#level = this.#limit;
      this.#resetAt = Infinity;
    }
    this.#at = now;
    return this.#level;
  }

  /** Detects a fixed window by a reset that stays in place where a bucket's would have moved. */
  #compareResets(used: number, resetAfterMs: number, now: number): void {
    if (this.#refillPerMs === 0 || now >= this.#resetAt) return;
    const asWindow = this.#resetAt - now;
    const asBucket = used / this.#refillPerMs;
    if (Math.abs(asBucket - asWindow) < RESET_PRECISION_MS) return;
    this.#isWindow = Math.abs(resetAfterMs - asWindow) < Math.abs(resetAfterMs - asBucket);
  }
}
