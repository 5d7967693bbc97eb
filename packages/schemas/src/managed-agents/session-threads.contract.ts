/** Session threads: the primary thread of a session, and threads started by a coordinator. */
import * as z from 'zod';
import { type OperationContract, operationsOf, typed } from '../kit/contract.js';
import { timestamp } from '../kit/limits.schema.js';
import type { CursorPageParams } from '../kit/paging.js';
import { cursorPage, pageLimit } from '../kit/paging.schema.js';
import { object, type ObjectSchema, openEnum, openObject, openUnion } from '../kit/schema.js';
import { AgentModel } from './agent-definition.contract.js';
import { SessionUsage } from './session-budgets.contract.js';
import { SessionEvent, sessionEventReads } from './session-events.contract.js';
import { SessionStats, SessionStatus, SessionThreadAgent } from './sessions.contract.js';
import { managedAgents } from './service.js';
import type * as types from './session-threads.js';

/** An agent that a workflow defined for one thread. */
export const InlineThreadAgent: ObjectSchema<types.InlineThreadAgent> = openObject(
  "Omit<SessionThreadAgent, 'id' | 'type' | 'version'>",
  {
    ...SessionThreadAgent.omit({ id: true, version: true }).shape,
    type: z.literal('inline'),
  },
);

/** A model that advises other agents. */
export const AdvisorThreadAgent: ObjectSchema<types.AdvisorThreadAgent> = openObject({
  /** Id of the model. */
  model: AgentModel,
  type: z.literal('advisor'),
});

/** Time statistics of a thread. */
export const SessionThreadStats: ObjectSchema<types.SessionThreadStats> = openObject('SessionStats', {
  ...SessionStats.shape,
  /** Seconds from the creation of the thread until it first ran. */
  startup_seconds: z.number().optional(),
});

/**
 * A thread of a session.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.3.5
 */
export const SessionThread: ObjectSchema<types.SessionThread> = openObject({
  /** Identifier, `sthr_...`. */
  id: z.string().startsWith('sthr_'),
  /**
   * Snapshot of the agent that the thread runs. Types other than `agent` are not in the documents; see 1.3.5.
   */
  agent: openUnion('type', [SessionThreadAgent, InlineThreadAgent, AdvisorThreadAgent]),
  /** Archive time (RFC 3339); null or absent while the thread is not archived. */
  archived_at: timestamp.nullish(),
  /** Creation time (RFC 3339). */
  created_at: timestamp,
  /** Thread that started this one; null or absent for the primary thread. */
  parent_thread_id: z.string().nullish(),
  /** Identifier of the session. */
  session_id: z.string(),
  /** Time statistics; null or absent when unknown. */
  stats: SessionThreadStats.nullish(),
  /** Status of the thread. */
  status: openEnum(SessionStatus),
  type: z.literal('session_thread'),
  /** Time of the last change (RFC 3339). */
  updated_at: timestamp,
  /** Token usage; null or absent when unknown. */
  usage: SessionUsage.nullish(),
  /** Workflow run that started the thread; null or absent without one. Not in the documents; see 1.3.5. */
  workflow_run_id: z.string().nullish(),
});

/** Query of {@link listSessionThreads}. */
export const SessionThreadListParams: ObjectSchema<types.SessionThreadListParams> = object(
  'CursorPageParams',
  {
    limit: pageLimit(100).optional(),
    page: z.string().min(1).optional(),
    /** Returns only threads with one of these statuses. */
    statuses: z.array(SessionStatus).optional(),
  },
);

/** Query of {@link listSessionThreadEvents}. */
export const SessionThreadEventListParams: ObjectSchema<CursorPageParams> = typed(
  'CursorPageParams',
  object({ limit: pageLimit(1000).optional(), page: z.string().min(1).optional() }),
);

/** Threads of a session. */
const operation = operationsOf({
  client: 'SessionThreads',
  isExtended: true,
  ...managedAgents,
  source: 'managed-agents > Agents',
  assumed: ['operation'],
  notShown: '1.3.5',
});

/** Lists the threads of a session, the primary thread first. */
export const listSessionThreads: OperationContract = operation({
  id: 'sessions.threads.list',
  route: 'GET /v1/sessions/{session_id}/threads',
  paging: 'cursor',
  query: { statuses: 'name[]' },
  schemas: { query: SessionThreadListParams, response: cursorPage(SessionThread) },
});

/** Retrieves a thread. */
export const retrieveSessionThread: OperationContract = operation({
  id: 'sessions.threads.retrieve',
  route: 'GET /v1/sessions/{session_id}/threads/{thread_id}',
  schemas: { response: SessionThread },
});

/** Archives a thread that a coordinator started. The primary thread cannot be archived. */
export const archiveSessionThread: OperationContract = operation({
  id: 'sessions.threads.archive',
  route: 'POST /v1/sessions/{session_id}/threads/{thread_id}/archive',
  replay: 'idempotent',
  schemas: { response: SessionThread },
});

/** Lists the events of a thread, oldest first. */
export const listSessionThreadEvents: OperationContract = operation({
  id: 'sessions.threads.listEvents',
  route: 'GET /v1/sessions/{session_id}/threads/{thread_id}/events',
  reads: { 'data?': [sessionEventReads] },
  paging: 'cursor',
  content: ['data.*.content', 'data.*.input'],
  schemas: { query: SessionThreadEventListParams, response: cursorPage(SessionEvent) },
});

/** Streams new events of a thread. Past events are not replayed. */
export const streamSessionThreadEvents: OperationContract = operation({
  id: 'sessions.threads.stream',
  isHandWritten: true,
  route: 'GET /v1/sessions/{session_id}/threads/{thread_id}/stream',
  readsEvents: sessionEventReads,
  stream: 'session',
  content: ['content', 'input'],
  schemas: { event: SessionEvent },
});
