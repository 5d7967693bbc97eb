import type { CallPriority } from './rate-limiter.js';

/** How much longer a request must have waited to overtake one of the next higher class. */
const AGEING_MS = 10_000;

const RANK: Readonly<Record<CallPriority, number>> = { interactive: 0, normal: 1, bulk: 2 };

interface Place<T> {
  readonly item: T;
  /** When the request started to wait, minus the waits of its earlier attempts. */
  readonly since: number;
}

/**
 * Priority queue of waiting requests: first come, first served within a class, and higher classes first. A request
 * that has waited ten seconds longer overtakes one of the next higher class, so that none starves.
 */
export class WaitingLine<T> {
  readonly #classes: readonly [Set<Place<T>>, Set<Place<T>>, Set<Place<T>>] = [
    new Set(),
    new Set(),
    new Set(),
  ];
  #size = 0;

  /** Number of waiting requests. */
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

  /** Returns the next request. */
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
