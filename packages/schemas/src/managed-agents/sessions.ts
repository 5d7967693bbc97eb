/** Sessions: running instances of agents. */
import type { OpenEnum } from '../kit/open.js';
import type { Operation } from '../kit/operation.js';
import type { CursorPage, CursorPageParams } from '../kit/paging.js';
import type { AgentTool, AgentToolParams } from './agent-tools.js';
import type { AgentWithOverridesParams } from './agent-overrides.js';
import type { AgentMcpServer, AgentParams, AgentSkill, ModelConfig } from './agents.js';
import type { Metadata, MetadataPatch } from './metadata.js';
import type {
  MonetaryAmount,
  SessionBudget,
  SessionBudgetLimit,
  SessionServerToolUsage,
} from './session-budgets.js';
import type { SessionResource, SessionResourceParams } from './session-resources.js';
import type { UserDefineOutcomeParams, UserMessageParams } from './user-events.js';

/** Status of a session or a thread. `terminated` is final. */
export type SessionStatus = 'rescheduling' | 'running' | 'idle' | 'terminated';

/**
 * Snapshot of an agent's definition. Later changes to the agent do not affect it.
 *
 * @source managed-agents > Session
 */
export interface SessionThreadAgent {
  /** Identifier of the agent. */
  id: string;
  /** Description of the agent; null or absent when unset. */
  description?: string | null | undefined;
  /** MCP servers that the agent can use. */
  mcp_servers: AgentMcpServer[];
  /** Model that the agent uses, and its speed. */
  model: ModelConfig;
  /** Name of the agent. */
  name: string;
  /** Skills of the agent. */
  skills: AgentSkill[];
  /** System prompt; null or absent when unset. */
  system?: string | null | undefined;
  /** Tools of the agent. */
  tools: AgentTool[];
  /** Always `agent`. */
  type: 'agent';
  /** Version of the agent at the time of the snapshot. */
  version: number;
}

/** Agents that the primary thread of a session can start, with their full definitions. */
export interface SessionCoordinator {
  /** The agents. */
  agents: SessionThreadAgent[];
  /** Always `coordinator`. */
  type: 'coordinator';
}

/**
 * Snapshot of the definition of a session's agent, taken when the session was created.
 *
 * @source managed-agents > Session
 */
export interface SessionAgent extends SessionThreadAgent {
  /** Agents that the agent can start; null or absent if it is not a coordinator. */
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
  /** Time at which the result became final (RFC 3339); null or absent before that. */
  completed_at?: string | null | undefined;
  /** What the agent should produce. */
  description: string;
  /** Explanation of the latest evaluation by the grader; null or absent before the first evaluation. */
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

/** Time statistics of a session. */
export interface SessionStats {
  /** Seconds spent running. */
  active_seconds?: number | undefined;
  /** Seconds from the creation of the session until now, or until it terminated. */
  duration_seconds?: number | undefined;
}

/** Tokens written to the cache, by lifetime of the cache entry. */
export interface CacheCreationUsage {
  /** Tokens cached for one hour. */
  ephemeral_1h_input_tokens?: number | undefined;
  /** Tokens cached for five minutes. */
  ephemeral_5m_input_tokens?: number | undefined;
}

/** Usage of a session. The fields other than tokens are those of API versions after 2023-06-01, and of sessions with a budget. */
export interface SessionUsage {
  /** Seconds spent running. */
  active_seconds?: number | undefined;
  /** Tokens written to the cache, by lifetime. */
  cache_creation?: CacheCreationUsage | undefined;
  /** Tokens read from the cache. */
  cache_read_input_tokens?: number | undefined;
  /** Input tokens. */
  input_tokens?: number | undefined;
  /** Cost at list prices; null or absent when unknown. */
  list_cost?: MonetaryAmount | null | undefined;
  /** Output tokens. */
  output_tokens?: number | undefined;
  /** Requests to tools that the service runs; null or absent when unknown. */
  server_tool_use?: SessionServerToolUsage | null | undefined;
}

/**
 * A running instance of an agent.
 *
 * @source managed-agents > Session
 */
export interface Session {
  /** Identifier of the session. */
  id: string;
  /** Snapshot of the agent's definition, taken when the session was created. */
  agent: SessionAgent;
  /** Archive time (RFC 3339); null or absent while the session is not archived. */
  archived_at?: string | null | undefined;
  /** Most that the session may cost; null or absent without a limit. Not in the documents; see 1.3.3. */
  budget?: SessionBudget | null | undefined;
  /** Creation time (RFC 3339). */
  created_at: string;
  /** Identifier of the deployment that started the session; null or absent without one. Not in the documents; see 1.3.3. */
  deployment_id?: string | null | undefined;
  /** Identifier of the environment that the session runs in. */
  environment_id: string;
  /** Your own key-value pairs. */
  metadata: Metadata;
  /** Progress of each outcome sent to the session. */
  outcome_evaluations: OutcomeEvaluation[];
  /** Resources attached to the session. */
  resources: SessionResource[];
  /** Time statistics. Not in the documents; see "What the documents do not show" 1.3.3. */
  stats: SessionStats;
  /**
   * Status of the session. `idle` means that nothing is running, not that the work is done: check the stop reason of
   * the idle event.
   */
  status: OpenEnum<SessionStatus>;
  /** Human-readable title; null or absent when unset. */
  title?: string | null | undefined;
  /** Always `session`. */
  type: 'session';
  /** Time of the last change (RFC 3339). */
  updated_at: string;
  /** Usage. */
  usage: SessionUsage;
  /** Identifiers of the vaults whose credentials the agent can use. */
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
  /**
   * Identifier of an agent, which selects its latest version, or a reference that can pin a version or replace parts of the
   * agent's definition.
   */
  agent: string | AgentParams | AgentWithOverridesParams;
  /** Most that the session may cost. Default: no limit. Not in the documents; see 1.3.3. */
  budget?: SessionBudgetLimit | undefined;
  /** Identifier of the environment that the session runs in. */
  environment_id: string;
  /** Up to 50 messages and outcomes that start the session, in order. Not in the documents; see 1.3.3. */
  initial_events?: (UserMessageParams | UserDefineOutcomeParams)[] | undefined;
  /** Your own key-value pairs. Default: none. */
  metadata?: Metadata | undefined;
  /** Resources to attach: at most 999 files and 8 memory stores. */
  resources?: SessionResourceParams[] | undefined;
  /** Human-readable title. */
  title?: string | null | undefined;
  /** Identifiers of the vaults whose credentials the agent can use. */
  vault_ids?: string[] | undefined;
}

/** Changes to the session's snapshot of its agent. Omitted fields keep their value. */
export interface SessionAgentUpdate {
  /** Replaces all MCP servers; an empty array removes them. */
  mcp_servers?: AgentMcpServer[] | undefined;
  /** Replaces all tools; an empty array removes them. */
  tools?: AgentToolParams[] | undefined;
}

/** Body of {@link updateSession}. Omitted fields keep their value. */
export interface SessionUpdateParams {
  /** Changes to the tools and MCP servers. */
  agent?: SessionAgentUpdate | undefined;
  /** New limit of the cost; null removes it. Not in the documents; see 1.3.3. */
  budget?: SessionBudgetLimit | null | undefined;
  /** Changes to the key-value pairs; null keeps all of them. */
  metadata?: MetadataPatch | null | undefined;
  /** New title; null clears it. */
  title?: string | null | undefined;
  /** Reserved. The service rejects requests that set it. */
  vault_ids?: undefined;
}

/** Time range for filtering. */
export interface SessionTimeRange {
  /** After this RFC 3339 time. */
  gt?: string | undefined;
  /** At or after this RFC 3339 time. */
  gte?: string | undefined;
  /** Before this RFC 3339 time. */
  lt?: string | undefined;
  /** At or before this RFC 3339 time. */
  lte?: string | undefined;
}

/** Query of {@link listSessions}. */
export interface SessionListParams extends CursorPageParams {
  /** Returns only sessions of this agent. */
  agent_id?: string | undefined;
  /** Returns only sessions with this version of the agent. Requires `agent_id`. */
  agent_version?: number | undefined;
  /** Returns only sessions created in this time range. */
  created_at?: SessionTimeRange | undefined;
  /** Returns only sessions that this deployment started. Not in the documents; see 1.3.3. */
  deployment_id?: string | undefined;
  /** Whether to include archived sessions. Default false. */
  include_archived?: boolean | undefined;
  /** Returns only sessions with this memory store attached. */
  memory_store_id?: string | undefined;
  /** Sort direction by creation time. Default `desc`. */
  order?: 'asc' | 'desc' | undefined;
  /** Returns only sessions with one of these statuses. */
  statuses?: SessionStatus[] | undefined;
}

/**
 * A page of {@link listSessions}.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.1.5
 */
export interface SessionPage extends CursorPage<Session> {
  /** Opaque cursor of the previous page, for `page`; null or absent on the first one. */
  prev_page?: string | null | undefined;
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
  content: ['resources.*.instructions', 'agent.system', 'initial_events.*.content'],
  source,
};

/**
 * Lists the sessions, by default newest first.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.3.3
 */
export const listSessions: Operation<{ query: SessionListParams; response: SessionPage }> = {
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
 * Deletes a session and its events. A running session cannot be deleted.
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
