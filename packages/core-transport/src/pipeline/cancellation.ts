import type { Cancellation } from '../http-adapter.js';

/** The transport's side of a {@link Cancellation}. */
export class CallCancellation implements Cancellation {
  cancelled = false;
  reason: unknown = undefined;
  readonly #listeners: ((reason: unknown) => void)[] = [];
  #controller: AbortController | undefined;

  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      this.#controller = new AbortController();
      if (this.cancelled) this.#controller.abort(this.reason);
    }
    return this.#controller.signal;
  }

  listen(listener: (reason: unknown) => void): void {
    if (this.cancelled) listener(this.reason);
    else this.#listeners.push(listener);
  }

  /** Cancels the request; later calls do nothing. */
  cancel(reason: unknown): void {
    if (this.cancelled) return;
    this.cancelled = true;
    this.reason = reason;
    this.#controller?.abort(reason);
    for (const listener of this.#listeners.splice(0)) listener(reason);
  }

  /** Removes all listeners once there is nothing left to cancel. */
  release(): void {
    this.#listeners.length = 0;
  }

  /**
   * Waits for `work`. Rejects with the reason of the cancellation if that comes first.
   *
   * @param work - The work to wait for; it may ignore the cancellation.
   * @param discard - Called with a result that arrives too late.
   */
  race<T>(work: Promise<T>, discard?: (late: T) => void): Promise<T> {
    return new Promise((resolve, reject) => {
      const accept = (value: T): void => {
        if (this.cancelled) discard?.(value);
        else resolve(value);
      };
      this.listen(reject);
      work.then(accept, reject);
    });
  }
}
