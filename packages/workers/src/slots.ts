/** Limits how many calls run at the same time. */
export class Slots {
  readonly #waiting: (() => void)[] = [];
  #free: number;

  /** @param count - Number of calls at the same time. */
  constructor(count: number) {
    this.#free = count;
  }

  /**
   * Waits for a slot, and runs a function in it.
   *
   * @param signal - Ends the wait; the function is not run then.
   * @param run - The function.
   */
  async use<Result>(signal: AbortSignal, run: () => Promise<Result>): Promise<Result | undefined> {
    if (signal.aborted) return undefined;
    if (this.#free > 0) this.#free -= 1;
    else if (!(await this.#received(signal))) return undefined;
    try {
      return await run();
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#free += 1;
      else next();
    }
  }

  /** Waits to receive the slot of another call. Returns false when the signal is aborted first. */
  #received(signal: AbortSignal): Promise<boolean> {
    return new Promise((resolve) => {
      const take = (): void => {
        signal.removeEventListener('abort', leave);
        resolve(true);
      };
      const leave = (): void => {
        this.#waiting.splice(this.#waiting.indexOf(take), 1);
        resolve(false);
      };
      this.#waiting.push(take);
      signal.addEventListener('abort', leave, { once: true });
    });
  }
}
