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

/** Events of a session. */
export class SessionEvents {
  readonly #transport: Transport;

  /** @param transport - Sends the operations. */
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Sends events; all are accepted or none. */
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

  /** Lists the events, oldest first unless asked otherwise. */
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

  /** Streams the events from now on, across turns; what was missed is in the list. */
  stream(sessionId: string, options?: CallOptions): EventStream<SessionEvent> {
    return openStream(
      this.#transport,
      streamSessionEvents,
      { params: { session_id: sessionId } },
      { options },
    );
  }

  /**
   * Gives one ordered feed without duplicates: history, then live events, over any number of connections. It ends with
   * the session, when `until` says so, or when the loop is left.
   */
  follow(sessionId: string, options: FollowOptions = {}): SessionFeed {
    return new SessionFeed(this, sessionId, options);
  }
}
