import { CallSite } from '../errors/call-site.js';
import { ParlanceError } from '../errors/parlance-error.js';
import { AbortedError } from '../errors/request-errors.js';
import { StreamError, type StreamEndReason } from '../errors/response-errors.js';
import { keepFromRelease, releaseWhenDropped } from '../release-when-dropped.js';
import type { EventFeed, EventStreamParts, FeedEnd } from './event-feed.js';

/** Callbacks of a {@link StreamReader}. */
interface ReaderHooks<Event> {
  /** Called with each event before the consumer receives it. */
  readonly onEvent: (event: Event) => void;
  /** Called once, with the error of the stream, or undefined if it completed. */
  readonly onEnd: (error: Error | undefined) => void;
}

type Result<Event> = IteratorResult<Event, undefined>;

/**
 * - `opening`: the feed is not available yet; a failure is the call's.
 * - `open`: events are taken from the feed.
 * - `ended`: completed, or failed with an error, which the consumer may not have seen yet.
 */
type State = 'opening' | 'open' | 'ended';

/**
 * Takes events from a feed for the single consumer of a stream, and decides how the stream ends. Only `#open` and
 * `#settle` change the state.
 */
export class StreamReader<Event, Snapshot> {
  readonly #parts: EventStreamParts<Event, Snapshot>;
  readonly #hooks: ReaderHooks<Event>;
  readonly #weakWake: () => void;
  #state: State = 'opening';
  #feed: EventFeed<Event> | undefined;
  #error: Error | undefined;
  /** Resolves at the end; undefined until somebody waits for it. */
  #end: PromiseWithResolvers<void> | undefined;
  /** The consumer has seen the error, or has left and must not see it. */
  #isReported = false;
  #count = 0;
  /** Resumes the consumer, while it waits for an event. */
  #resume: (() => void) | undefined;
  /** The last event that was requested and has not arrived. */
  #last: Promise<Result<Event>> | undefined;
  /** Number of events that were requested and have not arrived. */
  #requested = 0;

  constructor(parts: EventStreamParts<Event, Snapshot>, hooks: ReaderHooks<Event>) {
    this.#weakWake = weakly(new WeakRef(this.#onWake));
    this.#parts = parts;
    this.#hooks = hooks;
    parts.feed.then(
      (feed) => this.#open(feed),
      (error: Error) => this.#settle(error),
    );
  }

  get operation(): string {
    return this.#parts.operation;
  }

  get status(): number {
    return this.#feed?.status ?? 200;
  }

  get headers(): Readonly<Record<string, string>> {
    return this.#feed?.headers ?? {};
  }

  get requestId(): string | null {
    return this.#feed?.requestId ?? null;
  }

  get signal(): AbortSignal | undefined {
    return this.#feed?.signal;
  }

  get snapshot(): Snapshot | undefined {
    return this.#parts.accumulator?.snapshot();
  }

  get hasEnded(): boolean {
    return this.#state === 'ended';
  }

  /** Waits until the stream is open. */
  async opened(): Promise<void> {
    await this.#parts.feed;
  }

  /** Waits for the end, even if another consumer takes the events; throws the error of the stream. */
  async ended(): Promise<void> {
    if (this.#state !== 'ended') {
      this.#end ??= Promise.withResolvers();
      this.#holdOn(true);
      await this.#end.promise;
    }
    if (this.#error !== undefined) throw withConsumer(this.#error);
  }

  /** Returns the next event. Concurrent calls receive events in order. */
  next(): Promise<Result<Event>> {
    // Most events have arrived when they are requested.
    if (this.#requested === 0) {
      try {
        const result = this.#poll();
        if (result !== undefined) return Promise.resolve(result);
      } catch (error) {
        return Promise.reject(error as Error);
      }
    }
    return this.#nextInOrder();
  }

  /** Waits for the next event, after the calls that came before. */
  #nextInOrder(): Promise<Result<Event>> {
    const take = (): Promise<Result<Event>> => this.#take();
    this.#requested += 1;
    // Only concurrent calls wait for an earlier promise: the engine finds a consumer that alone waits for it.
    const next = this.#last === undefined ? take() : this.#last.then(take, take);
    this.#last = this.#requested === 0 ? undefined : next;
    return next;
  }

  /** Delivers all events; those of one chunk synchronously. */
  async drain(onEvent?: (event: Event) => void): Promise<void> {
    for (;;) {
      const { done, value } = this.#poll() ?? (await this.next());
      if (done === true) return;
      try {
        onEvent?.(value);
      } catch (error) {
        this.#fail(error as Error);
        throw error;
      }
    }
  }

  /** Closes the connection; the stream ends with a {@link StreamError}. */
  abort(reason: unknown): void {
    if (this.#state === 'opening') this.#parts.abort(reason);
    if (this.#state !== 'open') return;
    this.#feed?.cancel(this.#aborted(reason));
    this.#onWake();
  }

  /** Called when the consumer leaves: drops the remaining events, and does not throw. */
  leave(): void {
    this.abort(undefined);
    // Leaving with the last event drops nothing.
    const isComplete = this.#feed?.ended?.reason === 'completed';
    this.#settle(isComplete ? undefined : this.#streamError('aborted', this.#aborted(undefined)));
    this.#isReported = true;
  }

  async #take(): Promise<Result<Event>> {
    try {
      for (;;) {
        const result = this.#poll();
        if (result !== undefined) return result;
        this.#holdOn(true);
        await new Promise<void>((resolve) => {
          this.#resume = resolve;
        });
        this.#holdOn(this.#end !== undefined);
      }
    } finally {
      this.#requested -= 1;
      if (this.#requested === 0) this.#last = undefined;
    }
  }

  /** Returns the next event or the end, if it has arrived. Throws the error of the stream. */
  #poll(): Result<Event> | undefined {
    const feed = this.#feed;
    if (this.#state === 'open' && feed !== undefined) {
      try {
        const event = this.#isAborted(feed) ? undefined : feed.take();
        if (event !== undefined) return this.#accept(event);
      } catch (error) {
        this.#fail(error as Error);
      }
      if (feed.ended !== undefined) this.#settle(this.#errorOf(feed.ended));
    }
    return this.hasEnded ? this.#reportEnd() : undefined;
  }

  #accept(event: Event): Result<Event> {
    try {
      this.#parts.accumulator?.push(event);
    } catch (error) {
      throw this.#streamError('server_error', error as Error);
    }
    this.#count += 1;
    this.#hooks.onEvent(event);
    return { done: false, value: event };
  }

  /** Throws the error once, as iterators do. */
  #reportEnd(): Result<Event> {
    const error = this.#isReported ? undefined : this.#error;
    this.#isReported = true;
    if (error !== undefined) throw withConsumer(error);
    return { done: true, value: undefined };
  }

  /** Returns whether the stream was aborted: pending events are delivered before an error, but not after an abort. */
  #isAborted(feed: EventFeed<Event>): boolean {
    // Once all events have arrived, nothing listens to the signal any more.
    if (feed.ended?.reason === 'completed' && feed.signal?.aborted === true)
      feed.cancel(this.#aborted(feed.signal.reason));
    return feed.ended?.reason === 'aborted';
  }

  #open(feed: EventFeed<Event>): void {
    this.#feed = feed;
    if (this.#state === 'ended') return;
    this.#state = 'open';
    this.#holdOn(this.#end !== undefined || this.#resume !== undefined);
    releaseWhenDropped(this, dropped(feed));
    this.#onWake();
  }

  /** Decides whether the connection keeps this reader alive. A stream that nobody waits for can be dropped. */
  #holdOn(isAwaited: boolean): void {
    if (this.#feed !== undefined) this.#feed.wake = isAwaited ? this.#onWake : this.#weakWake;
  }

  /** Called when events or the end have arrived. */
  readonly #onWake = (): void => {
    if (this.#resume !== undefined) this.#resumeConsumer();
    else {
      // No event is awaited, but an abort must still end the stream immediately for callers of `ended()`.
      const end = this.#feed?.ended;
      if (end?.reason === 'aborted') this.#settle(this.#errorOf(end));
    }
  };

  #resumeConsumer(): void {
    const resume = this.#resume;
    this.#resume = undefined;
    resume?.();
  }

  /** Ends the stream because an event cannot be delivered. */
  #fail(error: Error): void {
    // Settle first: cancelling ends the feed with an abort, which must not become the stream's error.
    this.#settle(error);
    this.#feed?.cancel(error);
  }

  #settle(error: Error | undefined): void {
    if (this.#state === 'ended') return;
    this.#state = 'ended';
    this.#error = error;
    keepFromRelease(this);
    this.#feed?.closed(error, error === undefined ? this.snapshot : undefined);
    try {
      this.#hooks.onEnd(error);
    } finally {
      this.#end?.resolve();
      this.#resumeConsumer();
    }
  }

  #errorOf({ reason, cause }: FeedEnd): Error | undefined {
    if (reason === 'completed') return undefined;
    const error = cause ?? new Error(reason);
    return reason === 'failed' ? error : this.#streamError(reason, error);
  }

  #streamError(reason: StreamEndReason, cause: Error): StreamError<Snapshot> {
    if (StreamError.is(cause)) return cause as StreamError<Snapshot>;
    return new StreamError<Snapshot>(reason, {
      operation: this.operation,
      requestId: this.requestId,
      partial: this.snapshot,
      usage: this.#parts.accumulator?.usage(),
      lastEventIndex: this.#count - 1,
      cause,
    });
  }

  #aborted(reason: unknown): AbortedError {
    return new AbortedError({ operation: this.operation, attempts: [], requestId: this.requestId }, reason);
  }
}

/** Adds the frames of the consumer, which does not run when the connection reports an error. */
function withConsumer(error: Error): Error {
  new CallSite(withConsumer).addTo(error);
  return error;
}

/** Calls a function, unless it has been garbage collected. */
function weakly(callback: WeakRef<() => void>): () => void {
  return () => callback.deref()?.();
}

/** Closes the connection of a stream that has been dropped. */
function dropped(feed: EventFeed<unknown>): () => void {
  return () => {
    const { operation, requestId } = feed;
    const reason = new ParlanceError('stream_dropped', 'the stream was dropped before its end');
    const error = new AbortedError({ operation, attempts: [], requestId }, reason);
    feed.cancel(error);
    feed.closed(error, undefined);
  };
}
