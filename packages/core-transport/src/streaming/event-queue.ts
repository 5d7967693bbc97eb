import type { FeedEnd } from './event-feed.js';

/** FIFO queue that takes an event in constant time. */
export class EventQueue<Event> {
  #events: Event[] = [];
  #head = 0;

  /** Number of queued events. */
  get size(): number {
    return this.#events.length - this.#head;
  }

  push(event: Event): void {
    this.#events.push(event);
  }

  take(): Event | undefined {
    if (this.#head === this.#events.length) return undefined;
    const event = this.#events[this.#head];
    this.#head += 1;
    if (this.#head === this.#events.length) this.clear();
    else if (this.#head === 4096) {
      // Release taken events even if the queue never runs empty.
      this.#events = this.#events.slice(this.#head);
      this.#head = 0;
    }
    return event;
  }

  clear(): void {
    this.#events = [];
    this.#head = 0;
  }

  [Symbol.iterator](): Iterator<Event> {
    return this.#events.slice(this.#head)[Symbol.iterator]();
  }
}

/**
 * Returns the end of a feed that is cancelled after its last event has arrived: an abort if some events have not been
 * taken.
 */
export function endOfAbandoned(ended: FeedEnd, waiting: EventQueue<unknown>, cause: Error): FeedEnd {
  if (ended.reason !== 'completed' || waiting.size === 0) return ended;
  waiting.clear();
  return { reason: 'aborted', cause };
}
