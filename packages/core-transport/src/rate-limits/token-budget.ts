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
