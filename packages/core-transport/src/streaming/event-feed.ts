import type { StreamEndReason } from '../errors/response-errors.js';

/** How a feed ended. */
export interface FeedEnd {
  /** Reason of the end. `failed` means that the feed never opened; see `cause`. */
  readonly reason: 'completed' | 'failed' | StreamEndReason;
  /** The underlying error; undefined if the feed completed. */
  readonly cause: Error | undefined;
}

/** Source of the events of a stream: a response, or a stream from another process. */
export interface EventFeed<Event> {
  /** Id of the operation. */
  readonly operation: string;
  /** Status of the response; 200 for a stream that does not come from a response. */
  readonly status: number;
  /** Headers of the response; empty for a stream that does not come from a response. */
  readonly headers: Readonly<Record<string, string>>;
  /** Request id; null if the response did not include one. */
  readonly requestId: string | null;
  /** Set once no further event will arrive. */
  readonly ended: FeedEnd | undefined;
  /** The caller's signal. Once the last event has arrived, nothing listens to it, so the reader must check it. */
  readonly signal?: AbortSignal | undefined;
  /** Called when events or the end of the feed have arrived. */
  wake: (() => void) | null;
  /** Returns the next event that has arrived; undefined if there is none. */
  take(): Event | undefined;
  /**
   * Closes the connection and drops the events that have not been taken. {@link EventFeed.ended} becomes `aborted`,
   * unless the feed had already failed, or completed with no events left.
   */
  cancel(cause: Error): void;
  /** Called when the last event has been delivered or the error thrown. */
  closed(error: Error | undefined, result: unknown): void;
}

/**
 * Accumulates the events of a stream.
 *
 * @typeParam Event - One event.
 * @typeParam Snapshot - What the events accumulate to, for example a message.
 */
export interface Accumulator<Event, Snapshot> {
  /** Adds the next event. Throws if it cannot follow the previous ones. */
  push(event: Event): void;
  /** Returns what has been accumulated so far; undefined before the first event. */
  snapshot(): Snapshot | undefined;
  /** Returns the usage reported so far; undefined before any was reported. */
  usage(): unknown;
}

/** Constructor argument of an {@link EventStream}. */
export interface EventStreamParts<Event, Snapshot> {
  /** Id of the operation. */
  readonly operation: string;
  /** The events, once the connection is open. */
  readonly feed: Promise<EventFeed<Event>>;
  /** Aborts the call while it is being opened. */
  readonly abort: (reason: unknown) => void;
  /** Accumulates the events; undefined if the stream has no snapshot. */
  readonly accumulator?: Accumulator<Event, Snapshot> | undefined;
}
