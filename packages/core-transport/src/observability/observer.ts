import type { Drift, Operation } from '@parlance/schemas/kit';
import type { ParlanceError } from '../errors/parlance-error.js';
import type { TelemetryResult } from './telemetry-hooks.js';

/** What observers see of a call. */
export interface ObservedCall {
  readonly operation: Operation;
  readonly input: { readonly body?: unknown };
  /** How the response is read. */
  readonly kind: 'json' | 'stream' | 'download';
}

/** What observers see of an attempt. */
export interface ObservedAttempt {
  readonly operation: Operation;
  /** Number of the attempt, from 1. */
  readonly number: number;
  /** When the attempt started, after any wait for a permit. */
  readonly startedAt: number;
  /** Status; null before the response. */
  readonly status: number | null;
  /** Request id; null before the response, or if it did not include one. */
  readonly requestId: string | null;
}

/** Observes the calls of a client. Called when a call starts. */
export type Observer = (call: ObservedCall) => CallObserver;

/** Observes one call. What it throws is ignored. */
export interface CallObserver {
  /** An attempt has started. */
  attemptStarted?(attempt: ObservedAttempt): void;
  /** Headers to add to the request of the attempt. */
  headers?(): Readonly<Record<string, string>> | undefined;
  /** An attempt has received a successful response. */
  attemptSucceeded?(attempt: ObservedAttempt): void;
  /** An attempt has failed; `waitMs` is null if it was the last one. */
  attemptFailed?(attempt: ObservedAttempt, error: ParlanceError, waitMs: number | null): void;
  /** An attempt has started to wait for a rate limit. */
  waitStarted?(attempt: ObservedAttempt, wait: { readonly limit: string; readonly queued: number }): void;
  /** An attempt has finished waiting for a rate limit. */
  waitEnded?(attempt: ObservedAttempt, wait: { readonly limit: string; readonly waitedMs: number }): void;
  /** The first content event of a stream has arrived. */
  firstContent?(): void;
  /** A response or event differs from the contract. */
  drift?(drift: Drift): void;
  /** The call has ended. */
  ended?(end: TelemetryResult): void;
}
