import type { Operation } from '@parlance/schemas/kit';
import { ParlanceError } from '../errors/parlance-error.js';
import { AbortedError } from '../errors/request-errors.js';
import { StreamError } from '../errors/response-errors.js';
import type { StreamEnding } from '../errors/response-errors.js';
import type { Accumulator, EventFeed, FeedEnd } from './event-feed.js';
import { writeLines } from './write-lines.js';

/** What an event stream is made of. */
export interface EventStreamParts<Event, Snapshot> {
  /** Opens the connection. */
  readonly open: () => Promise<EventFeed<Event>>;
  /** Aborts the call while it is being opened. */
  readonly abort: (reason: unknown) => void;
  /** Id of the operation. */
  readonly operation: string;
  /** Puts the events together; undefined when nothing is to be put together. */
  readonly accumulator?: Accumulator<Event, Snapshot> | undefined;
}

/**
 * A stream of server-sent events. It ends in exactly one way on every path: it completes, or it throws a
 * {@link StreamError} that says whether it was aborted, truncated, ended by an error of the service, or stalled.
 *
 * Its events can be taken once: with `for await`, or all at once with {@link EventStream.drain}. Leaving the loop
 * closes the connection.
 *
 * @typeParam Event - One event.
 * @typeParam Snapshot - What the events make together.
 */
export class EventStream<Event, Snapshot = undefined> implements AsyncIterable<Event>, AsyncDisposable {
  readonly #parts: EventStreamParts<Event, Snapshot>;
  readonly #opening: Promise<EventFeed<Event>>;
  #feed: EventFeed<Event> | undefined;
  #count = 0;
  #taken = false;
  #settled = false;
  /** The consumer of the iterator has heard of the error, or has left and won't hear of it. */
  #told = false;
  #error: Error | undefined;
  #waiters: (() => void)[] = [];
  /** The last event that was asked for and has not arrived. */
  #asked: Promise<IteratorResult<Event, undefined>> | undefined;

  /** @param parts - Where the events come from. */
  constructor(parts: EventStreamParts<Event, Snapshot>) {
    this.#parts = parts;
    this.#opening = parts.open().then((feed) => {
      this.#feed = feed;
      feed.wake = this.#idle;
      return feed;
    });
    // Whoever consumes the stream hears of the error; nobody may be there yet.
    this.#opening.catch((error: Error) => this.#settle(error));
  }

  /** Request id; null before the response headers have arrived, or without one. */
  get requestId(): string | null {
    return this.#feed?.requestId ?? null;
  }

  /** What the events handed over so far make together; undefined before there is anything. */
  get snapshot(): Snapshot | undefined {
    return this.#parts.accumulator?.snapshot();
  }

  /** Id of the operation. */
  get operation(): string {
    return this.#parts.operation;
  }

  /** Waits until the response has begun, for messages and completions with its first content. Consumes nothing. */
  async opened(): Promise<void> {
    await this.#opening;
  }

  /** Takes the events as a web stream of JSON lines, for example to hand them on to a browser. */
  toReadableStream(): ReadableStream<Uint8Array> {
    return writeLines(this);
  }

  /**
   * Closes the connection. Consumers get a {@link StreamError} with the ending `aborted`, also when all events have
   * arrived and some have not been taken: those are dropped.
   */
  abort(reason?: unknown): void {
    if (this.#settled) return;
    if (this.#feed === undefined) this.#parts.abort(reason);
    else {
      this.#feed.cancel(this.#aborted(reason));
      if (this.#asked === undefined) this.#idle();
    }
  }

  /** Closes the connection, if it is still open. */
  [Symbol.asyncDispose](): Promise<void> {
    this.abort();
    return Promise.resolve();
  }

  /** Takes the events one by one; returning early closes the connection. */
  [Symbol.asyncIterator](): AsyncIterator<Event, undefined> {
    this.#claim();
    return {
      next: () => (this.#asked === undefined ? this.#ready() : undefined) ?? this.#ask(),
      return: () => {
        this.abort();
        // Whoever leaves with the last event has left nothing.
        const isComplete = this.#feed?.ended?.ending === 'completed';
        this.#settle(isComplete ? undefined : this.#streamError('aborted', this.#aborted(undefined)));
        this.#told = true;
        return Promise.resolve({ done: true, value: undefined });
      },
    };
  }

  /**
   * Takes all events as they arrive, without a step of the event loop between them.
   *
   * @param onEvent - Called with each event.
   * @returns When the stream has completed.
   * @throws {StreamError} When it ends otherwise.
   */
  async drain(onEvent?: (event: Event) => void): Promise<void> {
    this.#claim();
    const feed = await this.#opening;
    if (this.#error !== undefined) throw this.#error;
    await new Promise<void>((resolve, reject) => {
      const take = (): void => {
        if (this.#settled) return;
        try {
          for (let event = this.#take(feed); event !== undefined; event = this.#take(feed)) onEvent?.(event);
          if (feed.ended === undefined) return;
          this.#finish(feed);
          resolve();
        } catch (error) {
          this.#fail(feed, error as Error);
          reject(error as Error);
        }
      };
      feed.wake = take;
      take();
    });
  }

  /**
   * Parts of a stream that reads what {@link EventStream.toReadableStream} wrote.
   *
   * @param operation - The operation whose events they are.
   * @param stream - Lines of JSON.
   */
  static partsOf<Event extends object>(
    operation: Operation,
    stream: ReadableStream<Uint8Array>,
  ): EventStreamParts<Event, never> {
    return laterParts(operation.id, async () => {
      const { readableFeed } = await import('./readable-feed.js');
      return readableFeed<Event>(operation, stream);
    });
  }

  /** Parts of two streams that each give all events of this one, which can't be consumed otherwise any more. */
  protected teeParts(): [EventStreamParts<Event, never>, EventStreamParts<Event, never>] {
    const iterator = this[Symbol.asyncIterator]();
    const source = { operation: this.operation, feed: () => this.#feed };
    const feeds = import('./iterator-feeds.js').then(({ iteratorFeeds }) =>
      iteratorFeeds(source, iterator, 2),
    );
    const branch = (index: 0 | 1): EventStreamParts<Event, never> =>
      laterParts(this.operation, async () => (await feeds)[index] as EventFeed<Event>);
    return [branch(0), branch(1)];
  }

  /** Waits until the stream has been consumed, by whatever path; throws its error. */
  protected async consumed(): Promise<void> {
    if (!this.#taken && !this.#settled) {
      await this.drain();
      return;
    }
    if (!this.#settled) await new Promise<void>((resolve) => this.#waiters.push(resolve));
    if (this.#error !== undefined) throw this.#error;
  }

  /** Called with each event that is handed over, before its consumer gets it. */
  protected handOver(_event: Event): void {}

  /** Called once, when the stream has ended and its last event has been handed over. */
  protected handOverEnd(_error: Error | undefined): void {}

  /** Whether somebody consumes the stream already. */
  protected get isTaken(): boolean {
    return this.#taken;
  }

  #claim(): void {
    if (this.#taken)
      throw new ParlanceError(
        'stream_taken',
        `${this.#parts.operation}: the stream is being consumed already`,
      );
    this.#taken = true;
  }

  /** The next event when it is there already: most are, because one read of the socket brings many. */
  #ready(): Promise<IteratorResult<Event, undefined>> | undefined {
    const feed = this.#feed;
    if (feed === undefined || this.#settled) return undefined;
    let event: Event | undefined;
    try {
      event = this.#take(feed);
    } catch (error) {
      this.#fail(feed, error as Error);
      return Promise.reject(error as Error);
    }
    return event === undefined ? undefined : Promise.resolve({ done: false, value: event });
  }

  /** Asks for an event after all that have been asked for before. */
  #ask(): Promise<IteratorResult<Event, undefined>> {
    const take = (): Promise<IteratorResult<Event, undefined>> => this.#next();
    const answer = this.#asked === undefined ? take() : this.#asked.then(take, take);
    const forget = (): void => {
      if (this.#asked === answer) this.#asked = undefined;
    };
    this.#asked = answer;
    answer.then(forget, forget);
    return answer;
  }

  async #next(): Promise<IteratorResult<Event, undefined>> {
    if (this.#settled) {
      const error = this.#told ? undefined : this.#error;
      this.#told = true;
      if (error !== undefined) throw error;
      return { done: true, value: undefined };
    }
    const feed = this.#feed ?? (await this.#opening);
    for (;;) {
      try {
        const event = this.#take(feed);
        if (event !== undefined) return { done: false, value: event };
        if (feed.ended !== undefined) {
          this.#finish(feed);
          return { done: true, value: undefined };
        }
      } catch (error) {
        this.#fail(feed, error as Error);
        throw error;
      }
      await new Promise<void>((resolve) => {
        feed.wake = resolve;
      });
      feed.wake = this.#idle;
    }
  }

  /** Nobody asks for an event: an abort ends the stream at once for those who wait for its end. */
  readonly #idle = (): void => {
    const end = this.#feed?.ended;
    if (end?.ending === 'aborted') this.#settle(this.#streamError('aborted', end.cause as Error));
  };

  #fail(feed: EventFeed<Event>, error: Error): void {
    // First, because the feed tells of being cancelled, which is not what the stream ended with.
    this.#settle(error);
    this.#told = true;
    feed.cancel(error);
  }

  #take(feed: EventFeed<Event>): Event | undefined {
    // What has arrived is handed over before the error, except that an abort is meant at once.
    if (feed.ended !== undefined && this.#isAborted(feed, feed.ended)) return undefined;
    const event = feed.take();
    if (event === undefined) return undefined;
    const { accumulator } = this.#parts;
    if (accumulator !== undefined) {
      try {
        accumulator.push(event);
      } catch (error) {
        throw this.#streamError('server_error', error as Error);
      }
    }
    this.#count += 1;
    this.handOver(event);
    return event;
  }

  /** Whether the stream was aborted: while it arrived, or since then while events of it still wait. */
  #isAborted(feed: EventFeed<Event>, { ending }: FeedEnd): boolean {
    if (ending === 'completed' && feed.signal?.aborted === true) {
      feed.cancel(this.#aborted(feed.signal.reason));
      return feed.ended?.ending === 'aborted';
    }
    return ending === 'aborted';
  }

  #finish(feed: EventFeed<Event>): void {
    const { ending, cause } = feed.ended ?? { ending: 'truncated', cause: undefined };
    if (ending === 'failed' && cause !== undefined) throw cause;
    if (ending !== 'completed' && ending !== 'failed')
      throw this.#streamError(ending, cause ?? new Error(ending));
    this.#settle(undefined);
  }

  #settle(error: Error | undefined): void {
    if (this.#settled) return;
    this.#settled = true;
    this.#error = error;
    this.#feed?.closed(error, error === undefined ? this.snapshot : undefined);
    const waiters = this.#waiters;
    this.#waiters = [];
    try {
      this.handOverEnd(error);
    } finally {
      for (const waiter of waiters) waiter();
    }
  }

  #streamError(ending: StreamEnding, cause: Error): StreamError<Snapshot> {
    if (StreamError.is(cause)) return cause as StreamError<Snapshot>;
    return new StreamError<Snapshot>(ending, {
      operation: this.#parts.operation,
      requestId: this.requestId,
      partial: this.snapshot,
      usage: this.#parts.accumulator?.usage(),
      lastEventIndex: this.#count - 1,
      cause,
    });
  }

  #aborted(reason: unknown): AbortedError {
    return new AbortedError(
      { operation: this.#parts.operation, attempts: [], requestId: this.requestId },
      reason,
    );
  }
}

/** Parts of a stream whose feed is still being loaded. */
function laterParts<Event>(
  operation: string,
  load: () => Promise<EventFeed<Event>>,
): EventStreamParts<Event, never> {
  const feed = load();
  return {
    operation,
    open: () => feed,
    abort: (reason) => {
      const facts = { operation, attempts: [], requestId: null };
      // Whoever consumes the stream hears why it can't be read.
      feed.then((loaded) => loaded.cancel(new AbortedError(facts, reason))).catch(() => undefined);
    },
  };
}
