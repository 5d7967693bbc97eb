/** Virtual time, which advances only during waits. */
import type { Clock } from '@parlance/core-transport';

interface Event {
  readonly at: number;
  readonly run: () => void;
}

/** A clock for tests: a timer fires immediately and advances the time to its deadline. */
export class VirtualClock implements Pick<Clock, 'wallNow' | 'setTimer' | 'clearTimer'> {
  /** Called after each change of the time. */
  onAdvance: (now: number) => void = () => undefined;
  #now: number;
  #events: Event[] = [];

  /** @param now - The present, in milliseconds since 1970. */
  constructor(now: number) {
    this.#now = now;
  }

  wallNow(): number {
    return this.#now;
  }

  setTimer(callback: () => void, delayMs: number): unknown {
    return setImmediate(() => {
      this.advance(delayMs);
      callback();
    });
  }

  clearTimer(timer: unknown): void {
    clearImmediate(timer as NodeJS.Immediate);
  }

  /** Calls `run` when the time reaches `at`, in milliseconds since 1970. */
  schedule(at: number, run: () => void): void {
    this.#events = [...this.#events, { at, run }].toSorted((a, b) => a.at - b.at);
  }

  /** Advances the time. */
  advance(ms: number): void {
    const end = this.#now + ms;
    for (let event = this.#events[0]; event !== undefined && event.at <= end; event = this.#events[0]) {
      this.#events.shift();
      this.#now = event.at;
      event.run();
    }
    this.#now = end;
    this.onAdvance(end);
  }
}
