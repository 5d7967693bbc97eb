import type { CallOptions, EventStream } from '@parlance/core-transport';
import { openStream } from '@parlance/core-transport/internal';
import { streamSessionThreadEvents, type SessionEvent } from '@parlance/schemas/managed-agents';
import { SessionFeed, type FollowOptions } from './session-feed.js';
import { SessionThreadsBase } from './session-threads-base.js';

/**
 * Lists, archives and follows the threads of a session: the primary thread, and those that a coordinator starts for
 * other agents.
 */
export class SessionThreads extends SessionThreadsBase {
  /** Streams new events of a thread, without its history. */
  stream(sessionId: string, threadId: string, options?: CallOptions): EventStream<SessionEvent> {
    return openStream(
      this.transport,
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
