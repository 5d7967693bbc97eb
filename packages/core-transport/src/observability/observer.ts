import type { Drift } from '@parlance/schemas/kit';
import type { ParlanceError } from '../errors/parlance-error.js';
import type { Attempt } from '../pipeline/attempt.js';
import type { Call } from '../pipeline/call.js';

/** Observes the calls of a client. Called when a call starts. */
export type Observer = (call: Call) => CallObserver;

/** Observes one call. What it throws is ignored. */
export interface CallObserver {
  /** An attempt has started. */
  attemptStarted?(attempt: Attempt): void;
  /** Headers to add to the request of the attempt. */
  headers?(): Readonly<Record<string, string>> | undefined;
  /** An attempt has received a successful response. */
  attemptSucceeded?(attempt: Attempt): void;
  /** An attempt has failed; `waitMs` is null if it was the last one. */
  attemptFailed?(attempt: Attempt, error: ParlanceError, waitMs: number | null): void;
  /** An attempt has started to wait for a rate limit. */
  waitStarted?(attempt: Attempt, wait: { readonly limit: string; readonly queued: number }): void;
  /** An attempt has finished waiting for a rate limit. */
  waitEnded?(attempt: Attempt, wait: { readonly limit: string; readonly waitedMs: number }): void;
  /** The first content event of a stream has arrived. */
  firstContent?(): void;
  /** A response or event differs from the contract. */
  drift?(drift: Drift): void;
  /** The call has ended. */
  ended?(end: CallEnd): void;
}

/** How a call ended. */
export interface CallEnd {
  /** The error; undefined if the call succeeded. */
  readonly error: Error | undefined;
  /** The response, or what a stream accumulated; undefined if there is neither. */
  readonly response: unknown;
  /** Number of attempts. */
  readonly attempts: number;
  /** Status of the last response; null if there was none. */
  readonly status: number | null;
  /** Request id of the last response; null if there was none. */
  readonly requestId: string | null;
}
