/** Session threads: the primary thread of a session, and threads started by a coordinator. */
import type { OpenEnum, UnknownMember } from '../kit/open.js';
import type { Operation } from '../kit/operation.js';
import type { CursorPage, CursorPageParams } from '../kit/paging.js';
import type { AgentModel } from './agents.js';
import type { SessionEvent } from './session-events.js';
import type { SessionStats, SessionStatus, SessionThreadAgent, SessionUsage } from './sessions.js';

/** Time statistics of a thread. */
export interface SessionThreadStats extends SessionStats {
  /** Seconds from the creation of the thread until it first ran. */
  startup_seconds?: number | undefined;
}

/** An agent that a workflow defined for one thread. */
export interface InlineThreadAgent extends Omit<SessionThreadAgent, 'id' | 'type' | 'version'> {
  /** Always `inline`. */
  type: 'inline';
}

/** A model that advises other agents. */
export interface AdvisorThreadAgent {
  /** Id of the model. */
  model: AgentModel;
  /** Always `advisor`. */
  type: 'advisor';
}

/**
 * A thread of a session.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.3.5
 */
export interface SessionThread {
  /** Identifier, `sthr_...`. */
  id: string;
  /** Snapshot of the agent that the thread runs. Types other than `agent` are not in the documents; see 1.3.5. */
  agent: SessionThreadAgent | InlineThreadAgent | AdvisorThreadAgent | UnknownMember;
  /** Archive time (RFC 3339); null or absent while the thread is not archived. */
  archived_at?: string | null | undefined;
  /** Creation time (RFC 3339). */
  created_at: string;
  /** Thread that started this one; null or absent for the primary thread. */
  parent_thread_id?: string | null | undefined;
  /** Identifier of the session. */
  session_id: string;
  /** Time statistics; null or absent when unknown. */
  stats?: SessionThreadStats | null | undefined;
  /** Status of the thread. */
  status: OpenEnum<SessionStatus>;
  /** Always `session_thread`. */
  type: 'session_thread';
  /** Time of the last change (RFC 3339). */
  updated_at: string;
  /** Token usage; null or absent when unknown. */
  usage?: SessionUsage | null | undefined;
  /** Workflow run that started the thread; null or absent without one. Not in the documents; see 1.3.5. */
  workflow_run_id?: string | null | undefined;
}

/** Query of {@link listSessionThreads}. */
export interface SessionThreadListParams extends CursorPageParams {
  /** Returns only threads with one of these statuses. */
  statuses?: SessionStatus[] | undefined;
}

const beta = 'managed-agents-2026-04-01';
const source = 'managed-agents > Agents';

/**
 * Lists the threads of a session, the primary thread first.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.3.5
 */
export const listSessionThreads: Operation<{
  params: 'session_id';
  query: SessionThreadListParams;
  response: CursorPage<SessionThread>;
}> = {
  id: 'sessions.threads.list',
  method: 'GET',
  path: '/v1/sessions/{session_id}/threads',
  auth: 'api-key',
  beta,
  paging: 'cursor',
  query: { statuses: 'name[]' },
  replay: 'read',
  source,
  assumed: ['operation'],
};

/**
 * Retrieves a thread.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.3.5
 */
export const retrieveSessionThread: Operation<{
  params: 'session_id' | 'thread_id';
  response: SessionThread;
}> = {
  id: 'sessions.threads.retrieve',
  method: 'GET',
  path: '/v1/sessions/{session_id}/threads/{thread_id}',
  auth: 'api-key',
  beta,
  replay: 'read',
  source,
  assumed: ['operation'],
};

/**
 * Archives a thread that a coordinator started.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.3.5
 */
export const archiveSessionThread: Operation<{
  params: 'session_id' | 'thread_id';
  response: SessionThread;
}> = {
  id: 'sessions.threads.archive',
  method: 'POST',
  path: '/v1/sessions/{session_id}/threads/{thread_id}/archive',
  auth: 'api-key',
  beta,
  replay: 'idempotent',
  source,
  assumed: ['operation'],
};

/**
 * Lists the events of a thread, oldest first.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.3.5
 */
export const listSessionThreadEvents: Operation<{
  params: 'session_id' | 'thread_id';
  query: CursorPageParams;
  response: CursorPage<SessionEvent>;
}> = {
  id: 'sessions.threads.listEvents',
  method: 'GET',
  path: '/v1/sessions/{session_id}/threads/{thread_id}/events',
  auth: 'api-key',
  beta,
  paging: 'cursor',
  replay: 'read',
  content: ['data.*.content', 'data.*.input'],
  source,
  assumed: ['operation'],
};

/**
 * Streams new events of a thread. Past events are not replayed.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.3.5
 */
export const streamSessionThreadEvents: Operation<{
  params: 'session_id' | 'thread_id';
  event: SessionEvent;
}> = {
  id: 'sessions.threads.stream',
  method: 'GET',
  path: '/v1/sessions/{session_id}/threads/{thread_id}/stream',
  auth: 'api-key',
  beta,
  stream: 'session',
  replay: 'read',
  content: ['content', 'input'],
  source,
  assumed: ['operation'],
};
