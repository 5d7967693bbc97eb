/** Session events: sent by the client or emitted by the session, listed and streamed. */
import * as z from 'zod';
import { mark, type OperationContract, operationsOf, unknownAs } from '../kit/contract.js';
import { cursorPage, pageLimit } from '../kit/paging.schema.js';
import { object, type ObjectSchema, openObject, openUnion, rule, type Schema } from '../kit/schema.js';
import { AgentEvent } from './agent-events.contract.js';
import { PreviewedEventType, SessionEventPreview } from './session-previews.contract.js';
import { SessionTimeRange } from './sessions.contract.js';
import { StatusEvent } from './status-events.contract.js';
import { UserEvent, UserEventParams } from './user-events.contract.js';
import { WorkflowEvent } from './workflow-events.contract.js';
import { managedAgents } from './service.js';
import type { JsonShape } from '../kit/operation.js';
import type * as types from './session-events.js';

/** An event of a session. */
export const SessionEvent: Schema<types.SessionEvent> = unknownAs(
  'UnknownRecord',
  openUnion('type', [UserEvent, AgentEvent, StatusEvent, WorkflowEvent]),
);

/** An event of a stream: an event of a session, or a preview of one. */
export const SessionStreamEvent: Schema<types.SessionStreamEvent> = unknownAs(
  '',
  mark(
    { members: [SessionEvent, SessionEventPreview] },
    openUnion('type', [UserEvent, AgentEvent, StatusEvent, WorkflowEvent, SessionEventPreview]),
  ),
);

/**
 * Query of {@link streamSessionEvents}.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.3.5
 */
export const SessionEventStreamParams: ObjectSchema<types.SessionEventStreamParams> = object({
  /** Types of the events to preview: their text arrives while the agent writes. Default: none. */
  event_deltas: rule('SLA-005', z.array(PreviewedEventType)).optional(),
});

/** Query of {@link listSessionEvents}. */
export const SessionEventListParams: ObjectSchema<types.SessionEventListParams> = object({
  /** Returns only events processed in this time range. */
  created_at: SessionTimeRange.optional(),
  /** Events per page, 1 to 1,000. Default 1,000. */
  limit: pageLimit(1000).optional(),
  /** Sort direction. Default `asc`. */
  order: z.enum(['asc', 'desc']).optional(),
  /** Opaque cursor from `next_page`. */
  page: z.string().min(1).optional(),
  /** Returns only events of these types. */
  types: z.array(z.string()).optional(),
});

/** Body of {@link sendSessionEvents}. */
export const SessionEventSendParams: ObjectSchema<types.SessionEventSendParams> = object({
  /** Events, processed in order. The service accepts either all of them or none. */
  events: z.array(UserEventParams).min(1),
});

/**
 * Response of {@link sendSessionEvents}.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.3.5
 */
export const SentSessionEvents: ObjectSchema<types.SentSessionEvents> = openObject({
  /** The stored events. */
  data: z.array(openUnion('type', [UserEvent])).optional(),
});

/**
 * What helpers read in events.
 *
 * @internal
 */
export const sessionEventReads: JsonShape = {
  '=': {
    'agent.message': { content: [{ type: '' }] },
    'session.status_idle': { stop_reason: { type: '', 'event_ids?': [''] } },
  },
};

/** Events sent to a session and emitted by it. */
const operation = operationsOf({
  client: 'SessionEvents',
  isExtended: true,
  ...managedAgents,
  source: 'managed-agents > Events',
  assumed: ['operation'],
  notShown: '1.3.5',
});

/** Sends events to a session. The service accepts either all of them or none. */
export const sendSessionEvents: OperationContract = operation({
  id: 'sessions.events.send',
  route: 'POST /v1/sessions/{session_id}/events',
  replay: 'create',
  content: ['events.*.content', 'events.*.description', 'events.*.rubric', 'data.*.content'],
  reads: { 'data?': [sessionEventReads] },
  schemas: { body: SessionEventSendParams, response: SentSessionEvents },
});

/** Lists the events of a session, oldest first unless `order` is `desc`. */
export const listSessionEvents: OperationContract = operation({
  id: 'sessions.events.list',
  route: 'GET /v1/sessions/{session_id}/events',
  paging: 'cursor',
  query: { created_at: 'name[gte]', types: 'name[]' },
  content: ['data.*.content', 'data.*.input'],
  reads: { 'data?': [sessionEventReads] },
  schemas: { query: SessionEventListParams, response: cursorPage(SessionEvent) },
});

/** Streams new events of a session, across turns. Past events are not replayed; list them instead. */
export const streamSessionEvents: OperationContract = operation({
  id: 'sessions.events.stream',
  isHandWritten: true,
  route: 'GET /v1/sessions/{session_id}/events/stream',
  query: { event_deltas: 'name[]' },
  stream: 'session',
  content: ['content', 'input', 'delta.content'],
  readsEvents: sessionEventReads,
  schemas: { query: SessionEventStreamParams, event: SessionStreamEvent },
});
