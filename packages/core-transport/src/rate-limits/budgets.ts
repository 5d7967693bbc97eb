import type { ReportedLimit } from './rate-limiter.js';

/** Fraction of a limit that is used. The rest allows for requests that arrive closer together than they were sent. */
const SHARE = 0.98;
const MINUTE_MS = 60_000;
const ROUNDING_ERROR = 1e-6;
/** How much timer lateness is compensated. More could exceed windows that are shorter than a minute. */
const CATCH_UP_MS = 5;
/** How long requests may have been delayed before they arrived together. */
const MAX_DELAY_MS = 1000;

/**
 * A per-minute limit as a small token bucket that refills continuously, so that requests are spread over the minute.
 * A request may overdraw the bucket; the next one waits until the debt is repaid.
 */
export class TokenBudget {
  readonly #perMs: number;
  readonly #capacity: number;
  #level: number;
  #at = -Infinity;

  constructor(perMinute: number) {
    this.#perMs = (SHARE * perMinute) / MINUTE_MS;
    this.#capacity = 1 + CATCH_UP_MS * this.#perMs;
    this.#level = this.#capacity;
  }

  /** Returns how long until an amount is available, in milliseconds. */
  delayMs(now: number, amount: number): number {
    const missing = Math.min(amount, this.#capacity) - this.#levelAt(now);
    return missing <= ROUNDING_ERROR ? 0 : missing / this.#perMs;
  }

  take(now: number, amount: number): void {
    this.#level = this.#levelAt(now) - amount;
  }

  /** Takes an amount a second time, because it was delayed and arrives only now. */
  takeAgain(now: number, amount: number): void {
    this.take(now, Math.min(amount, MAX_DELAY_MS * this.#perMs));
  }

  /** Puts back an amount that was taken but not used. */
  refund(now: number, amount: number): void {
    this.#level = Math.min(this.#capacity, this.#levelAt(now) + amount);
  }

  #levelAt(now: number): number {
    if (now > this.#at) {
      if (this.#at !== -Infinity)
        this.#level = Math.min(this.#capacity, this.#level + (now - this.#at) * this.#perMs);
      this.#at = now;
    }
    return this.#level;
  }
}

/** Resets are often reported in whole seconds. */
const RESET_PRECISION_MS = 1500;

/** A report of the service. */
interface Report {
  readonly at: number;
  readonly used: number;
  readonly resetAt: number;
}

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
  /** The report to compare resets with; undefined before the first one. */
  #earlier: Report | undefined;
  readonly #roundedTo: number;

  /** @param roundedTo - Amount that the service may round the remainder to. */
  constructor(roundedTo: number) {
    this.#roundedTo = roundedTo;
  }

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
    const used = limit - remaining;
    this.#limit = limit;
    this.#level = remaining - sentSince;
    this.#at = now;
    this.#resetAt = now + resetAfterMs;
    this.#refillPerMs = used / resetAfterMs;
    this.#compareResets({ at: now, used, resetAt: this.#resetAt });
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

  /** Recognizes a fixed window by a reset that stays in place where a bucket's would have moved. */
  #compareResets(report: Report): void {
    const earlier = this.#earlier;
    if (earlier === undefined || report.at >= earlier.resetAt) {
      this.#earlier = report;
      return;
    }
    if (this.#refillPerMs === 0) return;
    const bucketMovesBy = report.at - earlier.at + (report.used - earlier.used) / this.#refillPerMs;
    // A smaller distance can be due to rounding.
    if (bucketMovesBy < 2 * (RESET_PRECISION_MS + this.#roundedTo / this.#refillPerMs)) return;
    this.#isWindow = report.resetAt - earlier.resetAt < bucketMovesBy / 2;
  }
}
