import type { CallOptions, EventStream } from '@parlance/core-transport';
import { openStream } from '@parlance/core-transport/internal';
import {
  streamSessionEvents,
  type SessionEvent,
  type SessionEventStreamParams,
  type SessionStreamEvent,
} from '@parlance/schemas/managed-agents';
import { SessionEventsBase } from './session-events-base.js';
import { SessionFeed, type FollowOptions } from './session-feed.js';

/** Sends events to a session, and lists, streams or follows its events. */
export class SessionEvents extends SessionEventsBase {
  /** Streams new events of a session, across turns. For earlier events use `list`, for both `follow`. */
  stream(sessionId: string, options?: CallOptions): EventStream<SessionEvent> {
    // Streams have previews only on request.
    return this.streamWithPreviews(sessionId, {}, options) as unknown as EventStream<SessionEvent>;
  }

  /**
   * Streams new events of a session like `stream`, and previews of the requested types: the text of a message arrives while the
   * agent writes it, as `event_start` and `event_delta`, and then the event itself. Previews may be missing.
   *
   * @param sessionId - Identifier of the session.
   * @param params - Types of the events to preview.
   * @param options - Options for this call.
   * @remarks Not in the documents; see "What the documents do not show" 1.3.6
   */
  streamWithPreviews(
    sessionId: string,
    params: SessionEventStreamParams,
    options?: CallOptions,
  ): EventStream<SessionStreamEvent> {
    return openStream(
      this.transport,
      streamSessionEvents,
      { params: { session_id: sessionId }, query: params },
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
