const MINUTE_MS = 60_000;

/** A bucket that holds what a minute allows and refills all the time. */
export class TokenBucket {
  /** What it holds when it is full. */
  readonly capacity: number;
  #level: number;
  #at: number;

  /**
   * @param perMinute - What it holds, and what it gains in a minute.
   * @param now - Present of the world, in milliseconds.
   */
  constructor(perMinute: number, now: number) {
    this.capacity = perMinute;
    this.#level = perMinute;
    this.#at = now;
  }

  /** What can be taken. Time that was set back counts as none. */
  level(now: number): number {
    const gained = (Math.max(0, now - this.#at) / MINUTE_MS) * this.capacity;
    this.#level = Math.min(this.capacity, this.#level + gained);
    this.#at = now;
    return this.#level;
  }

  /** Takes, also more than there is: what was used is used. */
  take(amount: number, now: number): void {
    this.#level = this.level(now) - amount;
  }

  /** Milliseconds until it holds an amount. */
  waitMs(amount: number, now: number): number {
    return Math.max(0, ((amount - this.level(now)) / this.capacity) * MINUTE_MS);
  }
}
