/** Faults as plain JSON, the same in code, in files and over HTTP. */
import type { ErrorType } from '../engine/refusal.js';
import type { RequestMatch } from '../scenario/request-match.js';

/**
 * Changes how the response body is delivered. Events are counted from 0; a body that is not an event stream counts as one
 * event.
 */
export interface StreamFault {
  /** Splits the body into chunks of this many bytes, at these offsets, or of `random` sizes from 1 to 64 bytes. */
  readonly split?: number | readonly number[] | 'random' | undefined;
  /** Number of events to merge into one chunk. */
  readonly merge?: number | undefined;
  /** Line endings of the events. Default `lf`. */
  readonly newline?: 'lf' | 'cr' | 'crlf' | undefined;
  /** Inserts a `ping` event after every n events. */
  readonly ping_every?: number | undefined;
  /** Inserts a comment after every n events. */
  readonly comment_every?: number | undefined;
  /** Stalls before this event: sends nothing more and keeps the connection open. */
  readonly stall_at_event?: number | undefined;
  /** Duration of `stall_at_event`, in milliseconds of world time. Default: forever. */
  readonly stall_ms?: number | undefined;
  /** Replaces this event with an `error` event and ends the stream. */
  readonly error_at_event?: number | undefined;
  /** Type and message of the `error` event. Default type: `overloaded_error`. */
  readonly error?:
    { readonly type?: ErrorType | undefined; readonly message?: string | undefined } | undefined;
  /** Cuts the connection before this event. */
  readonly cut_at_event?: number | undefined;
  /** Cuts the connection after this many bytes of the body. */
  readonly cut_after_bytes?: number | undefined;
  /** How to cut the connection: `rst` resets it, `fin` closes it. Default `rst`. */
  readonly cut?: 'rst' | 'fin' | undefined;
}

/** Selects requests, or single requests of batches. */
export interface FaultMatch extends RequestMatch {
  /**
   * `custom_id` of a request of a batch; a trailing `*` matches any suffix. The fault then applies to requests of batches when they are
   * processed, whose result becomes `errored`. It requires `status` from 400, and no other effects.
   */
  readonly custom_id?: string | undefined;
}

/** A fault to inject into requests. `status`, `stall` and `cut` exclude each other. */
export interface Fault {
  /** Requests that the fault applies to. Default: all. */
  readonly match?: FaultMatch | undefined;
  /** Number of matching requests to skip before the first injection. Default 0. */
  readonly after?: number | undefined;
  /** Maximum number of injections. Default: unlimited. */
  readonly times?: number | undefined;
  /** Probability of each injection, from 0 to 1, decided by the world's seeded randomness. Default 1. */
  readonly probability?: number | undefined;
  /** Delay before the request is handled, in milliseconds of world time. */
  readonly delay_ms?: number | undefined;
  /** Responds with this status without handling the request. */
  readonly status?: number | undefined;
  /** Headers to add to the response. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Type and message of the error body. Requires `status`. Default type: the one of the status. */
  readonly error?:
    { readonly type?: ErrorType | undefined; readonly message?: string | undefined } | undefined;
  /** Replaces the response body. */
  readonly body?: string | undefined;
  /** Replaces the `content-type` of the response. */
  readonly content_type?: string | undefined;
  /** Truncates the response body to this many bytes, with a matching content length. Has no effect on event streams. */
  readonly truncate_bytes?: number | undefined;
  /** Redirects to this `location`. The status is 302 unless `status` is set. */
  readonly redirect?: string | undefined;
  /** Never responds. */
  readonly stall?: boolean | undefined;
  /** Cuts the connection before the response: `rst` resets it, `fin` closes it. */
  readonly cut?: 'rst' | 'fin' | undefined;
  /** Changes how the response body is delivered. */
  readonly stream?: StreamFault | undefined;
}
