import type { Cancellation } from './http-adapter.js';

/** The transport's end of a {@link Cancellation}. */
export class CallCancellation implements Cancellation {
  cancelled = false;
  reason: unknown = undefined;
  #listeners: ((reason: unknown) => void)[] | null = null;
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
    else if (this.#listeners === null) this.#listeners = [listener];
    else this.#listeners.push(listener);
  }

  /** Cancels; a second call does nothing. */
  cancel(reason: unknown): void {
    if (this.cancelled) return;
    this.cancelled = true;
    this.reason = reason;
    this.#controller?.abort(reason);
    const listeners = this.#listeners;
    this.release();
    if (listeners !== null) for (const listener of listeners) listener(reason);
  }

  /** Forgets the listeners, when there is nothing left to cancel. */
  release(): void {
    this.#listeners = null;
  }
}
