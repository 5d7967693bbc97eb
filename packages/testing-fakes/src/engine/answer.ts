/** What a handler answers with when it is not plain JSON. */

import type { ErrorType } from './refusal.js';

/** A time without events between the events of a stream. */
export class Pause {
  readonly ms: number;

  constructor(ms: number) {
    this.ms = ms;
  }
}

/** Events of a stream, pauses between them included. Those of an array or generator are sent as fast as they can be. */
export type Events<E> = Iterable<E | Pause> | AsyncIterable<E | Pause>;

/** How the events of a stream are delivered. */
export interface Delivery {
  /** Milliseconds of the world's time before each event but the first. Default: the emulator's. */
  readonly paceMs?: number | undefined;
  /** Puts an `error` event in the place of this event, counted from 0, and ends. */
  readonly error?:
    | { readonly event: number; readonly type?: ErrorType | undefined; readonly message?: string | undefined }
    | undefined;
}

/** Server-sent events. */
export class EventAnswer<E> {
  readonly open: (signal: AbortSignal) => Events<E>;
  readonly delivery: Delivery;

  constructor(open: (signal: AbortSignal) => Events<E>, delivery: Delivery) {
    this.open = open;
    this.delivery = delivery;
  }
}

/** Bytes, for downloads. */
export class BytesAnswer {
  readonly data: Uint8Array;
  readonly headers: Readonly<Record<string, string>>;

  constructor(data: Uint8Array, headers: Readonly<Record<string, string>>) {
    this.data = data;
    this.headers = headers;
  }
}

/** A JSON answer with header fields of its own. */
export class JsonAnswer<T> {
  readonly value: T;
  readonly headers: Readonly<Record<string, string>>;

  constructor(value: T, headers: Readonly<Record<string, string>>) {
    this.value = value;
    this.headers = headers;
  }
}

/**
 * Answers with server-sent events. Each is named by its `type`. A {@link Refusal} thrown while they are produced
 * becomes the event `error`, and ends them.
 *
 * @param source - The events, or a function that gets the signal of the caller's leaving; one that waits for events to
 * come has to stop waiting when it fires.
 * @param delivery - How they are delivered, where a script says so.
 */
export function events<E>(
  source: Events<E> | ((signal: AbortSignal) => Events<E>),
  delivery: Delivery = {},
): EventAnswer<E> {
  return new EventAnswer(typeof source === 'function' ? source : () => source, delivery);
}

/**
 * Waits between two events, on the world's clock.
 *
 * @param ms - Milliseconds.
 */
export function pause(ms: number): Pause {
  return new Pause(ms);
}

/**
 * Answers with bytes.
 *
 * @param data - The bytes.
 * @param headers - Header fields, `content-type` at least.
 */
export function bytes(data: Uint8Array, headers: Readonly<Record<string, string>>): BytesAnswer {
  return new BytesAnswer(data, headers);
}

/**
 * Answers with JSON and more header fields.
 *
 * @param value - The JSON.
 * @param headers - Header fields; names in lower case.
 */
export function withHeaders<T>(value: T, headers: Readonly<Record<string, string>>): JsonAnswer<T> {
  return new JsonAnswer(value, headers);
}
