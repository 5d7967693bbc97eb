import type { ClientSettings } from '../client-settings.js';
import { AbortedError, TimeoutError } from '../errors/request-errors.js';
import { StreamError, type StreamEndReason } from '../errors/response-errors.js';
import type { BodySink, HttpBody } from '../http-adapter.js';
import type { Attempt } from '../pipeline/attempt.js';
import type { CallRun } from '../pipeline/call-run.js';
import { checkDrift } from '../pipeline/check-drift.js';
import { parseObject } from '../pipeline/read-json.js';
import { serviceError } from '../pipeline/service-error.js';
import type { Accumulator, EventFeed, FeedEnd } from './event-feed.js';
import { ChunkBatch } from './chunk-batch.js';
import { EventQueue, endOfAbandoned } from './event-queue.js';
import { SseDecoder, type SseEvent } from './sse-decoder.js';
import type { StreamRule } from './stream-rule.js';

/** High-water mark: bytes of unconsumed chunks at which the connection is paused. */
const HIGH_WATER_BYTES = 262_144;
/** How long to wait, in milliseconds, for the body to end after the last event before the connection is closed. */
const TAIL_MS = 100;

/** Constructor argument of a {@link ResponseFeed}. */
export interface ResponseFeedParts {
  readonly run: CallRun;
  readonly attempt: Attempt;
  readonly body: HttpBody;
  readonly rule: StreamRule;
  /** Creates an accumulator for the error of an attempt that fails before its first content. */
  readonly makeAccumulator: (() => Accumulator<object, unknown>) | undefined;
}

/**
 * The events of a response, decoded and delivered in batches: all chunks of one turn together.
 *
 * The feed is opening until the first content arrives (for session streams: the headers; if the call is not retried that
 * far: the first event). A failure then fails the attempt, which can be retried. After that the feed is open, and a failure
 * ends the stream.
 */
export class ResponseFeed implements EventFeed<object>, BodySink {
  wake: (() => void) | null = null;
  ended: FeedEnd | undefined = undefined;
  readonly #parts: ResponseFeedParts;
  readonly #decoder: SseDecoder;
  readonly #batch: ChunkBatch = new ChunkBatch((bytes) => this.#decode(bytes));
  readonly #queue: EventQueue<object> = new EventQueue();
  readonly #opening: PromiseWithResolvers<this> = Promise.withResolvers();
  readonly #opensWithEvent: boolean;
  #isOpen = false;
  /** Whether the current chunk contains content. */
  #hasContent = false;
  /** Whether any chunk contained content. */
  #sawContent = false;
  /** Time left of the deadline for content when the connection was paused; undefined for all of it. */
  #restMs: number | undefined;
  #waitingBytes = 0;
  #isPaused = false;
  #isBodyDone = false;

  constructor(parts: ResponseFeedParts) {
    this.#parts = parts;
    const { maxRetries, streamUntil } = parts.run.call.retries;
    this.#opensWithEvent = maxRetries === 0 || streamUntil === 'event';
    this.#decoder = new SseDecoder(this.#onEvent, parts.run.client.settings.ceilings.eventBytes);
  }

  get operation(): string {
    return this.#parts.attempt.operation.id;
  }

  get status(): number {
    // A feed is opened after the response has arrived.
    return this.#parts.attempt.status ?? 200;
  }

  get headers(): Readonly<Record<string, string>> {
    return this.#parts.attempt.headers;
  }

  get requestId(): string | null {
    return this.#parts.attempt.requestId;
  }

  get signal(): AbortSignal | undefined {
    return this.#parts.attempt.call.signal;
  }

  /** Starts to read; resolves when the feed is open. */
  open(): Promise<this> {
    const { attempt, body, rule } = this.#parts;
    const { cancellation } = attempt;
    this.#enterPace();
    cancellation.listen((reason) => this.#breakOff(reason));
    body.read(this);
    if (rule.pace === 'bytes') this.#setOpen();
    return this.#opening.promise;
  }

  take(): object | undefined {
    const event = this.#queue.take();
    if (this.#queue.size === 0) {
      this.#waitingBytes = 0;
      this.#resume();
    } else if (this.#isPaused && this.ended === undefined) this.#enterPace();
    return event;
  }

  data(chunk: Uint8Array): void {
    if (this.ended !== undefined) return;
    const { attempt, rule } = this.#parts;
    if (rule.pace === 'bytes' && !this.#isPaused) attempt.deadlines.touch();
    this.#batch.add(chunk);
  }

  #decode(bytes: Uint8Array): void {
    if (this.ended !== undefined) return;
    const before = this.#queue.size;
    if (!this.#decoder.push(bytes)) this.#tooLarge();
    if (this.ended !== undefined) return;
    if (this.#hasContent) {
      this.#hasContent = false;
      this.#restMs = undefined;
      if (!this.#isPaused) this.#enterPace();
      this.#setOpen();
    }
    if (this.#queue.size > before) {
      if (this.#opensWithEvent) this.#setOpen();
      this.#waitingBytes += bytes.byteLength;
      this.wake?.();
    }
    if (this.#waitingBytes <= HIGH_WATER_BYTES) return;
    // Without content, too: events that nobody takes must not fill the memory.
    this.#setOpen();
    this.#pause();
  }

  end(): void {
    this.#isBodyDone = true;
    this.#batch.flush();
    if (this.ended !== undefined) return;
    if (this.#parts.rule.pace === 'bytes') this.#end('completed', undefined);
    else this.#end('truncated', this.#parts.attempt.explain({ code: 'truncated' }));
  }

  fail(error: unknown): void {
    this.#isBodyDone = true;
    this.#breakOff(error);
  }

  cancel(cause: Error): void {
    this.#batch.flush();
    if (this.ended === undefined) this.#end('aborted', cause);
    else this.ended = endOfAbandoned(this.ended, this.#queue, cause);
  }

  closed(error: Error | undefined, result: unknown): void {
    this.#parts.run.end(error, result);
  }

  readonly #onEvent = (received: SseEvent): void => {
    // The decoder emits all events of a chunk, including any after the last one of the stream.
    if (this.ended !== undefined) return;
    const { run, attempt, rule } = this.#parts;
    let event: object | null;
    try {
      event = readEvent(attempt, received, run.client.settings);
    } catch (error) {
      this.#end('server_error', error as Error);
      return;
    }
    if (event === null) return;
    this.#queue.push(event);
    const { type } = event as { type?: unknown };
    if (type === 'message_start' || type === 'message_delta') attempt.used(event);
    if (rule.pace === 'content' && rule.isContent(type, event)) this.#contentArrived();
    if (rule.isLast(type, event)) this.#end('completed', undefined);
  };

  #contentArrived(): void {
    this.#hasContent = true;
    if (this.#sawContent) return;
    this.#sawContent = true;
    this.#parts.attempt.observer.firstContent();
  }

  #tooLarge(): void {
    const { run, attempt } = this.#parts;
    const limit = run.client.settings.ceilings.eventBytes;
    const error = attempt.unexpected('event_too_large', `an event is larger than maxEventBytes (${limit})`);
    if (this.ended === undefined) this.#end('server_error', error);
  }

  /** Called when the connection fails or the call is cancelled. */
  #breakOff(error: unknown): void {
    this.#batch.flush();
    if (this.ended !== undefined) return;
    const cause = this.#parts.attempt.explain(error);
    if (AbortedError.is(cause)) this.#end('aborted', cause);
    else this.#end(TimeoutError.is(cause) ? 'stalled' : 'truncated', cause);
  }

  #setOpen(): void {
    if (this.#isOpen) return;
    this.#isOpen = true;
    this.#opening.resolve(this);
  }

  #end(reason: 'completed' | StreamEndReason, cause: Error | undefined): void {
    const { run, attempt, body } = this.#parts;
    this.ended = { reason, cause };
    attempt.deadlines.leave();
    // Content that arrived in the same chunk as the failure is delivered before the error.
    if (reason === 'completed' || this.#hasContent) this.#setOpen();
    if (reason !== 'completed' && !this.#isBodyDone) body.cancel();
    if (!this.#isOpen) this.#opening.reject(this.#earlyError(reason as StreamEndReason, cause as Error));
    // The events may be taken later or never, so release the call now.
    else run.release();
    // The last chunk of a body usually comes with the last event, in the same turn.
    if (reason === 'completed') queueMicrotask(this.#awaitTail);
    this.wake?.();
  }

  /** Waits briefly for the server to end the body, so that the connection can be reused. */
  readonly #awaitTail = (): void => {
    if (this.#isBodyDone) return;
    const { run, body } = this.#parts;
    run.client.settings.clock.setTimer(() => {
      if (!this.#isBodyDone) body.cancel();
    }, TAIL_MS);
  };

  #earlyError(reason: StreamEndReason, cause: Error): StreamError {
    const accumulator = this.#parts.makeAccumulator?.();
    try {
      for (const event of this.#queue) accumulator?.push(event);
    } catch {
      // The original cause is more useful.
    }
    return new StreamError(reason, {
      operation: this.operation,
      requestId: this.requestId,
      partial: accumulator?.snapshot(),
      usage: accumulator?.usage(),
      lastEventIndex: -1,
      cause,
    });
  }

  #pause(): void {
    if (this.#isPaused) return;
    this.#restMs = this.#parts.attempt.deadlines.phaseLeftMs();
    this.#isPaused = true;
    this.#enterPace();
    this.#parts.body.pause();
  }

  #resume(): void {
    if (!this.#isPaused) return;
    this.#isPaused = false;
    if (this.ended !== undefined) return;
    this.#enterPace();
    this.#parts.body.resume();
  }

  /** Starts the deadline of the next data, or of the consumer when it is slower than the server. */
  #enterPace(): void {
    const { attempt, rule } = this.#parts;
    const { deadlines, call } = attempt;
    const { consumerMs, contentGapMs, firstContentMs, silenceMs } = call.timeouts;
    if (this.#isPaused) deadlines.enter('consumer', consumerMs);
    else if (rule.pace === 'bytes') deadlines.enter('silence', silenceMs);
    else if (this.#sawContent) deadlines.enter('contentGap', contentGapMs, this.#restMs);
    else deadlines.enter('firstContent', firstContentMs, this.#restMs);
  }
}

/**
 * Reads one server-sent event.
 *
 * @returns The event; null for a ping or an event without data.
 * @throws {ApiError} For an error event.
 * @throws {UnexpectedResponseError} When its data is not a JSON object.
 */
function readEvent(
  attempt: Attempt,
  { data, event: name }: SseEvent,
  settings: Pick<ClientSettings, 'clock' | 'codec' | 'credential' | 'validation'>,
): object | null {
  if (name === 'ping' || data === '') return null;
  const value = parseObject(attempt, 'an event', data);
  const { type } = value as { type?: unknown };
  if (type === 'ping') return null;
  if (name === 'error' || type === 'error') throw serviceError(attempt, null, data, settings);
  const { codec, validation } = settings;
  const event = codec === undefined ? value : (codec.decodeEvent(attempt.operation, value) as object);
  checkDrift(attempt, 'event', event, validation);
  return event;
}
