/** One ordered feed of a session's events, without gaps or duplicates, over any number of connections. */
import {
  AbortedError,
  ApiError,
  ConnectionError,
  NotFoundError,
  PagingError,
  StreamError,
} from '@parlance/core-transport';
import type { EventStream, CallOptions, Paginator } from '@parlance/core-transport';
import type { SessionEvent, SessionEventListParams } from '@parlance/schemas/managed-agents';

/** Where a feed stands: plain JSON, good in another process too. */
export interface FeedCheckpoint {
  /** The session. */
  readonly session_id: string;
  /** The thread, when the feed is that of a thread; absent for the whole session. */
  readonly thread_id?: string | undefined;
  /** RFC 3339 time of the last event, to the millisecond; null before the first. */
  readonly processed_at: string | null;
  /** Identifiers of the events that the feed has given of that millisecond. */
  readonly ids: readonly string[];
  /** True once the session, or the thread, has ended: there is nothing more to come. */
  readonly ended: boolean;
}

/** Options of a feed. */
export interface FollowOptions {
  /** Where to go on. Default the begin of the session. */
  readonly resumeFrom?: FeedCheckpoint | undefined;
  /** Ends the feed after the event for which it is true. Default only the end of the session ends it. */
  readonly until?: ((event: SessionEvent) => boolean) | undefined;
  /** Ends the feed with an `AbortedError`. */
  readonly signal?: AbortSignal | undefined;
  /** Longest wait before the first new connection, in milliseconds; it doubles with each failure. Default 500. */
  readonly baseDelayMs?: number | undefined;
  /** Longest wait before any new connection, in milliseconds. Default 8,000. */
  readonly maxDelayMs?: number | undefined;
}

/** What a feed reads from. */
export interface FeedSource {
  /** Thread whose events these are; absent for the whole session. */
  readonly threadId?: string | undefined;
  list(sessionId: string, params: SessionEventListParams, options: CallOptions): Paginator<SessionEvent>;
  stream(sessionId: string, options: CallOptions): EventStream<SessionEvent>;
}

/** Identifiers that a feed remembers, so that an event that comes by both ways is given once. */
const REMEMBERED = 10_000;

/**
 * The events of a session, in the order in which they were processed: history first, then live. It connects again when
 * a connection is lost, and reads what it has missed. An event that is queued is given when its turn comes. It ends
 * after `session.status_terminated` or `session.deleted`, the feed of a thread after `session.thread_status_terminated`.
 *
 * Iterate it once. Its {@link SessionFeed.checkpoint} always stands behind the last event given.
 */
export class SessionFeed implements AsyncIterable<SessionEvent> {
  readonly #source: FeedSource;
  readonly #sessionId: string;
  readonly #options: FollowOptions;
  readonly #seen: Set<string>;
  #time: number | null;
  #ids: string[];
  #ended: boolean;
  #isLive = false;
  /** New connections since the last event. */
  #failures = 0;

  /**
   * @param source - What it reads from.
   * @param sessionId - The session.
   * @param options - See {@link FollowOptions}.
   */
  constructor(source: FeedSource, sessionId: string, options: FollowOptions = {}) {
    const { resumeFrom } = options;
    if (resumeFrom !== undefined && resumeFrom.session_id !== sessionId)
      throw new TypeError('resumeFrom: is the checkpoint of another session');
    if (resumeFrom !== undefined && resumeFrom.thread_id !== source.threadId)
      throw new TypeError('resumeFrom: is the checkpoint of another thread');
    this.#source = source;
    this.#sessionId = sessionId;
    this.#options = options;
    this.#ids = [...(resumeFrom?.ids ?? [])];
    this.#seen = new Set(this.#ids);
    this.#time = resumeFrom?.processed_at == null ? null : Date.parse(resumeFrom.processed_at);
    this.#ended = resumeFrom?.ended ?? false;
  }

  /** Where the feed stands. */
  get checkpoint(): FeedCheckpoint {
    const { threadId } = this.#source;
    return {
      session_id: this.#sessionId,
      ...(threadId === undefined ? {} : { thread_id: threadId }),
      processed_at: this.#time === null ? null : new Date(this.#time).toISOString(),
      ids: [...this.#ids],
      ended: this.#ended,
    };
  }

  /** Gives the events. */
  async *[Symbol.asyncIterator](): AsyncGenerator<SessionEvent, void, undefined> {
    for await (const event of this.read()) {
      if (event === undefined) continue;
      yield event;
      if (this.#options.until?.(event) === true) return;
    }
  }

  /** Gives the events, and undefined once when history is through and what follows is live. */
  async *read(): AsyncGenerator<SessionEvent | undefined, void, undefined> {
    const { signal } = this.#options;
    while (!this.#ended) {
      try {
        yield* this.#connect();
      } catch (error) {
        this.#ended ||= this.#isLive && NotFoundError.is(error);
        if (this.#ended) return;
        if (signal?.aborted === true) throw abortOf(error);
        if (!canTryAgain(error)) throw error;
      }
      if (!this.#ended) await this.#backOff();
    }
  }

  /** What one connection brings: the events missed, undefined if it is the first, the live events. */
  async *#connect(): AsyncGenerator<SessionEvent | undefined, void, undefined> {
    const stream = this.#source.stream(this.#sessionId, { signal: this.#options.signal });
    try {
      // First the stream, then the list: what happens in between comes by both, and by none otherwise.
      await stream.opened();
      for await (const event of this.#missed()) if (this.#take(event)) yield event;
      if (!this.#isLive) yield undefined;
      this.#isLive = true;
      if (this.#ended) return;
      for await (const event of stream) {
        if (this.#take(event)) yield event;
        if (this.#ended) return;
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
    // The list of a thread takes no bounds: what lies before the checkpoint comes again.
    for await (const event of this.#source.list(this.#sessionId, params, { signal: this.#options.signal })) {
      const { processed_at: at } = event as { processed_at?: unknown };
      if (time === null || typeof at !== 'string' || Date.parse(at) >= time) yield event;
    }
  }

  /** Whether an event is new; then the feed stands behind it. */
  #take(event: SessionEvent): boolean {
    const { id, processed_at: at } = event as { id?: unknown; processed_at?: unknown };
    // Queued events come again when their turn comes; previews without an identifier are no events.
    if (typeof id !== 'string' || typeof at !== 'string' || this.#seen.has(id)) return false;
    this.#failures = 0;
    this.#seen.add(id);
    if (this.#seen.size > REMEMBERED) this.#seen.delete(this.#seen.values().next().value as string);
    const time = Date.parse(at);
    if (this.#time === null || time > this.#time) {
      this.#time = time;
      this.#ids = [];
    }
    if (time === this.#time) this.#ids.push(id);
    this.#ended ||= this.#isLast(event);
    return true;
  }

  #isLast(event: SessionEvent): boolean {
    if (event.type === 'session.thread_status_terminated')
      return event.session_thread_id === this.#source.threadId;
    return event.type === 'session.status_terminated' || event.type === 'session.deleted';
  }

  #backOff(): Promise<void> {
    const { baseDelayMs = 500, maxDelayMs = 8000, signal } = this.#options;
    return wait(
      Math.random() * Math.min(maxDelayMs, baseDelayMs * 2 ** Math.min(this.#failures++, 20)),
      signal,
    );
  }
}

/** The abort itself, where a stream or a list tells of it as the cause of its end. */
function abortOf(error: unknown): unknown {
  const { cause } = error as Error;
  return AbortedError.is(cause) ? cause : error;
}

function canTryAgain(error: unknown): boolean {
  if (PagingError.is(error)) return canTryAgain((error as Error).cause);
  if (StreamError.is(error)) return error.reason !== 'aborted';
  return ConnectionError.is(error) || (ApiError.is(error) && error.retryable);
}

/**
 * Waits, shorter when the signal fires.
 *
 * @param ms - Milliseconds.
 * @param signal - Ends the wait.
 */
export function wait(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal?.addEventListener('abort', end, { once: true });
    if (signal?.aborted === true) end();
  });
}
