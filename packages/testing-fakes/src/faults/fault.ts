/** Faults: what goes wrong, when, and how often. They are JSON, so that code, files and HTTP write them alike. */
import type { ErrorType } from '../engine/refusal.js';

/** Which requests a fault is for. Everything given must fit. */
export interface FaultMatch {
  /** Path without the query; `*` at the end stands for any rest. */
  readonly path?: string | undefined;
  /** HTTP method. */
  readonly method?: string | undefined;
  /** Operation id, for example `messages.create`. */
  readonly operation?: string | undefined;
  /** Text that the body contains. */
  readonly body_contains?: string | undefined;
}

/** What happens to the bytes of a response body. Events are counted from 0. */
export interface StreamFault {
  /** Cuts the body into pieces: of so many bytes, at these offsets, or `random` ones of 1 to 64 bytes. */
  readonly split?: number | readonly number[] | 'random' | undefined;
  /** Joins so many events into one piece. */
  readonly merge?: number | undefined;
  /** Line ends. Default `lf`. */
  readonly newline?: 'lf' | 'cr' | 'crlf' | undefined;
  /** Puts a `ping` event after each so many events. */
  readonly ping_every?: number | undefined;
  /** Puts a comment after each so many events. */
  readonly comment_every?: number | undefined;
  /** Sends nothing more once this event is reached, and keeps the connection open. */
  readonly stall_at_event?: number | undefined;
  /** With `stall_at_event`: goes on after so many milliseconds of the world's time. */
  readonly stall_ms?: number | undefined;
  /** Puts an `error` event in the place of this event, and ends. */
  readonly error_at_event?: number | undefined;
  /** What the `error` event says. Default: `overloaded_error`. */
  readonly error?:
    { readonly type?: ErrorType | undefined; readonly message?: string | undefined } | undefined;
  /** Cuts the connection when this event is reached. */
  readonly cut_at_event?: number | undefined;
  /** Cuts the connection after so many bytes of the body. */
  readonly cut_after_bytes?: number | undefined;
  /** How the connection is cut: `rst` (reset, the default) or `fin` (closed). */
  readonly cut?: 'rst' | 'fin' | undefined;
}

/** One fault. */
export interface Fault {
  /** Requests that it is for. Default: all. */
  readonly match?: FaultMatch | undefined;
  /** How many of these pass before it strikes for the first time. Default 0. */
  readonly after?: number | undefined;
  /** How many times it strikes. Default: without end. */
  readonly times?: number | undefined;
  /** How likely it strikes, from 0 to 1; decided by the world's randomness. Default 1. */
  readonly probability?: number | undefined;
  /** Milliseconds of the world's time before anything else happens. */
  readonly delay_ms?: number | undefined;
  /** Answers with this status instead of asking the service. */
  readonly status?: number | undefined;
  /** Header fields to add to the answer. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** With `status`: what the error body says. Default: the type that belongs to the status. */
  readonly error?:
    { readonly type?: ErrorType | undefined; readonly message?: string | undefined } | undefined;
  /** Replaces the body of the answer. */
  readonly body?: string | undefined;
  /** Replaces the content type of the answer. */
  readonly content_type?: string | undefined;
  /** Ends the body of the answer after so many bytes, as if that were all. */
  readonly truncate_bytes?: number | undefined;
  /** Sends the client elsewhere: `status` (default 302) with this `location`. */
  readonly redirect?: string | undefined;
  /** Never answers. */
  readonly stall?: boolean | undefined;
  /** Cuts the connection before the answer: `rst` (reset) or `fin` (closed). */
  readonly cut?: 'rst' | 'fin' | undefined;
  /** What happens to the bytes of the body. */
  readonly stream?: StreamFault | undefined;
}
