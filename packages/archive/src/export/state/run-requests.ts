import type { UnitLog } from './unit-log.js';

/** It takes this long until a rate is measured. */
const LEAST_MS = 60_000;

/** What was sent since the first measurement. */
export interface MeasuredRequests {
  /** Requests of this process whose units are not sealed. */
  readonly unsealed: number;
  /** Requests per minute, which can be fewer than the rate limit allows. `Infinity` while they are not known. */
  readonly perMinute: number;
}

/** Counts the requests of a run in this process. The store has them only once their units are sealed. */
export class RunRequests {
  readonly #now: () => number;
  readonly #reading: Set<UnitLog> = new Set();
  #finished = 0;
  #first: { readonly atMs: number; readonly sealed: number; readonly sent: number } | undefined;

  /** @param now - Time in milliseconds. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** Counts the requests of a log from now on. */
  begin(log: UnitLog): void {
    this.#reading.add(log);
  }

  /** Ends a log. What was not sealed is read again. */
  end(log: UnitLog, isSealed: boolean): void {
    this.#reading.delete(log);
    if (isSealed) this.#finished += log.requestIds.length;
  }

  /**
   * Measures the requests since the first call.
   *
   * @param sealed - Requests of all processes in the store. A unit may have been sealed since it was read, or be in the store already while its
   * log has not ended.
   */
  measure(sealed: number): MeasuredRequests {
    const reading = [...this.#reading].reduce((sum, { requestIds }) => sum + requestIds.length, 0);
    const sent = this.#finished + reading;
    const atMs = this.#now();
    this.#first ??= { atMs, sealed, sent };
    const since = sealed - this.#first.sealed;
    // With several processes, those of the others are in the store only.
    const all = Math.max(since, sent - this.#first.sent);
    const elapsedMs = atMs - this.#first.atMs;
    const perMinute = elapsedMs < LEAST_MS || all === 0 ? Infinity : (all * 60_000) / elapsedMs;
    return { unsealed: all - since, perMinute };
  }
}
