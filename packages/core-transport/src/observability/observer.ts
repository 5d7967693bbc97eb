import type { Drift } from '@parlance/schemas';
import type { ParlanceError } from '../errors/parlance-error.js';
import type { Call } from '../pipeline/call.js';

/** Hears what happens to calls. Every member is optional; a client that nobody observes has no observer. */
export interface Observer {
  /** A call has begun. */
  callStarted?(call: Call): void;
  /** An attempt has begun. */
  attemptStarted?(call: Call): void;
  /** Headers to add to the attempt's request. */
  headers?(call: Call): Readonly<Record<string, string>> | undefined;
  /** An attempt has led to a good response. */
  attemptSucceeded?(call: Call): void;
  /** An attempt has failed; `waitMs` is null when there will be no other. */
  attemptFailed?(call: Call, error: ParlanceError, waitMs: number | null): void;
  /** The first content event of a stream has arrived. */
  firstContent?(call: Call): void;
  /** A response or event differs from the contract. */
  drift?(call: Call, drift: Drift): void;
  /** The call has ended. */
  callEnded?(call: Call, error: Error | undefined, response: unknown): void;
}

/** Joins observers; undefined when there are none. */
export function joinObservers(observers: readonly Observer[]): Observer | undefined {
  const [only] = observers;
  if (observers.length <= 1) return only;
  return {
    callStarted: (call) => each(observers, (one) => one.callStarted?.(call)),
    attemptStarted: (call) => each(observers, (one) => one.attemptStarted?.(call)),
    headers: (call) =>
      Object.assign({}, ...observers.map((one) => one.headers?.(call))) as Record<string, string>,
    attemptSucceeded: (call) => each(observers, (one) => one.attemptSucceeded?.(call)),
    attemptFailed: (call, error, waitMs) =>
      each(observers, (one) => one.attemptFailed?.(call, error, waitMs)),
    firstContent: (call) => each(observers, (one) => one.firstContent?.(call)),
    drift: (call, drift) => each(observers, (one) => one.drift?.(call, drift)),
    callEnded: (call, error, response) => each(observers, (one) => one.callEnded?.(call, error, response)),
  };
}

function each(observers: readonly Observer[], tell: (observer: Observer) => void): void {
  for (const observer of observers) tell(observer);
}
