import type { Cancellation } from '../http-adapter.js';

type Listener = (reason: unknown) => void;

/** The transport's side of a {@link Cancellation}. */
export class CallCancellation implements Cancellation {
  cancelled = false;
  reason: unknown = undefined;
  #listeners: Listener[] | undefined;
  #controller: AbortController | undefined;

  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      this.#controller = new AbortController();
      if (this.cancelled) this.#controller.abort(this.reason);
    }
    return this.#controller.signal;
  }

  listen(listener: Listener): void {
    if (this.cancelled) listener(this.reason);
    // Most requests have a single listener, and a list that grows with `push` has room for 17.
    else if (this.#listeners === undefined) this.#listeners = [listener];
    else this.#listeners.push(listener);
  }

  /** Cancels the request; later calls do nothing. */
  cancel(reason: unknown): void {
    if (this.cancelled) return;
    this.cancelled = true;
    this.reason = reason;
    this.#controller?.abort(reason);
    const listeners = this.#listeners ?? [];
    this.release();
    for (const listener of listeners) listener(reason);
  }

  /** Removes all listeners once there is nothing left to cancel. */
  release(): void {
    this.#listeners = undefined;
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
