import type { Drift } from '@parlance/schemas/kit';
import type { ParlanceError } from '../errors/parlance-error.js';
import type { Call } from '../pipeline/call.js';

/** Hears what happens to calls. Every member is optional. */
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

/** What observers hear of; `headers` they are asked for. */
export type Observed = Exclude<keyof Observer, 'headers'>;

/** What an observer hears besides the call. */
export type ObservedFacts<Name extends Observed> =
  Parameters<NonNullable<Observer[Name]>> extends [Call, ...infer Facts] ? Facts : never;
