/** Schemas of sessions. */
import { s } from '../kit/schema.js';
import { constrain, timestamp } from '../kit/limits.schema.js';
import { cursorPage, pageLimit } from '../kit/paging.schema.js';
import { object, openEnum, openObject, rule, type Schema, type SchemasFor } from '../kit/schema.js';
import { AgentToolSchema, AgentToolsParamsSchema } from './agent-tools.schema.js';
import {
  AgentMcpServerSchema,
  agentParams,
  AgentSkillSchema,
  McpServersParamsSchema,
  ModelConfigSchema,
} from './agents.schema.js';
import { sessionLimits } from './limits.js';
import { MetadataPatchSchema, MetadataSchema, StoredMetadataSchema } from './metadata.schema.js';
import { SessionResourceParamsSchema, SessionResourceSchema } from './session-resources.schema.js';
import type {
  CacheCreationUsage,
  DeletedSession,
  OutcomeEvaluation,
  OutcomeResult,
  Session,
  SessionAgent,
  SessionAgentUpdate,
  SessionCoordinator,
  SessionCreateParams,
  SessionListParams,
  sessionOperations,
  SessionStats,
  SessionStatus,
  SessionThreadAgent,
  SessionUpdateParams,
  SessionUsage,
  SessionTimeRange,
} from './sessions.js';

const definition = {
  id: s.string(),
  description: s.string().nullable(),
  mcp_servers: s.array(AgentMcpServerSchema),
  model: ModelConfigSchema,
  name: s.string(),
  skills: s.array(AgentSkillSchema),
  system: s.string().nullable(),
  tools: s.array(AgentToolSchema),
  type: s.literal('agent'),
  version: s.int().min(1),
};

/** Schema of {@link SessionThreadAgent}. */
export const SessionThreadAgentSchema: Schema<SessionThreadAgent> =
  openObject<SessionThreadAgent>()(definition);

/** Schema of {@link SessionAgent}. */
export const SessionAgentSchema: Schema<SessionAgent> = openObject<SessionAgent>()({
  ...definition,
  multiagent: openObject<SessionCoordinator>()({
    agents: s.array(SessionThreadAgentSchema),
    type: s.literal('coordinator'),
  }).nullable(),
});

/** Schema of {@link SessionUsage}. */
export const SessionUsageSchema: Schema<SessionUsage> = openObject<SessionUsage>()({
  cache_creation: openObject<CacheCreationUsage>()({
    ephemeral_1h_input_tokens: s.int().optional(),
    ephemeral_5m_input_tokens: s.int().optional(),
  }).optional(),
  cache_read_input_tokens: s.int().optional(),
  input_tokens: s.int().optional(),
  output_tokens: s.int().optional(),
});

const outcome: Schema<OutcomeEvaluation> = openObject<OutcomeEvaluation>()({
  completed_at: timestamp.nullable(),
  description: s.string(),
  explanation: s.string().nullable(),
  iteration: s.int().min(0),
  outcome_id: s.string().startsWith('outc_'),
  result: openEnum<OutcomeResult>(),
  type: s.literal('outcome_evaluation'),
});

/** Schema of {@link Session}. */
export const SessionSchema: Schema<Session> = openObject<Session>()({
  id: s.string().min(1),
  agent: SessionAgentSchema,
  archived_at: timestamp.nullable(),
  created_at: timestamp,
  environment_id: s.string(),
  metadata: StoredMetadataSchema,
  outcome_evaluations: s.array(outcome),
  resources: s.array(SessionResourceSchema),
  stats: openObject<SessionStats>()({
    active_seconds: s.number().optional(),
    duration_seconds: s.number().optional(),
  }),
  status: openEnum<SessionStatus>(),
  title: s.string().nullable(),
  type: s.literal('session'),
  updated_at: timestamp,
  usage: SessionUsageSchema,
  vault_ids: s.array(s.string()),
});

/** Schema of {@link SessionCreateParams}. */
export const SessionCreateParamsSchema: Schema<SessionCreateParams> = object<SessionCreateParams>()({
  agent: rule(
    { missing: 'SES-030', type: 'SES-032', value: 'SES-032' },
    s.union([s.string().min(1), agentParams('SES-032', 'SES-032')]),
  ),
  environment_id: rule('SES-033', s.string().min(1)),
  metadata: MetadataSchema.optional(),
  resources: rule(
    'SES-035',
    constrain(s.array(SessionResourceParamsSchema), (resources, report) => {
      const count = (type: string): number => resources.filter((resource) => resource.type === type).length;
      if (count('file') > sessionLimits.files)
        report('GEN-005', `must have at most ${sessionLimits.files} files`);
      if (count('memory_store') > sessionLimits.memoryStores)
        report('GEN-005', `must have at most ${sessionLimits.memoryStores} memory stores`);
    }),
  ).optional(),
  title: rule('SES-036', s.string()).nullable().optional(),
  vault_ids: rule('SES-037', s.array(s.string().min(1))).optional(),
});

/** Schema of {@link SessionUpdateParams}. */
export const SessionUpdateParamsSchema: Schema<SessionUpdateParams> = object<SessionUpdateParams>()({
  agent: rule(
    { unknown: 'SES-053' },
    object<SessionAgentUpdate>()({
      mcp_servers: rule('SES-057', McpServersParamsSchema).optional(),
      tools: rule('SES-057', AgentToolsParamsSchema).optional(),
    }),
  ).optional(),
  metadata: MetadataPatchSchema.nullable().optional(),
  title: rule('SES-051', s.string()).nullable().optional(),
  vault_ids: rule('SES-052', s.never()).optional(),
});

/** Schema of {@link SessionTimeRange}. */
export const SessionTimeRangeSchema: Schema<SessionTimeRange> = object<SessionTimeRange>()({
  gt: timestamp.optional(),
  gte: timestamp.optional(),
  lt: timestamp.optional(),
  lte: timestamp.optional(),
});

const listParams: Schema<SessionListParams> = constrain(
  object<SessionListParams>()({
    agent_id: s.string().min(1).optional(),
    agent_version: s.int().min(1).optional(),
    created_at: SessionTimeRangeSchema.optional(),
    include_archived: s.boolean().optional(),
    limit: pageLimit(100).optional(),
    memory_store_id: s.string().min(1).optional(),
    order: s.enum(['asc', 'desc']).optional(),
    page: s.string().min(1).optional(),
    statuses: s.array(s.enum(['rescheduling', 'running', 'idle', 'terminated'])).optional(),
  }),
  (query, report) => {
    if (query.agent_version !== undefined && query.agent_id === undefined)
      report('GEN-005', 'can only be given together with agent_id', ['agent_version']);
  },
);

/** Schemas of the operations on sessions, by id. */
export const sessionSchemas: SchemasFor<typeof sessionOperations> = {
  'sessions.create': { body: SessionCreateParamsSchema, response: SessionSchema },
  'sessions.list': { query: listParams, response: cursorPage(SessionSchema) },
  'sessions.retrieve': { response: SessionSchema },
  'sessions.update': { body: SessionUpdateParamsSchema, response: SessionSchema },
  'sessions.delete': {
    response: openObject<DeletedSession>()({ id: s.string(), type: s.literal('session_deleted') }),
  },
  'sessions.archive': { response: SessionSchema },
};
