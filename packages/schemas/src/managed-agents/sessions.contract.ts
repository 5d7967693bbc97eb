/** Sessions: running instances of agents. */
import * as z from 'zod';
import { type OperationContract, operationsOf, typed } from '../kit/contract.js';
import { constrain, timestamp } from '../kit/limits.schema.js';
import { cursorPage, pageLimit } from '../kit/paging.schema.js';
import { object, type ObjectSchema, openEnum, openObject, rule, type Schema } from '../kit/schema.js';
import { AgentMcpServer, AgentSkill, McpServersParams, ModelConfig } from './agent-definition.contract.js';
import { AgentWithOverridesParams } from './agent-overrides.contract.js';
import { AgentTool, AgentToolsParams } from './agent-tools.contract.js';
import type { AgentParams } from './agents.js';
import { Metadata, MetadataPatch, StoredMetadata } from './metadata.contract.js';
import { SessionBudget, SessionBudgetParams, SessionUsage } from './session-budgets.contract.js';
import { SessionResource, SessionResourceParams, sessionLimits } from './session-resources.contract.js';
import { InitialEvent } from './user-events.contract.js';
import { managedAgents } from './service.js';
import type * as types from './sessions.js';

/**
 * Snapshot of an agent's definition. Later changes to the agent do not affect it.
 *
 * @source managed-agents > Session
 */
export const SessionThreadAgent: ObjectSchema<types.SessionThreadAgent> = openObject({
  /** Identifier of the agent. */
  id: z.string(),
  /** Description of the agent; null or absent when unset. */
  description: z.string().nullish(),
  /** MCP servers that the agent can use. */
  mcp_servers: z.array(AgentMcpServer),
  /** Model that the agent uses, and its speed. */
  model: ModelConfig,
  /** Name of the agent. */
  name: z.string(),
  /** Skills of the agent. */
  skills: z.array(AgentSkill),
  /** System prompt; null or absent when unset. */
  system: z.string().nullish(),
  /** Tools of the agent. */
  tools: z.array(AgentTool),
  type: z.literal('agent'),
  /** Version of the agent at the time of the snapshot. */
  version: z.int().min(1),
});

/** Agents that the primary thread of a session can start, with their full definitions. */
export const SessionCoordinator: ObjectSchema<types.SessionCoordinator> = openObject({
  /** The agents. */
  agents: z.array(SessionThreadAgent),
  type: z.literal('coordinator'),
});

/**
 * Snapshot of the definition of a session's agent, taken when the session was created.
 *
 * @source managed-agents > Session
 */
export const SessionAgent: ObjectSchema<types.SessionAgent> = openObject('SessionThreadAgent', {
  ...SessionThreadAgent.shape,
  /** Agents that the agent can start; null or absent if it is not a coordinator. */
  multiagent: SessionCoordinator.nullish(),
});

/** Status of an outcome. The last four are final. */
export const OutcomeResult: Schema<types.OutcomeResult> = z.enum([
  'pending',
  'running',
  'evaluating',
  'needs_revision',
  'satisfied',
  'max_iterations_reached',
  'failed',
  'interrupted',
]);

/**
 * Progress of an outcome.
 *
 * @source managed-agents > Outcome evaluation
 */
export const OutcomeEvaluation: ObjectSchema<types.OutcomeEvaluation> = openObject({
  /** Time at which the result became final (RFC 3339); null or absent before that. */
  completed_at: timestamp.nullish(),
  /** What the agent should produce. */
  description: z.string(),
  /** Explanation of the latest evaluation by the grader; null or absent before the first evaluation. */
  explanation: z.string().nullish(),
  /** Revision cycle, starting at 0. */
  iteration: z.int().min(0),
  /** Identifier, `outc_...`. */
  outcome_id: z.string().startsWith('outc_'),
  /** Status of the outcome. */
  result: openEnum(OutcomeResult),
  type: z.literal('outcome_evaluation'),
});

/** Time statistics of a session. */
export const SessionStats: ObjectSchema<types.SessionStats> = openObject({
  /** Seconds spent running. */
  active_seconds: z.number().optional(),
  /** Seconds from the creation of the session until now, or until it terminated. */
  duration_seconds: z.number().optional(),
});

/** Status of a session or a thread. `terminated` is final. */
export const SessionStatus: Schema<types.SessionStatus> = z.enum([
  'rescheduling',
  'running',
  'idle',
  'terminated',
]);

/**
 * A running instance of an agent.
 *
 * @source managed-agents > Session
 */
export const Session: ObjectSchema<types.Session> = openObject({
  /** Identifier of the session. */
  id: z.string().min(1),
  /** Snapshot of the agent's definition, taken when the session was created. */
  agent: SessionAgent,
  /** Archive time (RFC 3339); null or absent while the session is not archived. */
  archived_at: timestamp.nullish(),
  /** Most that the session may cost; null or absent without a limit. Not in the documents; see 1.3.3. */
  budget: SessionBudget.nullish(),
  /** Creation time (RFC 3339). */
  created_at: timestamp,
  /**
   * Identifier of the deployment that started the session; null or absent without one. Not in the documents; see 1.3.3.
   */
  deployment_id: z.string().nullish(),
  /** Identifier of the environment that the session runs in. */
  environment_id: z.string(),
  /** Your own key-value pairs. */
  metadata: StoredMetadata,
  /** Progress of each outcome sent to the session. */
  outcome_evaluations: z.array(OutcomeEvaluation),
  /** Resources attached to the session. */
  resources: z.array(SessionResource),
  /** Time statistics. Not in the documents; see "What the documents do not show" 1.3.3. */
  stats: SessionStats,
  /**
   * Status of the session. `idle` means that nothing is running, not that the work is done: check the stop reason of
   * the idle event.
   */
  status: openEnum(SessionStatus),
  /** Human-readable title; null or absent when unset. */
  title: z.string().nullish(),
  type: z.literal('session'),
  /** Time of the last change (RFC 3339). */
  updated_at: timestamp,
  /** Usage. */
  usage: SessionUsage,
  /** Identifiers of the vaults whose credentials the agent can use. */
  vault_ids: z.array(z.string()),
});

const agentParams: ObjectSchema<AgentParams> = typed(
  'AgentParams',
  object({
    id: rule('SES-032', z.string().min(1)),
    type: rule('SES-032', z.literal('agent')),
    version: rule('SES-032', z.int().min(1)).optional(),
  }),
);

/** Body of {@link createSession}. */
export const SessionCreateParams: ObjectSchema<types.SessionCreateParams> = object({
  /**
   * Identifier of an agent, which selects its latest version, or a reference that can pin a version or replace parts of the
   * agent's definition.
   */
  agent: rule(
    { missing: 'SES-030', type: 'SES-032', value: 'SES-032' },
    z.union([z.string().min(1), agentParams, AgentWithOverridesParams]),
  ),
  /** Most that the session may cost. Default: no limit. Not in the documents; see 1.3.3. */
  budget: rule('SLA-001', SessionBudgetParams).optional(),
  /** Identifier of the environment that the session runs in. */
  environment_id: rule('SES-033', z.string().min(1)),
  /** Up to 50 messages and outcomes that start the session, in order. Not in the documents; see 1.3.3. */
  initial_events: rule('SLA-003', z.array(InitialEvent).max(sessionLimits.initialEvents)).optional(),
  /** Your own key-value pairs. Default: none. */
  metadata: Metadata.optional(),
  /** Resources to attach: at most 999 files and 8 memory stores. */
  resources: rule(
    'SES-035',
    constrain(z.array(SessionResourceParams), (resources, report) => {
      const count = (type: string): number => resources.filter((resource) => resource.type === type).length;
      if (count('file') > sessionLimits.files)
        report('GEN-005', `must have at most ${sessionLimits.files} files`);
      if (count('memory_store') > sessionLimits.memoryStores)
        report('GEN-005', `must have at most ${sessionLimits.memoryStores} memory stores`);
    }),
  ).optional(),
  /** Human-readable title. */
  title: rule('SES-036', z.string()).nullish(),
  /** Identifiers of the vaults whose credentials the agent can use. */
  vault_ids: rule('SES-037', z.array(z.string().min(1))).optional(),
});

/** Changes to the session's snapshot of its agent. Omitted fields keep their value. */
export const SessionAgentUpdate: ObjectSchema<types.SessionAgentUpdate> = object({
  /** Replaces all MCP servers; an empty array removes them. */
  mcp_servers: rule('SES-057', McpServersParams).optional(),
  /** Replaces all tools; an empty array removes them. */
  tools: rule('SES-057', AgentToolsParams).optional(),
});

/** Body of {@link updateSession}. Omitted fields keep their value. */
export const SessionUpdateParams: ObjectSchema<types.SessionUpdateParams> = object({
  /** Changes to the tools and MCP servers. */
  agent: rule({ unknown: 'SES-053' }, SessionAgentUpdate).optional(),
  /** New limit of the cost; null removes it. Not in the documents; see 1.3.3. */
  budget: rule('SLA-001', SessionBudgetParams).nullish(),
  /** Changes to the key-value pairs; null keeps all of them. */
  metadata: MetadataPatch.nullish(),
  /** New title; null clears it. */
  title: rule('SES-051', z.string()).nullish(),
  /** Reserved. The service rejects requests that set it. */
  vault_ids: rule('SES-052', z.never()).optional(),
});

/** Time range for filtering. */
export const SessionTimeRange: ObjectSchema<types.SessionTimeRange> = object({
  /** After this RFC 3339 time. */
  gt: timestamp.optional(),
  /** At or after this RFC 3339 time. */
  gte: timestamp.optional(),
  /** Before this RFC 3339 time. */
  lt: timestamp.optional(),
  /** At or before this RFC 3339 time. */
  lte: timestamp.optional(),
});

/**
 * A page of {@link listSessions}.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.1.5
 */
export const SessionPage: ObjectSchema<types.SessionPage> = openObject('CursorPage<Session>', {
  ...cursorPage(Session).shape,
  /** Opaque cursor of the previous page, for `page`; null or absent on the first one. */
  prev_page: z.string().nullish(),
});

/** Query of {@link listSessions}. */
export const SessionListParams: ObjectSchema<types.SessionListParams> = constrain(
  object('CursorPageParams', {
    /** Returns only sessions of this agent. */
    agent_id: z.string().min(1).optional(),
    /** Returns only sessions with this version of the agent. Requires `agent_id`. */
    agent_version: z.int().min(1).optional(),
    /** Returns only sessions created in this time range. */
    created_at: SessionTimeRange.optional(),
    /** Returns only sessions that this deployment started. Not in the documents; see 1.3.3. */
    deployment_id: z.string().min(1).optional(),
    /** Whether to include archived sessions. Default false. */
    include_archived: z.boolean().optional(),
    limit: pageLimit(100).optional(),
    /** Returns only sessions with this memory store attached. */
    memory_store_id: z.string().min(1).optional(),
    /** Sort direction by creation time. Default `desc`. */
    order: z.enum(['asc', 'desc']).optional(),
    page: z.string().min(1).optional(),
    /** Returns only sessions with one of these statuses. */
    statuses: z.array(SessionStatus).optional(),
  }),
  (query, report) => {
    if (query.agent_version !== undefined && query.agent_id === undefined)
      report('GEN-005', 'requires agent_id', ['agent_version']);
  },
);

/**
 * Response of {@link deleteSession}.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.3.3
 */
export const DeletedSession: ObjectSchema<types.DeletedSession> = openObject({
  /** Identifier of the deleted session. */
  id: z.string(),
  type: z.literal('session_deleted'),
});

const operation = operationsOf({
  client: 'Sessions',
  isExtended: true,
  ...managedAgents,
  source: 'managed-agents > Sessions',
  notShown: '1.3.3',
});

/** Creates a session. It is idle until the first event is sent. */
export const createSession: OperationContract = operation({
  id: 'sessions.create',
  route: 'POST /v1/sessions',
  replay: 'create',
  secrets: ['resources.*.authorization_token'],
  content: ['resources.*.instructions', 'agent.system', 'initial_events.*.content'],
  schemas: { body: SessionCreateParams, response: Session },
});

/**
 * Lists the sessions, newest first unless `order` is `asc`. Archived sessions are included only with `include_archived`.
 */
export const listSessions: OperationContract = operation({
  id: 'sessions.list',
  route: 'GET /v1/sessions',
  paging: 'cursor',
  query: { created_at: 'name[gte]', statuses: 'name[]' },
  assumed: ['operation'],
  schemas: { query: SessionListParams, response: SessionPage },
});

/** Retrieves a session. */
export const retrieveSession: OperationContract = operation({
  id: 'sessions.retrieve',
  route: 'GET /v1/sessions/{session_id}',
  reads: { 'outcome_evaluations?': [{}] },
  assumed: ['operation'],
  schemas: { response: Session },
});

/**
 * Updates the title, metadata, tools or MCP servers of a session. Its vaults cannot be changed.
 *
 * @remarks Method, path and the field `agent` are not in the documents; see "What the documents do not show" 1.3.3
 */
export const updateSession: OperationContract = operation({
  id: 'sessions.update',
  isHandWritten: true,
  route: 'POST /v1/sessions/{session_id}',
  replay: 'idempotent',
  assumed: ['path'],
  schemas: { body: SessionUpdateParams, response: Session },
});

/** Deletes a session and its events. A running session cannot be deleted. */
export const deleteSession: OperationContract = operation({
  id: 'sessions.delete',
  route: 'DELETE /v1/sessions/{session_id}',
  assumed: ['operation'],
  schemas: { response: DeletedSession },
});

/** Archives a session permanently: it is terminated and read-only. A running session cannot be archived. */
export const archiveSession: OperationContract = operation({
  id: 'sessions.archive',
  route: 'POST /v1/sessions/{session_id}/archive',
  replay: 'idempotent',
  assumed: ['operation'],
  schemas: { response: Session },
});
