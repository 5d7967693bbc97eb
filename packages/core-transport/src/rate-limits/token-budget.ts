/** Part of a limit that is used. The rest allows for requests that reach the service closer together than they were sent. */
const SHARE = 0.98;
const MINUTE_MS = 60_000;
/** What a bucket holds, as the time in which it fills: enough to make up for timers that are late. */
const CAPACITY_MS = 50;

/**
 * What a limit per minute leaves, as a bucket that refills all the time and holds little, so that requests are spread
 * over the minute. A request may take more than there is, and the next one waits until the debt is paid.
 */
export class TokenBudget {
  readonly #perMs: number;
  readonly #capacity: number;
  #level: number;
  #at = -Infinity;

  constructor(perMinute: number) {
    this.#perMs = (SHARE * perMinute) / MINUTE_MS;
    this.#capacity = Math.max(1, CAPACITY_MS * this.#perMs);
    this.#level = this.#capacity;
  }

  /** How long until an amount may be taken, in milliseconds. */
  delayMs(now: number, amount: number): number {
    const missing = Math.min(amount, this.#capacity) - this.#levelAt(now);
    return missing <= 0 ? 0 : missing / this.#perMs;
  }

  take(now: number, amount: number): void {
    this.#level = this.#levelAt(now) - amount;
  }

  /** Returns what was taken and not used. */
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
