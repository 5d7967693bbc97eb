/** Handler results other than JSON: event streams, bytes and lines. */
import type { Content } from '../world/content.js';
import type { ErrorType } from './refusal.js';

/** A pause between two events of a stream. */
export class Pause {
  readonly ms: number;

  constructor(ms: number) {
    this.ms = ms;
  }
}

/**
 * Events of a stream, with optional pauses. Synchronous iterables are sent in large chunks; events of asynchronous ones are
 * sent as they arrive.
 */
export type Events<E> = Iterable<E | Pause> | AsyncIterable<E | Pause>;

/** Pacing and failure of an event stream. */
export interface Delivery {
  /** Delay before each event after the first, in milliseconds of world time. Defaults to the emulator's `paceMs`. */
  readonly paceMs?: number | undefined;
  /** Replaces the event at this index, starting at 0, with an `error` event and ends the stream. */
  readonly error?:
    | { readonly event: number; readonly type?: ErrorType | undefined; readonly message?: string | undefined }
    | undefined;
}

/** A stream of server-sent events. */
export class EventResult<E> {
  readonly open: (signal: AbortSignal) => Events<E>;
  readonly delivery: Delivery;

  constructor(open: (signal: AbortSignal) => Events<E>, delivery: Delivery) {
    this.open = open;
    this.delivery = delivery;
  }
}

/** Raw bytes, for downloads. */
export class BytesResult {
  readonly data: Uint8Array;
  readonly headers: Readonly<Record<string, string>>;

  constructor(data: Uint8Array, headers: Readonly<Record<string, string>>) {
    this.data = data;
    this.headers = headers;
  }
}

/** JSON lines, for downloads. */
export class LinesResult {
  readonly contents: readonly Content[];

  constructor(contents: readonly Content[]) {
    this.contents = contents;
  }
}

/**
 * Responds with server-sent events, named by their `type`. An error thrown by the source is sent as an `error` event, which
 * ends the stream.
 *
 * @param source - The events, or a function that produces them. A source that waits must stop waiting when the signal
 * aborts, which happens when the client disconnects.
 * @param delivery - Pacing and failure, as scripted.
 */
export function events<E>(
  source: Events<E> | ((signal: AbortSignal) => Events<E>),
  delivery: Delivery = {},
): EventResult<E> {
  return new EventResult(typeof source === 'function' ? source : () => source, delivery);
}

/**
 * Pauses between two events.
 *
 * @param ms - Milliseconds of world time.
 */
export function pause(ms: number): Pause {
  return new Pause(ms);
}

/**
 * Responds with bytes.
 *
 * @param data - Response body.
 * @param headers - Headers, with lower-case names; `content-type` defaults to `application/octet-stream`.
 */
export function bytes(data: Uint8Array, headers: Readonly<Record<string, string>>): BytesResult {
  return new BytesResult(data, headers);
}

/**
 * Responds with JSON lines.
 *
 * @param contents - The lines. Each content ends with a line break.
 */
export function jsonLines(contents: readonly Content[]): LinesResult {
  return new LinesResult(contents);
}
