import type { Clock } from '../clock.js';

interface Timer {
  readonly at: number;
  readonly callback: () => void;
}

/** A clock that only moves when a test advances it. */
export class FakeClock implements Clock {
  readonly #timers: Set<Timer> = new Set();
  #now = 1000;

  /** Number of pending timers. */
  get timers(): number {
    return this.#timers.size;
  }

  now(): number {
    return this.#now;
  }

  wallNow(): number {
    return Date.UTC(2026, 0, 1) + this.#now;
  }

  setTimer(callback: () => void, delayMs: number): unknown {
    const timer: Timer = { at: this.#now + delayMs, callback };
    this.#timers.add(timer);
    return timer;
  }

  clearTimer(timer: unknown): void {
    this.#timers.delete(timer as Timer);
  }

  /** Advances the clock to the next timer and fires it; returns false if there is none. */
  advanceToNext(): boolean {
    const next = Math.min(...[...this.#timers].map(({ at }) => at));
    if (next === Infinity) return false;
    this.advance(Math.max(0, next - this.#now));
    return true;
  }

  /** Advances the clock and fires timers in order. */
  advance(milliseconds: number): void {
    const until = this.#now + milliseconds;
    for (;;) {
      const due = [...this.#timers].filter(({ at }) => at <= until).sort((a, b) => a.at - b.at)[0];
      if (due === undefined) break;
      this.#timers.delete(due);
      this.#now = Math.max(this.#now, due.at);
      due.callback();
    }
    this.#now = until;
  }
}
