import type { Operation } from '@parlance/schemas/kit';
import type { WithResponse } from '../api-promise.js';
import { ParlanceError } from '../errors/parlance-error.js';
import { AbortedError } from '../errors/request-errors.js';
import type { EventFeed, EventStreamParts } from './event-feed.js';
import { readableFeed } from './readable-feed.js';
import { StreamReader } from './stream-reader.js';
import { iteratorFeeds } from './iterator-feeds.js';

/**
 * A stream of server-sent events. It either completes or throws a {@link StreamError}, whose `reason` distinguishes
 * an abort, a truncated response, an error of the service and a stall.
 *
 * Consume the events once, with `for await` or {@link EventStream.drain}. Leaving the loop closes the connection.
 *
 * @typeParam Event - One event.
 * @typeParam Snapshot - What the events accumulate to.
 */
export class EventStream<Event, Snapshot = undefined> implements AsyncIterable<Event>, AsyncDisposable {
  readonly #reader: StreamReader<Event, Snapshot>;
  #isTaken = false;

  /** @param parts - The source of the events. */
  constructor(parts: EventStreamParts<Event, Snapshot>) {
    this.#reader = new StreamReader(parts, {
      onEvent: (event) => this.handOver(event),
      onEnd: (error) => this.handOverEnd(error),
    });
  }

  /** Request id; null before the response headers have arrived, or if they did not include one. */
  get requestId(): string | null {
    return this.#reader.requestId;
  }

  /** What the events consumed so far accumulate to; undefined before the first one. */
  get snapshot(): Snapshot | undefined {
    return this.#reader.snapshot;
  }

  /** Id of the operation. */
  get operation(): string {
    return this.#reader.operation;
  }

  /**
   * Resolves when the stream has opened: for messages and completions, when the first content has arrived, or the first
   * event if `retry.streamUntil` is `event`; for session streams, when the headers have. Does not consume any events.
   */
  opened(): Promise<void> {
    return this.#reader.opened();
  }

  /**
   * Resolves to the stream together with the status, headers and request id of its response, once it has started. Consumes
   * nothing. A stream that does not come from a response has status 200 and no headers.
   */
  async withResponse(): Promise<WithResponse<this>> {
    await this.opened();
    const { status, headers, requestId } = this.#reader;
    return { data: this, status, headers, requestId };
  }

  /** Returns the events as a web stream of newline-delimited JSON, for example to forward them to a browser. */
  toReadableStream(): ReadableStream<Uint8Array> {
    return writeLines(this);
  }

  /**
   * Closes the connection and drops unconsumed events. The consumer receives a {@link StreamError} with reason
   * `aborted`.
   */
  abort(reason?: unknown): void {
    this.#reader.abort(reason);
  }

  /** Closes the connection if it is still open. */
  [Symbol.asyncDispose](): Promise<void> {
    this.abort();
    return Promise.resolve();
  }

  /** Yields the events. Leaving the loop closes the connection. */
  [Symbol.asyncIterator](): AsyncIterator<Event, undefined> {
    this.#take();
    const reader = this.#reader;
    return {
      next: () => reader.next(),
      return: () => {
        reader.leave();
        return Promise.resolve({ done: true, value: undefined });
      },
    };
  }

  /**
   * Consumes all events as they arrive.
   *
   * @param onEvent - Called with each event.
   * @returns A promise that resolves when the stream has completed.
   * @throws {StreamError} When the stream ends early.
   */
  async drain(onEvent?: (event: Event) => void): Promise<void> {
    this.#take();
    await this.#reader.drain(onEvent);
  }

  /**
   * Returns the parts of a stream that reads the output of {@link EventStream.toReadableStream}.
   *
   * @param operation - Id of the operation of the original stream.
   * @param stream - Newline-delimited JSON.
   */
  static partsOf<Event extends object>(
    operation: Operation,
    stream: ReadableStream<Uint8Array>,
  ): EventStreamParts<Event, never> {
    return partsOfFeed(operation.id, readableFeed<Event>(operation, stream));
  }

  /** Returns the parts of two streams that each yield all events of this one, which counts as consumed from then on. */
  protected teeParts(): [EventStreamParts<Event, never>, EventStreamParts<Event, never>] {
    const [first, second] = iteratorFeeds(this.#reader, this[Symbol.asyncIterator](), 2);
    const branch = (feed: EventFeed<Event>): EventStreamParts<Event, never> =>
      partsOfFeed(this.operation, Promise.resolve(feed));
    return [branch(first as EventFeed<Event>), branch(second as EventFeed<Event>)];
  }

  /** Waits until the stream has been consumed, by any method; throws its error. */
  protected consumed(): Promise<void> {
    return this.#isTaken || this.#reader.hasEnded ? this.#reader.ended() : this.drain();
  }

  /** Called with each event before the consumer receives it. */
  protected handOver(_event: Event): void {}

  /** Called once, when the stream has ended and its last event has been delivered. */
  protected handOverEnd(_error: Error | undefined): void {}

  /** Whether the stream has a consumer. */
  protected get isTaken(): boolean {
    return this.#isTaken;
  }

  #take(): void {
    if (this.#isTaken)
      throw new ParlanceError('stream_taken', `${this.operation}: the stream is already being consumed`);
    this.#isTaken = true;
  }
}

/** Returns the parts of a stream that does not come from a call. */
function partsOfFeed<Event>(
  operation: string,
  feed: Promise<EventFeed<Event>>,
): EventStreamParts<Event, never> {
  const facts = { operation, attempts: [], requestId: null };
  return {
    operation,
    feed,
    abort: (reason) => {
      // The consumer of the stream receives the error of a feed that cannot be read.
      feed.then((opened) => opened.cancel(new AbortedError(facts, reason))).catch(() => undefined);
    },
  };
}

/** Writes events as newline-delimited JSON. */
function writeLines<Event>(events: AsyncIterable<Event>): ReadableStream<Uint8Array> {
  const iterator = events[Symbol.asyncIterator]();
  const encoder = new TextEncoder();
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { done, value } = await iterator.next();
        if (done === true) controller.close();
        else controller.enqueue(encoder.encode(`${JSON.stringify(value)}\n`));
      } catch (error) {
        controller.error(error);
      }
    },
    async cancel() {
      await iterator.return?.();
    },
  });
}
