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
import type { SessionEvent, SessionThread, SessionThreadListParams } from '@parlance/schemas/managed-agents';
import { SessionFeed, type FollowOptions } from './session-feed.js';

/**
 * Lists, archives and follows the threads of a session: the primary thread, and those that a coordinator starts for
 * other agents.
 */
export class SessionThreads {
  readonly #transport: Transport;

  /** @param transport - Sends the requests. */
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Lists the threads of a session, the primary thread first. */
  list(
    sessionId: string,
    params: SessionThreadListParams = {},
    options?: ListOptions,
  ): Paginator<SessionThread> {
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

  /** Archives a thread that a coordinator started. The primary thread cannot be archived. */
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

  /** Streams new events of a thread, without its history. */
  stream(sessionId: string, threadId: string, options?: CallOptions): EventStream<SessionEvent> {
    return openStream(
      this.#transport,
      streamSessionThreadEvents,
      { params: { session_id: sessionId, thread_id: threadId } },
      { options },
    );
  }

  /**
   * Follows a thread: its history, then live events, in order and without duplicates, reconnecting as needed. Like
   * `sessions.events.follow`, but for one thread. The feed ends with the thread, when `until` returns true, or when you
   * leave the loop.
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
