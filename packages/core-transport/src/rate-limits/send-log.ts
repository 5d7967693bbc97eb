/** A request that was sent. */
export interface Sent {
  /** When, in milliseconds of the limiter's clock. */
  readonly at: number;
}

/** Maximum number of logged requests. A service that admits more per window is underestimated at first. */
const CAPACITY = 4096;

/** Send times of the latest requests, except those that the service refused. */
export class SendLog {
  /** Oldest first. */
  #sent: Sent[] = [];

  /** When the latest request was sent. */
  get lastAt(): number {
    return this.#sent.at(-1)?.at ?? -Infinity;
  }

  add(at: number): Sent {
    const sent = { at };
    this.#sent.push(sent);
    if (this.#sent.length > 2 * CAPACITY) this.#sent = this.#sent.slice(-CAPACITY);
    return sent;
  }

  /** Removes a request that the service refused. */
  remove(sent: Sent): void {
    const index = this.#sent.lastIndexOf(sent);
    if (index !== -1) this.#sent.splice(index, 1);
  }

  /** Counts the requests sent after `from`, up to and including `to`. */
  count(from: number, to: number = Infinity): number {
    let count = 0;
    for (let index = this.#sent.length - 1; index >= 0; index -= 1) {
      const { at } = this.#sent[index] as Sent;
      if (at <= from) break;
      if (at <= to) count += 1;
    }
    return count;
  }

  /** Returns when the nth latest request was sent, starting at 1. */
  nthLastAt(n: number): number {
    return this.#sent.at(-n)?.at ?? -Infinity;
  }
}
