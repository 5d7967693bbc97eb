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
 * Snapshot of an agent's definition, which later changes of the agent do not affect.
 *
 * @source managed-agents > Session
 */
export interface SessionThreadAgent {
  /** The agent. */
  id: string;
  /** Description; null or absent when unset. */
  description?: string | null | undefined;
  /** MCP servers that the agent can use. */
  mcp_servers: AgentMcpServer[];
  /** Model and its speed. */
  model: ModelConfig;
  /** Name. */
  name: string;
  /** Skills of the agent. */
  skills: AgentSkill[];
  /** System prompt; null or absent when unset. */
  system?: string | null | undefined;
  /** Tools of the agent. */
  tools: AgentTool[];
  /** Always `agent`. */
  type: 'agent';
  /** Version of the agent that the snapshot was made from. */
  version: number;
}

/** Agents that the primary thread of a session can start, with their full definitions. */
export interface SessionCoordinator {
  /** The roster. */
  agents: SessionThreadAgent[];
  /** Always `coordinator`. */
  type: 'coordinator';
}

/**
 * Snapshot of the definition of a session's agent, made when the session was created.
 *
 * @source managed-agents > Session
 */
export interface SessionAgent extends SessionThreadAgent {
  /** Agents that it can start; null or absent when it is not a coordinator. */
  multiagent?: SessionCoordinator | null | undefined;
}

/** Status of an outcome. The last four are final. */
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
 * Progress of an outcome.
 *
 * @source managed-agents > Outcome evaluation
 */
export interface OutcomeEvaluation {
  /** RFC 3339 time at which the result became final; null or absent before that. */
  completed_at?: string | null | undefined;
  /** What the agent has to produce. */
  description: string;
  /** Explanation of the grader on the latest evaluation; null or absent before the first evaluation. */
  explanation?: string | null | undefined;
  /** Revision cycle, starting at 0. */
  iteration: number;
  /** Identifier, `outc_...`. */
  outcome_id: string;
  /** Status of the outcome. */
  result: OpenEnum<OutcomeResult>;
  /** Always `outcome_evaluation`. */
  type: 'outcome_evaluation';
}

/** Timing of a session. */
export interface SessionStats {
  /** Seconds spent running. */
  active_seconds?: number | undefined;
  /** Seconds since creation, until the session is terminated. */
  duration_seconds?: number | undefined;
}

/** Tokens written to the cache, by lifetime. */
export interface CacheCreationUsage {
  /** Tokens cached for one hour. */
  ephemeral_1h_input_tokens?: number | undefined;
  /** Tokens cached for five minutes. */
  ephemeral_5m_input_tokens?: number | undefined;
}

/** Tokens used by a session. */
export interface SessionUsage {
  /** Tokens written to the cache. */
  cache_creation?: CacheCreationUsage | undefined;
  /** Tokens read from the cache. */
  cache_read_input_tokens?: number | undefined;
  /** Input tokens. */
  input_tokens?: number | undefined;
  /** Output tokens. */
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
  /** Snapshot of the agent's definition, made when the session was created. */
  agent: SessionAgent;
  /** RFC 3339 time of archiving; null or absent while the session is not archived. */
  archived_at?: string | null | undefined;
  /** RFC 3339 time of creation. */
  created_at: string;
  /** Environment of the session. */
  environment_id: string;
  /** Key-value pairs of your own. */
  metadata: Metadata;
  /** Progress of each outcome sent to the session. */
  outcome_evaluations: OutcomeEvaluation[];
  /** Attached resources. */
  resources: SessionResource[];
  /** Timing. Not in the documents; see "What the documents do not show" 1.3.3. */
  stats: SessionStats;
  /** State. `idle` means that nothing is running, not that the work is done: see the stop reason of the idle event. */
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
 * Response of {@link deleteSession}.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.3.3
 */
export interface DeletedSession {
  /** Identifier of the deleted session. */
  id: string;
  /** Always `session_deleted`. */
  type: 'session_deleted';
}

/** Body of {@link createSession}. */
export interface SessionCreateParams {
  /** Identifier of an agent, for its latest version, or a reference that can pin a version. */
  agent: string | AgentParams;
  /** Environment of the session. */
  environment_id: string;
  /** Key-value pairs of your own. Default: none. */
  metadata?: Metadata | undefined;
  /** Resources to attach: at most 999 files and 8 memory stores. */
  resources?: SessionResourceParams[] | undefined;
  /** Human-readable title. */
  title?: string | null | undefined;
  /** Vaults whose credentials the agent can use. */
  vault_ids?: string[] | undefined;
}

/** Change of the session's snapshot of its agent. Omitted fields keep their value. */
export interface SessionAgentUpdate {
  /** Replaces all MCP servers; an empty array removes them. */
  mcp_servers?: AgentMcpServer[] | undefined;
  /** Replaces all tools; an empty array removes them. */
  tools?: AgentToolParams[] | undefined;
}

/** Body of {@link updateSession}. Omitted fields keep their value. */
export interface SessionUpdateParams {
  /** Change of tools and MCP servers. */
  agent?: SessionAgentUpdate | undefined;
  /** Change of the key-value pairs; null keeps all of them. */
  metadata?: MetadataPatch | null | undefined;
  /** New title; null clears it. */
  title?: string | null | undefined;
  /** Reserved. The service rejects requests that set it. */
  vault_ids?: undefined;
}

/** Range of times. */
export interface SessionTimeRange {
  /** RFC 3339 time; matches later times. */
  gt?: string | undefined;
  /** RFC 3339 time; matches this time and later ones. */
  gte?: string | undefined;
  /** RFC 3339 time; matches earlier times. */
  lt?: string | undefined;
  /** RFC 3339 time; matches this time and earlier ones. */
  lte?: string | undefined;
}

/** Query of {@link listSessions}. */
export interface SessionListParams extends CursorPageParams {
  /** Lists only sessions of this agent. */
  agent_id?: string | undefined;
  /** Lists only sessions with this version of the agent. Requires `agent_id`. */
  agent_version?: number | undefined;
  /** Range of the creation time. */
  created_at?: SessionTimeRange | undefined;
  /** Whether to include archived sessions. Default false. */
  include_archived?: boolean | undefined;
  /** Lists only sessions with this memory store attached. */
  memory_store_id?: string | undefined;
  /** Sort direction by creation time. Default `desc`. */
  order?: 'asc' | 'desc' | undefined;
  /** Lists only sessions in one of these states. */
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
 * Lists the sessions, by default newest first.
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
 * Updates the title, metadata, tools or MCP servers of a session. Its vaults cannot be changed.
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
 * Deletes a session with its events. A running session cannot be deleted.
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
 * Archives a session permanently: it is terminated and read-only. A running session cannot be archived.
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
