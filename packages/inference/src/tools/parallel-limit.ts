/** Limits how many tools run at the same time. */

/** The key that a job counts for, and how many jobs of that key may run at the same time. */
export interface Slot {
  readonly key: string;
  readonly limit: number;
}

interface Waiting {
  readonly slot: Slot;
  readonly start: () => void;
}

/** Runs jobs within a common limit and a limit per key. Jobs that wait start in order, except those whose key is full. */
export class ParallelLimit {
  readonly #limit: number;
  readonly #running: string[] = [];
  readonly #waiting: Waiting[] = [];

  /** @param limit - Maximum number of jobs at the same time. */
  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Runs a job as soon as there is room for it. */
  async run<T>(slot: Slot, job: () => Promise<T>): Promise<T> {
    await new Promise<void>((resolve) => {
      this.#waiting.push({ slot, start: resolve });
      this.#startNext();
    });
    try {
      return await job();
    } finally {
      this.#running.splice(this.#running.indexOf(slot.key), 1);
      this.#startNext();
    }
  }

  #startNext(): void {
    const next = this.#waiting.findIndex(({ slot }) => this.#hasRoom(slot));
    if (next < 0) return;
    const [{ slot, start }] = this.#waiting.splice(next, 1) as [Waiting];
    this.#running.push(slot.key);
    start();
    this.#startNext();
  }

  #hasRoom({ key, limit }: Slot): boolean {
    if (this.#running.length >= this.#limit) return false;
    return this.#running.filter((running) => running === key).length < limit;
  }
}
