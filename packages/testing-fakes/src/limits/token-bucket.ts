const MINUTE_MS = 60_000;

/** A token bucket with the capacity of one period that refills continuously. */
export class TokenBucket {
  /** Level of a full bucket. */
  readonly capacity: number;
  readonly #periodMs: number;
  #level: number;
  #at: number;

  /**
   * @param perPeriod - Capacity, and refill per period.
   * @param now - Current world time, in milliseconds.
   * @param periodMs - Period in milliseconds. Default: a minute.
   */
  constructor(perPeriod: number, now: number, periodMs: number = MINUTE_MS) {
    this.capacity = perPeriod;
    this.#periodMs = periodMs;
    this.#level = perPeriod;
    this.#at = now;
  }

  /** Returns the current level. A clock that was set back refills nothing. */
  level(now: number): number {
    const gained = (Math.max(0, now - this.#at) / this.#periodMs) * this.capacity;
    this.#level = Math.min(this.capacity, this.#level + gained);
    this.#at = now;
    return this.#level;
  }

  /** Removes an amount. The level may become negative, because token usage is only known afterwards. */
  take(amount: number, now: number): void {
    this.#level = this.level(now) - amount;
  }

  /** Returns the milliseconds until the bucket reaches an amount. */
  waitMs(amount: number, now: number): number {
    return Math.max(0, ((amount - this.level(now)) / this.capacity) * this.#periodMs);
  }
}
