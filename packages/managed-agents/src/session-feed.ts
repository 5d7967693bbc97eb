/** One ordered feed of a session's events, without gaps or duplicates, over any number of connections. */
import {
  AbortedError,
  ApiError,
  ConfigError,
  ConnectionError,
  NotFoundError,
  StreamError,
} from '@parlance/core-transport';
import type { EventStream, CallOptions, Paginator } from '@parlance/core-transport';
import {
  atLeastZero,
  checkRecord,
  isA,
  misfit,
  wait,
  withMethods,
  type Checks,
} from '@parlance/core-transport/internal';
import type { SessionEvent, SessionEventListParams } from '@parlance/schemas/managed-agents';

/**
 * Point from which a feed can be resumed. Plain JSON of at most 2 kB: store it and resume in another process. It is only
 * valid for the same session or thread.
 */
export interface FeedCheckpoint {
  /** The method that the checkpoint belongs to. */
  readonly operation: 'sessions.events.follow' | 'sessions.threads.follow';
  /** Identifier of the session. */
  readonly session_id: string;
  /** Identifier of the thread; absent for the feed of a whole session. */
  readonly thread_id?: string | undefined;
  /** RFC 3339 time of the last event, in milliseconds; null before the first event. */
  readonly processed_at: string | null;
  /** Identifiers of the events already emitted in that millisecond; empty when there are more than 32. */
  readonly ids: readonly string[];
  /** Number of the events already emitted in that millisecond, when there are more than 32. */
  readonly skip?: number | undefined;
  /** True once the session or thread has ended: resuming from this checkpoint yields nothing. */
  readonly done: boolean;
  /** True if the feed ended because `until` returned true for the last event. */
  readonly until_reached?: boolean | undefined;
}

/** Options for following a session or a thread. */
export interface FollowOptions {
  /** Checkpoint to resume from. Defaults to the start of the session. */
  readonly resumeFrom?: FeedCheckpoint | null | undefined;
  /** Ends the feed after the event for which it returns true. If omitted, the feed ends with the session. */
  readonly until?: ((event: SessionEvent) => boolean) | undefined;
  /** Aborts the feed with an `AbortedError`. */
  readonly signal?: AbortSignal | undefined;
  /** Maximum delay before the first reconnect, in milliseconds. Doubles with each failure. Default 500. */
  readonly baseDelayMs?: number | undefined;
  /** Maximum delay before any reconnect, in milliseconds. Default 8,000. */
  readonly maxDelayMs?: number | undefined;
}

/** Source of a feed: the list and the stream of a session or a thread. */
export interface FeedSource {
  /** Identifier of the thread; absent for a whole session. */
  readonly threadId?: string | undefined;
  /** Lists past events. */
  list(sessionId: string, params: SessionEventListParams, options: CallOptions): Paginator<SessionEvent>;
  /** Streams new events. */
  stream(sessionId: string, options: CallOptions): EventStream<SessionEvent>;
}

/** Most identifiers in a checkpoint: with more, it could exceed 2 kB. */
const MAX_IDS = 32;
/** Number of identifiers remembered to drop events that arrive through both the stream and the list. */
const REMEMBERED = 10_000;

/**
 * The events of a session or a thread in processing order: history first, then live events. When a connection is lost,
 * the feed reconnects and reads the events it missed. Queued events are emitted when the session processes them. The
 * feed ends after `session.status_terminated` or `session.deleted`; that of a thread after
 * `session.thread_status_terminated`.
 *
 * Iterate it once. {@link SessionFeed.checkpoint} always points after the last emitted event.
 */
export class SessionFeed implements AsyncIterable<SessionEvent> {
  readonly #source: FeedSource;
  readonly #sessionId: string;
  readonly #options: FollowOptions;
  readonly #seen: Set<string>;
  #time: number | null;
  #ids: string[];
  /** Number of events to drop in the millisecond of the checkpoint. */
  #skip: number;
  #ended: boolean;
  #isReached = false;
  #isLive = false;
  /** Reconnects since the last event. */
  #failures = 0;

  /**
   * @param source - Lists and streams the events.
   * @param sessionId - Identifier of the session.
   * @param options - See {@link FollowOptions}.
   * @throws {ConfigError} When an option is unknown or invalid, or the checkpoint is that of another feed.
   */
  constructor(source: FeedSource, sessionId: string, options: FollowOptions = {}) {
    checkRecord('', options, followChecks);
    const { resumeFrom } = options;
    if (resumeFrom != null) checkCheckpoint(resumeFrom, sessionId, source.threadId);
    this.#source = source;
    this.#sessionId = sessionId;
    this.#options = options;
    this.#ids = [...(resumeFrom?.ids ?? [])];
    this.#skip = resumeFrom?.skip ?? 0;
    this.#seen = new Set(this.#ids);
    this.#time = resumeFrom?.processed_at == null ? null : Date.parse(resumeFrom.processed_at);
    this.#ended = resumeFrom?.done ?? false;
  }

  /** Checkpoint after the last emitted event. Pass it as `resumeFrom` to continue later or in another process. */
  get checkpoint(): FeedCheckpoint {
    const { threadId } = this.#source;
    const count = this.#ids.length;
    return {
      operation: operationOf(threadId),
      session_id: this.#sessionId,
      ...(threadId === undefined ? {} : { thread_id: threadId }),
      processed_at: this.#time === null ? null : new Date(this.#time).toISOString(),
      ...(count > MAX_IDS ? { ids: [], skip: count } : { ids: [...this.#ids] }),
      done: this.#ended,
      until_reached: this.#isReached,
    };
  }

  /** Returns whether the feed has emitted an event, or started after it. */
  isPast(event: { readonly id: string; readonly processed_at: string }): boolean {
    const time = Date.parse(event.processed_at);
    return this.#time !== null && (time < this.#time || (time === this.#time && this.#seen.has(event.id)));
  }

  /** Iterates the events. */
  async *[Symbol.asyncIterator](): AsyncGenerator<SessionEvent, void, undefined> {
    for await (const event of this.read()) {
      if (event !== undefined) yield event;
    }
  }

  /** Iterates the events, and yields undefined once at the boundary between history and live events. */
  async *read(): AsyncGenerator<SessionEvent | undefined, void, undefined> {
    while (!this.#isDone()) {
      try {
        yield* this.#connect();
      } catch (error) {
        this.#ended ||= this.#isLive && NotFoundError.is(error);
        if (this.#ended) return;
        throwLasting(error, this.#options.signal);
      }
      if (!this.#isDone()) await backOff(this.#failures++, this.#options);
    }
  }

  /** Reads one connection: missed events, undefined on the first connection, then live events. */
  async *#connect(): AsyncGenerator<SessionEvent | undefined, void, undefined> {
    // The feed lasts as long as the session does, whatever the client allows for single calls.
    const timeouts = { totalMs: Infinity };
    const stream = this.#source.stream(this.#sessionId, { signal: this.#options.signal, timeouts });
    try {
      // Open the stream before reading the list, or events in between would be lost.
      await stream.opened();
      for await (const event of this.#missed()) {
        if (this.#take(event)) yield event;
        if (this.#isReached) return;
      }
      if (!this.#isLive) yield undefined;
      this.#isLive = true;
      if (this.#ended) return;
      for await (const event of stream) {
        if (this.#take(event)) yield event;
        if (this.#isDone()) return;
      }
    } finally {
      stream.abort();
    }
  }

  async *#missed(): AsyncGenerator<SessionEvent, void, undefined> {
    const { processed_at: since } = this.checkpoint;
    const time = this.#time;
    const params: SessionEventListParams = {
      order: 'asc',
      ...(since === null ? {} : { created_at: { gte: since } }),
    };
    // The list of a thread has no time filter, so skip events before the checkpoint.
    for await (const event of this.#source.list(this.#sessionId, params, { signal: this.#options.signal })) {
      const { processed_at: at } = event as { processed_at?: unknown };
      if (time !== null && typeof at === 'string') {
        if (Date.parse(at) < time) continue;
        if (this.#skip > 0 && Date.parse(at) === time) {
          this.#skip -= 1;
          this.#ids.push(event.id);
          this.#seen.add(event.id);
          continue;
        }
      }
      yield event;
    }
  }

  /** Returns whether an event is new, and advances the checkpoint if it is. */
  #take(event: SessionEvent): boolean {
    const { id, processed_at: at } = event as { id?: unknown; processed_at?: unknown };
    // Queued events appear again once processed. Previews have no identifier and are not events.
    if (typeof id !== 'string' || typeof at !== 'string' || this.#seen.has(id)) return false;
    this.#failures = 0;
    this.#seen.add(id);
    if (this.#seen.size > REMEMBERED) this.#seen.delete(this.#seen.values().next().value as string);
    const time = Date.parse(at);
    if (time > (this.#time ?? -Infinity)) {
      this.#time = time;
      this.#ids = [];
    }
    if (time === this.#time) this.#ids.push(id);
    this.#ended ||= this.#isLast(event);
    // Set before the event is emitted, so that a checkpoint saved with the event includes it.
    this.#isReached = this.#options.until?.(event) === true;
    return true;
  }

  #isDone(): boolean {
    return this.#ended || this.#isReached;
  }

  #isLast(event: SessionEvent): boolean {
    if (event.type === 'session.thread_status_terminated')
      return event.session_thread_id === this.#source.threadId;
    return event.type === 'session.status_terminated' || event.type === 'session.deleted';
  }
}

/** Checks of the options that do not depend on events. */
export const waitChecks: Checks = {
  signal: withMethods('addEventListener'),
  baseDelayMs: atLeastZero,
  maxDelayMs: atLeastZero,
};

/** Any object; null counts as absent. */
export function aCheckpoint(value: unknown): string | undefined {
  return typeof value === 'object' ? undefined : 'must be a checkpoint';
}

const followChecks: Checks = { ...waitChecks, resumeFrom: aCheckpoint, until: isA('function') };

function operationOf(threadId: string | undefined): FeedCheckpoint['operation'] {
  return threadId === undefined ? 'sessions.events.follow' : 'sessions.threads.follow';
}

const CHECKPOINT = { session_id: '', 'processed_at?': '', ids: [''], done: true };

function checkCheckpoint(checkpoint: FeedCheckpoint, sessionId: string, threadId: string | undefined): void {
  const { operation, session_id, thread_id, processed_at: at, skip = 0 } = checkpoint;
  const isOne =
    misfit(checkpoint, CHECKPOINT) === undefined &&
    (operation === 'sessions.events.follow' || operation === 'sessions.threads.follow') &&
    (at === null || !Number.isNaN(Date.parse(at))) &&
    Number.isSafeInteger(skip) &&
    skip >= 0;
  if (!isOne || session_id !== sessionId || (thread_id ?? undefined) !== threadId)
    throw new ConfigError('resumeFrom', `resumeFrom must be a checkpoint of ${threadId ?? sessionId}`);
}

/**
 * Repeats a request until it succeeds, as a feed reconnects.
 *
 * @throws {ParlanceError} When the signal is aborted, or another request would not help.
 */
export async function persist<T>(
  request: () => PromiseLike<T>,
  options: Pick<FollowOptions, 'signal' | 'baseDelayMs' | 'maxDelayMs'>,
): Promise<T> {
  for (let failures = 0; ; failures++) {
    try {
      return await request();
    } catch (error) {
      throwLasting(error, options.signal);
    }
    await backOff(failures, options);
  }
}

function backOff(
  failures: number,
  { baseDelayMs = 500, maxDelayMs = 8000, signal }: FollowOptions,
): Promise<void> {
  return wait(Math.random() * Math.min(maxDelayMs, baseDelayMs * 2 ** Math.min(failures, 20)), signal);
}

/** Throws an error unless another try can help. The abort is unwrapped from the error of a stream or a list. */
function throwLasting(error: unknown, signal: AbortSignal | undefined): void {
  const { cause } = error as Error;
  if (signal?.aborted === true) throw AbortedError.is(cause) ? cause : error;
  const canTryAgain = StreamError.is(error)
    ? error.reason !== 'aborted'
    : ConnectionError.is(error) || (ApiError.is(error) && error.retryable);
  if (!canTryAgain) throw error;
}
