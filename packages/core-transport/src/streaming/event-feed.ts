import type { StreamEndReason } from '../errors/response-errors.js';

/** How a feed has ended. */
export interface FeedEnd {
  /** `failed`: it never began, and the cause says why. */
  readonly reason: 'completed' | 'failed' | StreamEndReason;
  /** The specific error; undefined when it completed. */
  readonly cause: Error | undefined;
}

/** Where an event stream takes its events from: a response, or a stream of another process. */
export interface EventFeed<Event> {
  /** Id of the operation. */
  readonly operation: string;
  /** Request id; null when the response had none. */
  readonly requestId: string | null;
  /** Set once no further event will arrive. */
  readonly ended: FeedEnd | undefined;
  /** The caller's signal. Nothing listens to it once the last event has arrived: the reader checks it. */
  readonly signal?: AbortSignal | undefined;
  /** Called when events or the end have arrived. */
  wake: (() => void) | null;
  /** Takes the next event that has arrived; undefined while none has. */
  take(): Event | undefined;
  /**
   * Closes the connection and drops the events that have not been taken. {@link EventFeed.ended} becomes `aborted`, unless it had failed
   * already, or completed with nothing left to take.
   */
  cancel(cause: Error): void;
  /** Called when the last event has been handed over, or the error thrown. */
  closed(error: Error | undefined, result: unknown): void;
}

/**
 * Puts the events of a stream together.
 *
 * @typeParam Event - One event.
 * @typeParam Snapshot - What they make, for example a message.
 */
export interface Accumulator<Event, Snapshot> {
  /** Takes the next event; throws when it can't follow those before. */
  push(event: Event): void;
  /** What has been put together so far; undefined before anything has. */
  snapshot(): Snapshot | undefined;
  /** Usage reported so far; undefined before any was. */
  usage(): unknown;
}
