import { setTimeout as delay } from 'node:timers/promises';

/** Lets a loop wait until something has happened. What happens between two waits ends the next one. */
export class WakeUp {
  #event: PromiseWithResolvers<void> = Promise.withResolvers();

  /** Ends the wait. */
  wake(): void {
    this.#event.resolve();
  }

  /** Waits until {@link wake} is called, at most for some milliseconds. */
  async wait(maxMs: number): Promise<void> {
    const timer = new AbortController();
    await Promise.race([
      this.#event.promise,
      delay(maxMs, undefined, { signal: timer.signal }).catch(() => {}),
    ]);
    timer.abort();
    this.#event = Promise.withResolvers();
  }
}
