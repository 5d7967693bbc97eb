/** Session events: sent by the client or emitted by the session, listed and streamed. */
import type { UnknownMember, UnknownRecord } from '../kit/open.js';
import type { Operation } from '../kit/operation.js';
import type { CursorPage } from '../kit/paging.js';
import type { AgentEvent } from './agent-events.js';
import type { PreviewedEventType, SessionEventPreview } from './session-previews.js';
import type { SessionTimeRange } from './sessions.js';
import type { StatusEvent } from './status-events.js';
import type { UserEvent, UserEventParams } from './user-events.js';
import type { WorkflowEvent } from './workflow-events.js';

/** An event of a session. */
export type SessionEvent = UserEvent | AgentEvent | StatusEvent | WorkflowEvent | UnknownRecord;

/** An event of a stream: an event of a session, or a preview of one. */
export type SessionStreamEvent = SessionEvent | SessionEventPreview;

/** Body of {@link sendSessionEvents}. */
export interface SessionEventSendParams {
  /** Events, processed in order. The service accepts either all of them or none. */
  events: UserEventParams[];
}

/**
 * Response of {@link sendSessionEvents}.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.3.5
 */
export interface SentSessionEvents {
  /** The stored events. */
  data?: (UserEvent | UnknownMember)[] | undefined;
}

/** Query of {@link listSessionEvents}. */
export interface SessionEventListParams {
  /** Returns only events processed in this time range. */
  created_at?: SessionTimeRange | undefined;
  /** Events per page, 1 to 1,000. Default 1,000. */
  limit?: number | undefined;
  /** Sort direction. Default `asc`. */
  order?: 'asc' | 'desc' | undefined;
  /** Opaque cursor from `next_page`. */
  page?: string | undefined;
  /** Returns only events of these types. */
  types?: string[] | undefined;
}

/**
 * Query of {@link streamSessionEvents}.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.3.5
 */
export interface SessionEventStreamParams {
  /** Types of the events to preview: their text arrives while the agent writes. Default: none. */
  event_deltas?: PreviewedEventType[] | undefined;
}

const beta = 'managed-agents-2026-04-01';
const source = 'managed-agents > Events';

/**
 * Sends events to a session.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.3.5
 */
export const sendSessionEvents: Operation<{
  params: 'session_id';
  body: SessionEventSendParams;
  response: SentSessionEvents;
}> = {
  id: 'sessions.events.send',
  method: 'POST',
  path: '/v1/sessions/{session_id}/events',
  auth: 'api-key',
  beta,
  replay: 'create',
  content: ['events.*.content', 'events.*.description', 'events.*.rubric', 'data.*.content'],
  source,
  assumed: ['operation'],
};

/**
 * Lists the events of a session, by default oldest first.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.3.5
 */
export const listSessionEvents: Operation<{
  params: 'session_id';
  query: SessionEventListParams;
  response: CursorPage<SessionEvent>;
}> = {
  id: 'sessions.events.list',
  method: 'GET',
  path: '/v1/sessions/{session_id}/events',
  auth: 'api-key',
  beta,
  paging: 'cursor',
  query: { created_at: 'name[gte]', types: 'name[]' },
  replay: 'read',
  content: ['data.*.content', 'data.*.input'],
  source,
  assumed: ['operation'],
};

/**
 * Streams new events of a session, across turns. Past events are not replayed; list them instead.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.3.5
 */
export const streamSessionEvents: Operation<{
  params: 'session_id';
  query: SessionEventStreamParams;
  event: SessionStreamEvent;
}> = {
  id: 'sessions.events.stream',
  method: 'GET',
  path: '/v1/sessions/{session_id}/events/stream',
  auth: 'api-key',
  beta,
  query: { event_deltas: 'name[]' },
  stream: 'session',
  replay: 'read',
  content: ['content', 'input', 'delta.content'],
  source,
  assumed: ['operation'],
};
