/** Maximum number of logged requests. A service that admits more per window is underestimated at first. */
const CAPACITY = 4096;

/**
 * Send times of the latest requests, except those that the service refused, in milliseconds of the limiter's clock. An array
 * of numbers, because an object per request would live long enough to cost garbage collections.
 */
export class SendLog {
  /** Oldest first. */
  #times: number[] = [];

  /** When the latest request was sent. */
  get lastAt(): number {
    return this.#times.at(-1) ?? -Infinity;
  }

  add(at: number): void {
    this.#times.push(at);
    if (this.#times.length > 2 * CAPACITY) this.#times = this.#times.slice(-CAPACITY);
  }

  /** Removes a request that was sent at this time, because the service refused it. */
  remove(at: number): void {
    const index = this.#times.lastIndexOf(at);
    if (index !== -1) this.#times.splice(index, 1);
  }

  /** Counts the requests sent after `from`, up to and including `to`. */
  count(from: number, to: number = Infinity): number {
    let count = 0;
    for (let index = this.#times.length - 1; index >= 0; index -= 1) {
      const at = this.#times[index] as number;
      if (at <= from) break;
      if (at <= to) count += 1;
    }
    return count;
  }

  /** Returns when the nth latest request was sent, starting at 1. */
  nthLastAt(n: number): number {
    return this.#times.at(-n) ?? -Infinity;
  }
}
