const MINUTE_MS = 60_000;

/** A token bucket with the capacity of one minute that refills continuously. */
export class TokenBucket {
  /** Level of a full bucket. */
  readonly capacity: number;
  #level: number;
  #at: number;

  /**
   * @param perMinute - Capacity, and refill per minute.
   * @param now - Current world time, in milliseconds.
   */
  constructor(perMinute: number, now: number) {
    this.capacity = perMinute;
    this.#level = perMinute;
    this.#at = now;
  }

  /** Returns the current level. A clock that was set back refills nothing. */
  level(now: number): number {
    const gained = (Math.max(0, now - this.#at) / MINUTE_MS) * this.capacity;
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
    return Math.max(0, ((amount - this.level(now)) / this.capacity) * MINUTE_MS);
  }
}
