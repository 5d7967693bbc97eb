import type { Drift } from '@parlance/schemas/kit';
import type { ParlanceError } from '../errors/parlance-error.js';
import { guarded } from './guarded.js';
import type { CallObserver, ObservedAttempt, ObservedCall, Observer } from './observer.js';
import type { TelemetryResult } from './telemetry-hooks.js';

/** Combines all observers of one call. An observer that throws never affects the call or the other observers. */
export class CallObservers implements Required<CallObserver> {
  readonly #observers: readonly CallObserver[];

  constructor(observers: readonly Observer[], call: ObservedCall) {
    this.#observers = observers.map((observe) => guarded(observe, call) ?? {});
  }

  attemptStarted(attempt: ObservedAttempt): void {
    this.#notify((observer) => observer.attemptStarted?.(attempt));
  }

  headers(): Readonly<Record<string, string>> {
    const headers: Record<string, string> = {};
    for (const observer of this.#observers)
      if (observer.headers !== undefined)
        Object.assign(
          headers,
          guarded(() => observer.headers?.()),
        );
    return headers;
  }

  attemptSucceeded(attempt: ObservedAttempt): void {
    this.#notify((observer) => observer.attemptSucceeded?.(attempt));
  }

  attemptFailed(attempt: ObservedAttempt, error: ParlanceError, waitMs: number | null): void {
    this.#notify((observer) => observer.attemptFailed?.(attempt, error, waitMs));
  }

  waitStarted(attempt: ObservedAttempt, wait: { readonly limit: string; readonly queued: number }): void {
    this.#notify((observer) => observer.waitStarted?.(attempt, wait));
  }

  waitEnded(attempt: ObservedAttempt, wait: { readonly limit: string; readonly waitedMs: number }): void {
    this.#notify((observer) => observer.waitEnded?.(attempt, wait));
  }

  firstContent(): void {
    this.#notify((observer) => observer.firstContent?.());
  }

  drift(drift: Drift): void {
    this.#notify((observer) => observer.drift?.(drift));
  }

  ended(end: TelemetryResult): void {
    this.#notify((observer) => observer.ended?.(end));
  }

  #notify(report: (observer: CallObserver) => void): void {
    for (const observer of this.#observers) guarded(report, observer);
  }
}
