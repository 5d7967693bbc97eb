import { isoTime } from '../definition/duration.js';

/** Within this, the clock is more precise than the header `date`, which has seconds. */
const TOLERANCE_MS = 1_500;

/**
 * The clock of the service. It starts with the clock of the database and is corrected by the header `date` of responses, so that clocks
 * of machines do not matter.
 */
export class ServiceClock {
  #baseMs: number;
  #startedAt: number;

  /** @param databaseMs - Time by the clock of the database, in milliseconds since 1970. */
  constructor(databaseMs: number) {
    this.#baseMs = databaseMs;
    this.#startedAt = performance.now();
  }

  /** Corrects the clock with a response. */
  observe(headers: Readonly<Record<string, string>>): void {
    const date = Date.parse(headers['date'] ?? '');
    if (Number.isNaN(date) || Math.abs(this.nowMs() - date - 500) <= TOLERANCE_MS) return;
    this.#baseMs = date;
    this.#startedAt = performance.now();
  }

  /** Returns the time, in milliseconds since 1970. */
  nowMs(): number {
    return this.timeOf(performance.now());
  }

  /** Returns the time of a moment of `performance.now()`. It can be more precise later, once a response has corrected the clock. */
  timeOf(moment: number): number {
    return Math.floor(this.#baseMs + moment - this.#startedAt);
  }

  /** Returns the time as RFC 3339. */
  now(): string {
    return isoTime(this.nowMs());
  }
}
