import type { CallPriority } from './rate-limiter.js';

/** How much longer a request must have waited to go before one of the next higher class. */
const AGEING_MS = 10_000;

const RANK: Readonly<Record<CallPriority, number>> = { interactive: 0, normal: 1, bulk: 2 };

interface Place<T> {
  readonly item: T;
  /** When the request began to wait; earlier by what its earlier attempts have waited. */
  readonly since: number;
}

/**
 * Requests that wait: first come, first served within a class. A higher class goes first, but a request that has waited
 * ten seconds longer goes before one of the next higher class, so that none waits for ever.
 */
export class WaitingLine<T> {
  readonly #classes: readonly [Set<Place<T>>, Set<Place<T>>, Set<Place<T>>] = [
    new Set(),
    new Set(),
    new Set(),
  ];
  #size = 0;

  /** Number of requests that wait. */
  get size(): number {
    return this.#size;
  }

  /**
   * Adds a request.
   *
   * @returns A function that removes it.
   */
  add(item: T, priority: CallPriority, since: number): () => void {
    const line = this.#classes[RANK[priority] as 0 | 1 | 2];
    const place = { item, since };
    line.add(place);
    this.#size += 1;
    return () => {
      if (line.delete(place)) this.#size -= 1;
    };
  }

  /** The request that goes next. */
  next(): T | undefined {
    let next: Place<T> | undefined;
    let earliest = Infinity;
    for (const [rank, line] of this.#classes.entries()) {
      const [first] = line;
      if (first === undefined || first.since + rank * AGEING_MS >= earliest) continue;
      next = first;
      earliest = first.since + rank * AGEING_MS;
    }
    return next?.item;
  }
}
