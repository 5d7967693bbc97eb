import type { ApiPromise, CallOptions, EventStream, ListOptions, Paginator } from '@parlance/core-transport';
import { openStream, type Transport } from '@parlance/core-transport/internal';
import { listSessionEvents, sendSessionEvents, streamSessionEvents } from '@parlance/schemas/managed-agents';
import type {
  SentSessionEvents,
  SessionEvent,
  SessionEventListParams,
  SessionEventSendParams,
} from '@parlance/schemas/managed-agents';
import { SessionFeed, type FollowOptions } from './session-feed.js';

/** Events of a session: send input, read history, stream what happens. */
export class SessionEvents {
  readonly #transport: Transport;

  /** @param transport - Sends the requests. */
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Sends events to a session. Either all of them are accepted or none. */
  send(
    sessionId: string,
    params: SessionEventSendParams,
    options?: CallOptions,
  ): ApiPromise<SentSessionEvents> {
    return this.#transport.call(
      sendSessionEvents,
      { params: { session_id: sessionId }, body: params },
      options,
    );
  }

  /** Lists a session's events, oldest first unless `order` is `desc`. */
  list(
    sessionId: string,
    params: SessionEventListParams = {},
    options?: ListOptions,
  ): Paginator<SessionEvent> {
    return this.#transport.list(
      listSessionEvents,
      { params: { session_id: sessionId }, query: params },
      options,
    );
  }

  /** Streams a session's events from now on, across turns. Earlier events are available from `list`. */
  stream(sessionId: string, options?: CallOptions): EventStream<SessionEvent> {
    return openStream(
      this.#transport,
      streamSessionEvents,
      { params: { session_id: sessionId } },
      { options },
    );
  }

  /**
   * Follows a session: its history, then live events, in order and without duplicates, reconnecting as needed. The feed
   * ends with the session, when `until` returns true, or when you leave the loop.
   */
  follow(sessionId: string, options: FollowOptions = {}): SessionFeed {
    return new SessionFeed(this, sessionId, options);
  }
}
