/** It takes this long until a rate is measured. */
const LEAST_MS = 60_000;

/** Measures how many requests a run sends, which can be fewer than its rate limit allows: for example, because the service is slow. */
export class RequestRate {
  readonly #now: () => number;
  #first: { readonly atMs: number; readonly requests: number } | undefined;

  /** @param now - Time in milliseconds. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /**
   * Returns the requests per minute since the first call. `Infinity` while they are not known.
   *
   * @param requests - Requests of all processes so far.
   */
  measure(requests: number): number {
    const atMs = this.#now();
    this.#first ??= { atMs, requests };
    const elapsedMs = atMs - this.#first.atMs;
    const sent = requests - this.#first.requests;
    return elapsedMs < LEAST_MS || sent === 0 ? Infinity : (sent * 60_000) / elapsedMs;
  }
}
