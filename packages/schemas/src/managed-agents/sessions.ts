/** Sessions: running instances of agents. */
import type { OpenEnum } from '../kit/open.js';
import type { Operation } from '../kit/operation.js';
import type { CursorPage, CursorPageParams } from '../kit/paging.js';
import type { AgentTool, AgentToolParams } from './agent-tools.js';
import type { AgentMcpServer, AgentParams, AgentSkill, ModelConfig } from './agents.js';
import type { Metadata, MetadataPatch } from './metadata.js';
import type { SessionResource, SessionResourceParams } from './session-resources.js';

/** State of a session or of one of its threads. `terminated` is final. */
export type SessionStatus = 'rescheduling' | 'running' | 'idle' | 'terminated';

/**
 * Definition of an agent as a session holds it: it does not change with the agent.
 *
 * @source managed-agents > Session
 */
export interface SessionThreadAgent {
  /** The agent. */
  id: string;
  /** Description; null or absent when unset. */
  description?: string | null | undefined;
  /** MCP servers it can use. */
  mcp_servers: AgentMcpServer[];
  /** Model and how it runs. */
  model: ModelConfig;
  /** Name. */
  name: string;
  /** Skills it has. */
  skills: AgentSkill[];
  /** System prompt; null or absent when unset. */
  system?: string | null | undefined;
  /** Tools it has. */
  tools: AgentTool[];
  /** Always `agent`. */
  type: 'agent';
  /** Version the definition was taken from. */
  version: number;
}

/** The agents that a session's primary thread can start, with their whole definitions. */
export interface SessionCoordinator {
  /** The roster. */
  agents: SessionThreadAgent[];
  /** Always `coordinator`. */
  type: 'coordinator';
}

/**
 * Definition of a session's agent, taken when the session was created.
 *
 * @source managed-agents > Session
 */
export interface SessionAgent extends SessionThreadAgent {
  /** Agents it can start; null or absent when there are none. */
  multiagent?: SessionCoordinator | null | undefined;
}

/** How an outcome stands; the last four are final. */
export type OutcomeResult =
  | 'pending'
  | 'running'
  | 'evaluating'
  | 'needs_revision'
  | 'satisfied'
  | 'max_iterations_reached'
  | 'failed'
  | 'interrupted';

/**
 * How the work on an outcome stands.
 *
 * @source managed-agents > Outcome evaluation
 */
export interface OutcomeEvaluation {
  /** RFC 3339 time at which the result became final; null or absent before. */
  completed_at?: string | null | undefined;
  /** What the agent is to produce. */
  description: string;
  /** The grader's words on the latest evaluation; null or absent before the first. */
  explanation?: string | null | undefined;
  /** Revision cycle, counted from 0. */
  iteration: number;
  /** Identifier, `outc_...`. */
  outcome_id: string;
  /** How it stands. */
  result: OpenEnum<OutcomeResult>;
  /** Always `outcome_evaluation`. */
  type: 'outcome_evaluation';
}

/** Times of a session. */
export interface SessionStats {
  /** Seconds spent running. */
  active_seconds?: number | undefined;
  /** Seconds since creation; it stands still once terminated. */
  duration_seconds?: number | undefined;
}

/** Tokens that went into the cache, by lifetime. */
export interface CacheCreationUsage {
  /** Tokens cached for an hour. */
  ephemeral_1h_input_tokens?: number | undefined;
  /** Tokens cached for five minutes. */
  ephemeral_5m_input_tokens?: number | undefined;
}

/** Tokens that a session used. */
export interface SessionUsage {
  /** Tokens that went into the cache. */
  cache_creation?: CacheCreationUsage | undefined;
  /** Tokens read from the cache. */
  cache_read_input_tokens?: number | undefined;
  /** Tokens of input. */
  input_tokens?: number | undefined;
  /** Tokens of output. */
  output_tokens?: number | undefined;
}

/**
 * A running instance of an agent.
 *
 * @source managed-agents > Session
 */
export interface Session {
  /** Identifier. */
  id: string;
  /** Definition of the agent, taken when the session was created. */
  agent: SessionAgent;
  /** RFC 3339 time of archiving; null or absent while the session is not archived. */
  archived_at?: string | null | undefined;
  /** RFC 3339 time of creation. */
  created_at: string;
  /** Environment it runs in. */
  environment_id: string;
  /** The caller's own key-value pairs. */
  metadata: Metadata;
  /** One entry for each outcome sent to the session. */
  outcome_evaluations: OutcomeEvaluation[];
  /** What is attached. */
  resources: SessionResource[];
  /** Times. Not in the documents; see "What the documents do not show" 1.3.3. */
  stats: SessionStats;
  /** State. `idle` says that nothing runs, not that the work is done: see the stop reason of the idle event. */
  status: OpenEnum<SessionStatus>;
  /** Human-readable title; null or absent when unset. */
  title?: string | null | undefined;
  /** Always `session`. */
  type: 'session';
  /** RFC 3339 time of the last change. */
  updated_at: string;
  /** Tokens used. */
  usage: SessionUsage;
  /** Vaults whose credentials the agent can use. */
  vault_ids: string[];
}

/**
 * Answer to deleting a session.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.3.3
 */
export interface DeletedSession {
  /** Identifier of the session that is gone. */
  id: string;
  /** Always `session_deleted`. */
  type: 'session_deleted';
}

/** Body of {@link createSession}. */
export interface SessionCreateParams {
  /** An agent's identifier, which takes its latest version, or a reference that can pin one. */
  agent: string | AgentParams;
  /** Environment to run in. */
  environment_id: string;
  /** Key-value pairs. Default none. */
  metadata?: Metadata | undefined;
  /** What to attach: at most 999 files and 8 memory stores. */
  resources?: SessionResourceParams[] | undefined;
  /** Human-readable title. */
  title?: string | null | undefined;
  /** Vaults whose credentials the agent may use. */
  vault_ids?: string[] | undefined;
}

/** Change of a session's own definition of its agent. Fields left out keep their value. */
export interface SessionAgentUpdate {
  /** All MCP servers from now on; an empty array clears them. */
  mcp_servers?: AgentMcpServer[] | undefined;
  /** All tools from now on; an empty array clears them. */
  tools?: AgentToolParams[] | undefined;
}

/** Body of {@link updateSession}. Fields left out keep their value. */
export interface SessionUpdateParams {
  /** Change of the tools and MCP servers. */
  agent?: SessionAgentUpdate | undefined;
  /** Change of the key-value pairs; null keeps them all. */
  metadata?: MetadataPatch | null | undefined;
  /** New title; null clears it. */
  title?: string | null | undefined;
  /** Reserved: a request that sets it is refused. */
  vault_ids?: undefined;
}

/** Bounds of a time. */
export interface SessionTimeRange {
  /** RFC 3339 time; only what is later. */
  gt?: string | undefined;
  /** RFC 3339 time; only what is not earlier. */
  gte?: string | undefined;
  /** RFC 3339 time; only what is earlier. */
  lt?: string | undefined;
  /** RFC 3339 time; only what is not later. */
  lte?: string | undefined;
}

/** Query of {@link listSessions}. */
export interface SessionListParams extends CursorPageParams {
  /** Only sessions of this agent. */
  agent_id?: string | undefined;
  /** Only sessions of this version; only together with `agent_id`. */
  agent_version?: number | undefined;
  /** Bounds of the time of creation. */
  created_at?: SessionTimeRange | undefined;
  /** True lists archived sessions too. Default false. */
  include_archived?: boolean | undefined;
  /** Only sessions to which this memory store is attached. */
  memory_store_id?: string | undefined;
  /** Direction of the order by creation. Default `desc`. */
  order?: 'asc' | 'desc' | undefined;
  /** Only sessions in one of these states. */
  statuses?: SessionStatus[] | undefined;
}

const beta = 'managed-agents-2026-04-01';
const source = 'managed-agents > Sessions';

/** Creates a session. It is idle until the first event is sent. */
export const createSession: Operation<{ body: SessionCreateParams; response: Session }> = {
  id: 'sessions.create',
  method: 'POST',
  path: '/v1/sessions',
  auth: 'api-key',
  beta,
  replay: 'create',
  secrets: ['resources.*.authorization_token'],
  content: ['resources.*.instructions', 'agent.system'],
  source,
};

/**
 * Lists the sessions, newest first unless asked otherwise.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.3.3
 */
export const listSessions: Operation<{ query: SessionListParams; response: CursorPage<Session> }> = {
  id: 'sessions.list',
  method: 'GET',
  path: '/v1/sessions',
  auth: 'api-key',
  beta,
  paging: 'cursor',
  query: { created_at: 'name[gte]', statuses: 'name[]' },
  replay: 'read',
  source,
  assumed: ['operation'],
};

/**
 * Retrieves a session.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.3.3
 */
export const retrieveSession: Operation<{ params: 'session_id'; response: Session }> = {
  id: 'sessions.retrieve',
  method: 'GET',
  path: '/v1/sessions/{session_id}',
  auth: 'api-key',
  beta,
  replay: 'read',
  source,
  assumed: ['operation'],
};

/**
 * Changes a session's title, metadata, tools or MCP servers. Vaults can't be changed.
 *
 * @remarks Method, path and the field `agent` are not in the documents; see "What the documents do not show" 1.3.3
 */
export const updateSession: Operation<{
  params: 'session_id';
  body: SessionUpdateParams;
  response: Session;
}> = {
  id: 'sessions.update',
  method: 'POST',
  path: '/v1/sessions/{session_id}',
  auth: 'api-key',
  beta,
  replay: 'idempotent',
  source,
  assumed: ['path'],
};

/**
 * Deletes a session with its events. A running session can't be deleted.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.3.3
 */
export const deleteSession: Operation<{ params: 'session_id'; response: DeletedSession }> = {
  id: 'sessions.delete',
  method: 'DELETE',
  path: '/v1/sessions/{session_id}',
  auth: 'api-key',
  beta,
  replay: 'idempotent',
  source,
  assumed: ['operation'],
};

/**
 * Archives a session for good: it is read-only and terminated. A running session can't be archived.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.3.3
 */
export const archiveSession: Operation<{ params: 'session_id'; response: Session }> = {
  id: 'sessions.archive',
  method: 'POST',
  path: '/v1/sessions/{session_id}/archive',
  auth: 'api-key',
  beta,
  replay: 'idempotent',
  source,
  assumed: ['operation'],
};

/** Operations on sessions, by id. */
export const sessionOperations: {
  readonly 'sessions.create': typeof createSession;
  readonly 'sessions.list': typeof listSessions;
  readonly 'sessions.retrieve': typeof retrieveSession;
  readonly 'sessions.update': typeof updateSession;
  readonly 'sessions.delete': typeof deleteSession;
  readonly 'sessions.archive': typeof archiveSession;
} = {
  'sessions.create': createSession,
  'sessions.list': listSessions,
  'sessions.retrieve': retrieveSession,
  'sessions.update': updateSession,
  'sessions.delete': deleteSession,
  'sessions.archive': archiveSession,
};
