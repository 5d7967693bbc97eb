import type { ApiPromise, CallOptions, EventStream, ListOptions, Paginator } from '@parlance/core-transport';
import { openStream, type Transport } from '@parlance/core-transport/internal';
import {
  archiveSessionThread,
  listSessionThreadEvents,
  listSessionThreads,
  retrieveSessionThread,
  streamSessionThreadEvents,
} from '@parlance/schemas/managed-agents';
import type { CursorPageParams } from '@parlance/schemas/kit';
import type { SessionEvent, SessionThread } from '@parlance/schemas/managed-agents';
import { SessionFeed, type FollowOptions } from './session-feed.js';

/** Threads of a session. */
export class SessionThreads {
  readonly #transport: Transport;

  /** @param transport - Sends the operations. */
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Lists the threads, the primary one first. */
  list(sessionId: string, params: CursorPageParams = {}, options?: ListOptions): Paginator<SessionThread> {
    return this.#transport.list(
      listSessionThreads,
      { params: { session_id: sessionId }, query: params },
      options,
    );
  }

  /** Retrieves a thread. */
  retrieve(sessionId: string, threadId: string, options?: CallOptions): ApiPromise<SessionThread> {
    return this.#transport.call(
      retrieveSessionThread,
      { params: { session_id: sessionId, thread_id: threadId } },
      options,
    );
  }

  /** Archives a thread that a coordinator started. */
  archive(sessionId: string, threadId: string, options?: CallOptions): ApiPromise<SessionThread> {
    return this.#transport.call(
      archiveSessionThread,
      { params: { session_id: sessionId, thread_id: threadId } },
      options,
    );
  }

  /** Lists the events of a thread, oldest first. */
  listEvents(
    sessionId: string,
    threadId: string,
    params: CursorPageParams = {},
    options?: ListOptions,
  ): Paginator<SessionEvent> {
    return this.#transport.list(
      listSessionThreadEvents,
      { params: { session_id: sessionId, thread_id: threadId }, query: params },
      options,
    );
  }

  /** Streams the events of a thread from now on. */
  stream(sessionId: string, threadId: string, options?: CallOptions): EventStream<SessionEvent> {
    return openStream(
      this.#transport,
      streamSessionThreadEvents,
      { params: { session_id: sessionId, thread_id: threadId } },
      { options },
    );
  }

  /**
   * Gives one ordered feed of a thread without duplicates, as `sessions.events.follow` does for the whole session. It
   * ends with the thread, when `until` says so, or when the loop is left.
   */
  follow(sessionId: string, threadId: string, options: FollowOptions = {}): SessionFeed {
    const source = {
      threadId,
      list: (_: string, __: object, call: CallOptions) => this.listEvents(sessionId, threadId, {}, call),
      stream: (_: string, call: CallOptions) => this.stream(sessionId, threadId, call),
    };
    return new SessionFeed(source, sessionId, options);
  }
}
