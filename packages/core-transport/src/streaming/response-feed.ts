import { AbortedError, TimeoutError } from '../errors/request-errors.js';
import { StreamError } from '../errors/response-errors.js';
import type { StreamEnding } from '../errors/response-errors.js';
import type { BodySink, HttpResponse } from '../http-adapter.js';
import type { Call } from '../pipeline/call.js';
import { unexpected } from '../pipeline/status.js';
import type { Accumulator, EventFeed, FeedEnd } from './event-feed.js';
import { EventQueue, givenUp } from './event-queue.js';
import { readEvent } from './read-event.js';
import { SseDecoder } from './sse-decoder.js';
import type { StreamRule } from './stream-rule.js';

/** Chunks whose events wait for a slow consumer before the connection is paused, in bytes. */
const HIGH_WATER = 262_144;
/** How long a completed stream may take to end its body before its connection is given up, in milliseconds. */
const TAIL_MS = 100;

/** The events of a response, decoded once per socket read and handed over in batches. */
export class ResponseFeed implements EventFeed<object>, BodySink {
  wake: (() => void) | null = null;
  ended: FeedEnd | undefined = undefined;
  readonly #call: Call;
  readonly #response: HttpResponse;
  readonly #rule: StreamRule;
  readonly #decoder: SseDecoder;
  readonly #queue: EventQueue<object> = new EventQueue();
  #waiting = 0;
  #paused = false;
  #content = false;
  #onOpen: ((error: Error | undefined) => void) | null = null;
  #bodyDone = false;

  constructor(call: Call, response: HttpResponse, rule: StreamRule) {
    this.#call = call;
    this.#response = response;
    this.#rule = rule;
    this.#decoder = new SseDecoder(this.#onEvent, call.core.ceilings.eventBytes);
  }

  get operation(): string {
    return this.#call.operation.id;
  }

  get requestId(): string | null {
    return this.#call.requestId;
  }

  get signal(): AbortSignal | undefined {
    return this.#call.options?.signal;
  }

  /**
   * Begins to read.
   *
   * @param partial - Makes an accumulator, for the error of an attempt that fails before content.
   * @returns When the first content has arrived; at once for streams without that deadline.
   */
  open(partial: (() => Accumulator<object, unknown>) | undefined): Promise<this> {
    const { timeouts, deadlines, cancellation } = this.#call;
    if (this.#rule.pace === 'content') deadlines.enter('firstContent', timeouts.firstContentMs);
    else deadlines.enter('silence', timeouts.silenceMs);
    cancellation.listen((reason) => this.#broke(reason));
    return new Promise((resolve, reject) => {
      this.#onOpen = (error) => {
        this.#onOpen = null;
        if (error === undefined) resolve(this);
        else reject(this.#earlyError(error, partial));
      };
      this.#response.body.read(this);
      if (this.#rule.pace === 'bytes') this.#onOpen?.(undefined);
    });
  }

  take(): object | undefined {
    const event = this.#queue.take();
    if (this.#queue.size === 0) {
      this.#waiting = 0;
      if (this.#paused) this.#resume();
    }
    return event;
  }

  data(chunk: Uint8Array): void {
    if (this.ended !== undefined) return;
    const { deadlines, timeouts } = this.#call;
    const before = this.#queue.size;
    if (this.#rule.pace === 'bytes') deadlines.touch();
    if (!this.#decoder.push(chunk)) this.#tooLarge();
    if (this.ended !== undefined) return;
    if (this.#content) {
      this.#content = false;
      deadlines.enter('contentGap', timeouts.contentGapMs);
      if (this.#onOpen !== null) this.#opened();
    }
    if (this.#queue.size > before) {
      this.#waiting += chunk.byteLength;
      this.wake?.();
    }
    if (this.#waiting > HIGH_WATER && this.#onOpen === null) this.#pause();
  }

  end(): void {
    this.#bodyDone = true;
    if (this.ended !== undefined) return;
    if (this.#rule.pace === 'bytes') this.#finish('completed', undefined);
    else this.#finish('truncated', this.#call.explain({ code: 'truncated' }));
  }

  fail(error: unknown): void {
    this.#bodyDone = true;
    this.#broke(error);
  }

  #broke(error: unknown): void {
    if (this.ended !== undefined) return;
    const cause = this.#call.explain(error);
    this.#finish(
      AbortedError.is(cause) ? 'aborted' : TimeoutError.is(cause) ? 'stalled' : 'truncated',
      cause,
    );
  }

  cancel(cause: Error): void {
    if (this.ended === undefined) this.#finish('aborted', cause);
    else this.ended = givenUp(this.ended, this.#queue, cause);
  }

  closed(error: Error | undefined, result: unknown): void {
    this.#call.end(error, result);
  }

  #opened(): void {
    this.#call.tell('firstContent');
    this.#onOpen?.(undefined);
  }

  readonly #onEvent = (data: string, name: string): void => {
    if (this.ended !== undefined) return;
    let event: object | null;
    try {
      event = readEvent(this.#call, this.#response, [data, name]);
    } catch (error) {
      this.#finish('server_error', error as Error);
      return;
    }
    if (event === null) return;
    this.#queue.push(event);
    const { type } = event as { type?: unknown };
    if (this.#rule.isLast(type, event)) this.#finish('completed', undefined);
    else if (this.#rule.pace === 'content' && this.#rule.isContent(type, event)) this.#content = true;
  };

  #tooLarge(): void {
    const limit = this.#call.core.ceilings.eventBytes;
    const error = unexpected(this.#call, this.#response, [
      'event_too_large',
      `an event is larger than maxEventBytes (${limit})`,
    ]);
    if (this.ended === undefined) this.#finish('server_error', error);
  }

  #finish(ending: 'completed' | StreamEnding, cause: Error | undefined): void {
    this.ended = { ending, cause };
    this.#call.deadlines.leave();
    if (ending === 'completed') {
      if (this.#onOpen !== null) this.#opened();
      // What has arrived may be taken at leisure, or never.
      this.#call.release();
      // The last chunk of a body usually comes with the last event, in the same turn.
      queueMicrotask(this.#awaitTail);
    } else {
      if (!this.#bodyDone) this.#response.body.cancel();
      // Content that came in the same read has been seen: it is handed over before the error.
      if (this.#content && this.#onOpen !== null) this.#opened();
      // Before it is open, another attempt may follow.
      if (this.#onOpen === null) this.#call.release();
      else this.#onOpen(cause);
    }
    this.wake?.();
  }

  readonly #awaitTail = (): void => {
    if (this.#bodyDone) return;
    const { clock } = this.#call.core;
    clock.setTimer(() => {
      if (!this.#bodyDone) this.#response.body.cancel();
    }, TAIL_MS);
  };

  #earlyError(cause: Error, makeAccumulator: (() => Accumulator<object, unknown>) | undefined): StreamError {
    const accumulator = makeAccumulator?.();
    try {
      for (const event of this.#queue) accumulator?.push(event);
    } catch {
      // The cause at hand is the better one.
    }
    return new StreamError((this.ended?.ending ?? 'truncated') as StreamEnding, {
      operation: this.operation,
      requestId: this.requestId,
      partial: accumulator?.snapshot(),
      usage: accumulator?.usage(),
      lastEventIndex: -1,
      cause,
    });
  }

  #pause(): void {
    if (this.#paused) return;
    this.#paused = true;
    // The consumer is slow, not the server.
    this.#call.deadlines.leave();
    this.#response.body.pause();
  }

  #resume(): void {
    this.#paused = false;
    if (this.ended !== undefined) return;
    this.#call.deadlines.touch();
    this.#response.body.resume();
  }
}
