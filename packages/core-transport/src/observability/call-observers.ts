import type { Drift } from '@parlance/schemas/kit';
import type { ParlanceError } from '../errors/parlance-error.js';
import type { Attempt } from '../pipeline/attempt.js';
import type { CallEnd, CallObserver } from './observer.js';

/** Combines all observers of one call. */
export class CallObservers implements Required<CallObserver> {
  readonly #observers: readonly CallObserver[];

  constructor(observers: readonly CallObserver[]) {
    this.#observers = observers;
  }

  attemptStarted(attempt: Attempt): void {
    for (const observer of this.#observers) observer.attemptStarted?.(attempt);
  }

  headers(): Readonly<Record<string, string>> {
    return Object.assign({}, ...this.#observers.map((observer) => observer.headers?.())) as Record<
      string,
      string
    >;
  }

  attemptSucceeded(attempt: Attempt): void {
    for (const observer of this.#observers) observer.attemptSucceeded?.(attempt);
  }

  attemptFailed(attempt: Attempt, error: ParlanceError, waitMs: number | null): void {
    for (const observer of this.#observers) observer.attemptFailed?.(attempt, error, waitMs);
  }

  waitStarted(attempt: Attempt, wait: { readonly limit: string; readonly queued: number }): void {
    for (const observer of this.#observers) observer.waitStarted?.(attempt, wait);
  }

  waitEnded(attempt: Attempt, wait: { readonly limit: string; readonly waitedMs: number }): void {
    for (const observer of this.#observers) observer.waitEnded?.(attempt, wait);
  }

  firstContent(): void {
    for (const observer of this.#observers) observer.firstContent?.();
  }

  drift(drift: Drift): void {
    for (const observer of this.#observers) observer.drift?.(drift);
  }

  ended(end: CallEnd): void {
    for (const observer of this.#observers) observer.ended?.(end);
  }
}
