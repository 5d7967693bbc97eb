/** Schemas of sessions. */
import * as z from 'zod';
import { constrain, timestamp } from '../kit/limits.schema.js';
import { cursorPage, pageLimit } from '../kit/paging.schema.js';
import { object, type ObjectSchema, openEnum, openObject, rule, type SchemasFor } from '../kit/schema.js';
import type { AgentWithOverridesParams } from './agent-overrides.js';
import { AgentToolSchema, AgentToolsParamsSchema } from './agent-tools.schema.js';
import {
  AgentMcpServerSchema,
  AgentModelParamsSchema,
  agentParams,
  AgentSkillSchema,
  AgentSkillsParamsSchema,
  AgentSystemSchema,
  McpServersParamsSchema,
  ModelConfigSchema,
} from './agents.schema.js';
import { sessionLimits } from './limits.js';
import { MetadataPatchSchema, MetadataSchema, StoredMetadataSchema } from './metadata.schema.js';
import {
  MonetaryAmountSchema,
  SessionBudgetParamsSchema,
  SessionBudgetSchema,
  SessionServerToolUsageSchema,
} from './session-budgets.schema.js';
import { SessionResourceParamsSchema, SessionResourceSchema } from './session-resources.schema.js';
import type { InlineThreadAgent } from './session-threads.js';
import type * as types from './sessions.js';
import type { sessionOperations } from './operations.js';
import { initialEventSchema } from './user-events.schema.js';

const ownDefinition = {
  description: z.string().nullish(),
  mcp_servers: z.array(AgentMcpServerSchema),
  model: ModelConfigSchema,
  name: z.string(),
  skills: z.array(AgentSkillSchema),
  system: z.string().nullish(),
  tools: z.array(AgentToolSchema),
};

const definition = {
  ...ownDefinition,
  id: z.string(),
  type: z.literal('agent'),
  version: z.int().min(1),
};

/** Schema of {@link InlineThreadAgent}. */
export const InlineThreadAgentSchema: ObjectSchema<InlineThreadAgent> = openObject<InlineThreadAgent>()({
  ...ownDefinition,
  type: z.literal('inline'),
});

/** Schema of {@link types.SessionThreadAgent}. */
export const SessionThreadAgentSchema: ObjectSchema<types.SessionThreadAgent> =
  openObject<types.SessionThreadAgent>()(definition);

/** Schema of {@link types.SessionAgent}. */
export const SessionAgentSchema: ObjectSchema<types.SessionAgent> = openObject<types.SessionAgent>()({
  ...definition,
  multiagent: openObject<types.SessionCoordinator>()({
    agents: z.array(SessionThreadAgentSchema),
    type: z.literal('coordinator'),
  }).nullish(),
});

/** Schema of {@link types.SessionUsage}. */
export const SessionUsageSchema: ObjectSchema<types.SessionUsage> = openObject<types.SessionUsage>()({
  active_seconds: z.number().optional(),
  cache_creation: openObject<types.CacheCreationUsage>()({
    ephemeral_1h_input_tokens: z.int().optional(),
    ephemeral_5m_input_tokens: z.int().optional(),
  }).optional(),
  cache_read_input_tokens: z.int().optional(),
  input_tokens: z.int().optional(),
  list_cost: MonetaryAmountSchema.nullish(),
  output_tokens: z.int().optional(),
  server_tool_use: SessionServerToolUsageSchema.nullish(),
});

const outcome: ObjectSchema<types.OutcomeEvaluation> = openObject<types.OutcomeEvaluation>()({
  completed_at: timestamp.nullish(),
  description: z.string(),
  explanation: z.string().nullish(),
  iteration: z.int().min(0),
  outcome_id: z.string().startsWith('outc_'),
  result: openEnum<types.OutcomeResult>(),
  type: z.literal('outcome_evaluation'),
});

/** Schema of {@link types.Session}. */
export const SessionSchema: ObjectSchema<types.Session> = openObject<types.Session>()({
  id: z.string().min(1),
  agent: SessionAgentSchema,
  archived_at: timestamp.nullish(),
  budget: SessionBudgetSchema.nullish(),
  created_at: timestamp,
  deployment_id: z.string().nullish(),
  environment_id: z.string(),
  metadata: StoredMetadataSchema,
  outcome_evaluations: z.array(outcome),
  resources: z.array(SessionResourceSchema),
  stats: openObject<types.SessionStats>()({
    active_seconds: z.number().optional(),
    duration_seconds: z.number().optional(),
  }),
  status: openEnum<types.SessionStatus>(),
  title: z.string().nullish(),
  type: z.literal('session'),
  updated_at: timestamp,
  usage: SessionUsageSchema,
  vault_ids: z.array(z.string()),
});

const agentWithOverrides: ObjectSchema<AgentWithOverridesParams> = object<AgentWithOverridesParams>()({
  id: rule('SES-032', z.string().min(1)),
  type: rule('SES-032', z.literal('agent_with_overrides')),
  mcp_servers: McpServersParamsSchema.optional(),
  model: AgentModelParamsSchema.optional(),
  skills: AgentSkillsParamsSchema.optional(),
  system: AgentSystemSchema.nullish(),
  tools: AgentToolsParamsSchema.optional(),
  version: rule('SES-032', z.int().min(1)).optional(),
});

/** Schema of {@link types.SessionCreateParams}. */
export const SessionCreateParamsSchema: ObjectSchema<types.SessionCreateParams> =
  object<types.SessionCreateParams>()({
    agent: rule(
      { missing: 'SES-030', type: 'SES-032', value: 'SES-032' },
      z.union([z.string().min(1), agentParams('SES-032', 'SES-032'), agentWithOverrides]),
    ),
    budget: rule('SLA-001', SessionBudgetParamsSchema).optional(),
    environment_id: rule('SES-033', z.string().min(1)),
    initial_events: rule('SLA-003', z.array(initialEventSchema).max(sessionLimits.initialEvents)).optional(),
    metadata: MetadataSchema.optional(),
    resources: rule(
      'SES-035',
      constrain(z.array(SessionResourceParamsSchema), (resources, report) => {
        const count = (type: string): number => resources.filter((resource) => resource.type === type).length;
        if (count('file') > sessionLimits.files)
          report('GEN-005', `must have at most ${sessionLimits.files} files`);
        if (count('memory_store') > sessionLimits.memoryStores)
          report('GEN-005', `must have at most ${sessionLimits.memoryStores} memory stores`);
      }),
    ).optional(),
    title: rule('SES-036', z.string()).nullish(),
    vault_ids: rule('SES-037', z.array(z.string().min(1))).optional(),
  });

/** Schema of {@link types.SessionUpdateParams}. */
export const SessionUpdateParamsSchema: ObjectSchema<types.SessionUpdateParams> =
  object<types.SessionUpdateParams>()({
    agent: rule(
      { unknown: 'SES-053' },
      object<types.SessionAgentUpdate>()({
        mcp_servers: rule('SES-057', McpServersParamsSchema).optional(),
        tools: rule('SES-057', AgentToolsParamsSchema).optional(),
      }),
    ).optional(),
    budget: rule('SLA-001', SessionBudgetParamsSchema).nullish(),
    metadata: MetadataPatchSchema.nullish(),
    title: rule('SES-051', z.string()).nullish(),
    vault_ids: rule('SES-052', z.never()).optional(),
  });

/** Schema of {@link types.SessionTimeRange}. */
export const SessionTimeRangeSchema: ObjectSchema<types.SessionTimeRange> = object<types.SessionTimeRange>()({
  gt: timestamp.optional(),
  gte: timestamp.optional(),
  lt: timestamp.optional(),
  lte: timestamp.optional(),
});

/** Schema of {@link types.SessionPage}. */
export const SessionPageSchema: ObjectSchema<types.SessionPage> = openObject<types.SessionPage>()({
  ...cursorPage(SessionSchema).shape,
  prev_page: z.string().nullish(),
});

const listParams: ObjectSchema<types.SessionListParams> = constrain(
  object<types.SessionListParams>()({
    agent_id: z.string().min(1).optional(),
    agent_version: z.int().min(1).optional(),
    created_at: SessionTimeRangeSchema.optional(),
    deployment_id: z.string().min(1).optional(),
    include_archived: z.boolean().optional(),
    limit: pageLimit(100).optional(),
    memory_store_id: z.string().min(1).optional(),
    order: z.enum(['asc', 'desc']).optional(),
    page: z.string().min(1).optional(),
    statuses: z.array(z.enum(['rescheduling', 'running', 'idle', 'terminated'])).optional(),
  }),
  (query, report) => {
    if (query.agent_version !== undefined && query.agent_id === undefined)
      report('GEN-005', 'requires agent_id', ['agent_version']);
  },
);

/** Schemas of the operations on sessions, by id. */
export const sessionSchemas: SchemasFor<typeof sessionOperations> = {
  'sessions.create': { body: SessionCreateParamsSchema, response: SessionSchema },
  'sessions.list': { query: listParams, response: SessionPageSchema },
  'sessions.retrieve': { response: SessionSchema },
  'sessions.update': { body: SessionUpdateParamsSchema, response: SessionSchema },
  'sessions.delete': {
    response: openObject<types.DeletedSession>()({ id: z.string(), type: z.literal('session_deleted') }),
  },
  'sessions.archive': { response: SessionSchema },
};
