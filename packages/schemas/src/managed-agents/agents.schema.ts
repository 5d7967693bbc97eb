/** Schemas of agents. */
import * as z from 'zod';
import { characters, constrain, type Report, timestamp } from '../kit/limits.schema.js';
import type { OpenEnum } from '../kit/open.js';
import type { CursorPageParams } from '../kit/paging.js';
import { cursorPage, pageLimit } from '../kit/paging.schema.js';
import {
  knownEnum,
  named,
  object,
  type ObjectSchema,
  openEnum,
  openObject,
  rule,
  type Schema,
  type SchemasFor,
  union,
} from '../kit/schema.js';
import { AgentToolSchema, AgentToolsParamsSchema } from './agent-tools.schema.js';
import type { AgentToolParams } from './agent-tools.js';
import type * as types from './agents.js';
import type { agentOperations } from './operations.js';
import { agentLimits } from './limits.js';
import { InclusiveTimeRange as InclusiveTimeRangeSchema } from './memory-stores.contract.js';
import { MetadataPatchSchema, MetadataSchema, StoredMetadataSchema } from './metadata.schema.js';

const FAST_MODELS: ReadonlySet<string> = new Set(['assistant-opus-4-6', 'assistant-opus-4-7']);

/** Schema of {@link types.AgentMcpServer} in a record. */
export const AgentMcpServerSchema: ObjectSchema<types.AgentMcpServer> = openObject<types.AgentMcpServer>()({
  name: z.string(),
  type: z.literal('url'),
  url: z.string(),
});

/** Schema of the MCP servers of a request. */
export const McpServersParamsSchema: Schema<types.AgentMcpServer[]> = rule(
  'AGT-039',
  constrain(
    z
      .array(
        object<types.AgentMcpServer>()({
          name: rule('AGT-040', characters({ min: 1, max: agentLimits.mcpServerNameCharacters })),
          type: rule('AGT-042', z.literal('url')),
          url: rule('AGT-042', z.url()),
        }),
      )
      .max(agentLimits.mcpServers),
    (servers, report) => {
      const seen = new Set<string>();
      for (const [index, server] of servers.entries()) {
        if (seen.has(server.name)) report('AGT-041', 'must be unique within the array', [index, 'name']);
        seen.add(server.name);
      }
    },
  ),
);

/** Schema of {@link types.ModelConfig}. */
export const ModelConfigSchema: ObjectSchema<types.ModelConfig> = openObject<types.ModelConfig>()({
  id: named(z.string()) as unknown as Schema<types.AgentModel>,
  speed: openEnum<types.ModelSpeed>().optional(),
});

/** Schema of {@link types.AgentSkill}. */
export const AgentSkillSchema: ObjectSchema<types.AgentSkill> = openObject<types.AgentSkill>()({
  skill_id: z.string(),
  type: named(openEnum<'vendor' | 'custom'>()),
  version: z.string(),
});

/**
 * Creates the schema of {@link types.AgentParams}.
 *
 * @param form - Rule that the form of the reference breaks.
 * @param version - Rule that its version breaks.
 */
export const agentParams = (form: string, version: string): Schema<types.AgentParams> =>
  object<types.AgentParams>()({
    id: rule(form, z.string().min(1)),
    type: rule(form, z.literal('agent')),
    version: rule(version, z.int().min(1)).optional(),
  });

const coordinator: ObjectSchema<types.Coordinator> = openObject<types.Coordinator>()({
  agents: z.array(
    openObject<types.AgentReference>()({ id: z.string(), type: z.literal('agent'), version: z.int().min(1) }),
  ),
  type: z.literal('coordinator'),
});

/** Schema of {@link types.Agent}. */
export const AgentSchema: ObjectSchema<types.Agent> = openObject<types.Agent>()({
  id: z.string().min(1),
  archived_at: timestamp.nullish(),
  created_at: timestamp,
  description: z.string().nullish(),
  mcp_servers: z.array(AgentMcpServerSchema),
  metadata: StoredMetadataSchema,
  model: ModelConfigSchema,
  multiagent: coordinator.nullish(),
  name: z.string(),
  skills: z.array(AgentSkillSchema),
  system: z.string().nullish(),
  tools: z.array(AgentToolSchema),
  type: z.literal('agent'),
  updated_at: timestamp,
  version: z.int().min(1),
});

const modelId = named(z.string().min(1)) as unknown as Schema<types.AgentModel>;
/**
 * Schema of the model of an agent in requests.
 *
 * @internal
 */
export const AgentModelParamsSchema: Schema<types.AgentModel | types.ModelConfigParams> = rule(
  { missing: 'AGT-030', type: 'AGT-031', value: 'AGT-031' },
  z.union([
    modelId,
    constrain(
      object<types.ModelConfigParams>()({
        id: rule('AGT-031', modelId),
        speed: rule('AGT-034', knownEnum<OpenEnum<types.ModelSpeed>>()(['standard', 'fast'])).nullish(),
      }),
      (config, report) => {
        if (config.speed === 'fast' && !FAST_MODELS.has(config.id))
          report('AGT-035', `must be standard: only ${[...FAST_MODELS].join(', ')} support fast`, ['speed']);
      },
    ),
  ]),
);

const description = rule('AGT-038', characters({ max: agentLimits.descriptionCharacters }));
/**
 * Schema of a system prompt in requests.
 *
 * @internal
 */
export const AgentSystemSchema: Schema<string> = rule(
  'AGT-059',
  characters({ max: agentLimits.systemCharacters }),
);
const name = characters({ min: 1, max: agentLimits.nameCharacters });
/**
 * Schema of the skills of an agent in requests.
 *
 * @internal
 */
export const AgentSkillsParamsSchema: Schema<types.AgentSkillParams[]> = rule(
  'AGT-056',
  z
    .array(
      object<types.AgentSkillParams>()({
        skill_id: rule('AGT-057', z.string().min(1)),
        type: rule('AGT-057', knownEnum<OpenEnum<'vendor' | 'custom'>>()(['vendor', 'custom'])),
        version: rule('AGT-058', z.string().min(1)).nullish(),
      }),
    )
    .max(agentLimits.skills),
);

const rosterEntry = z.union([
  rule('AGT-046', z.string().min(1)),
  union<types.AgentParams | types.SelfReference>()('type', {
    agent: agentParams('AGT-047', 'AGT-049'),
    self: object<types.SelfReference>()({ type: z.literal('self') }),
  }),
]);

const multiagent: ObjectSchema<types.CoordinatorParams> = object<types.CoordinatorParams>()({
  agents: rule(
    { missing: 'AGT-045', type: 'AGT-045', value: 'AGT-045' },
    constrain(
      z.array(rule('AGT-047', rosterEntry)).min(1).max(agentLimits.rosterAgents),
      (entries, report) => {
        const selves = entries.filter((entry) => typeof entry === 'object' && entry.type === 'self');
        if (selves.length > 1) report('AGT-052', 'must have at most one self');
      },
    ),
  ),
  type: rule('AGT-044', z.literal('coordinator')),
});

/** Schema of {@link types.AgentCreateParams}. */
export const AgentCreateParamsSchema: ObjectSchema<types.AgentCreateParams> = constrain(
  object<types.AgentCreateParams>()({
    model: AgentModelParamsSchema,
    name: rule({ missing: 'AGT-036', type: 'AGT-036', value: 'AGT-037' }, name),
    description: description.nullish(),
    mcp_servers: McpServersParamsSchema.optional(),
    metadata: MetadataSchema.optional(),
    multiagent: multiagent.nullish(),
    skills: AgentSkillsParamsSchema.optional(),
    system: AgentSystemSchema.nullish(),
    tools: AgentToolsParamsSchema.optional(),
  }),
  (params, report) => checkServerNames(params.tools ?? [], params.mcp_servers ?? [], report),
);

/**
 * Checks that every MCP toolset names one of the servers.
 *
 * @param tools - The tools.
 * @param servers - The servers.
 * @param report - Receives the issues; paths start at `tools`.
 */
export function checkServerNames(
  tools: readonly AgentToolParams[],
  servers: readonly types.AgentMcpServer[],
  report: Report,
): void {
  for (const [index, tool] of tools.entries()) {
    if (tool.type === 'mcp_toolset' && !servers.some((server) => server.name === tool.mcp_server_name))
      report('AGT-066', 'must match a name in mcp_servers', ['tools', index, 'mcp_server_name']);
  }
}

/** Schema of {@link types.AgentUpdateParams}. What depends on stored fields is known only where they are. */
export const AgentUpdateParamsSchema: ObjectSchema<types.AgentUpdateParams> =
  object<types.AgentUpdateParams>()({
    version: rule('GEN-017', z.int().min(1)),
    description: description.nullish(),
    mcp_servers: McpServersParamsSchema.nullish(),
    metadata: MetadataPatchSchema.nullish(),
    model: AgentModelParamsSchema.optional(),
    multiagent: multiagent.nullish(),
    name: rule({ type: 'AGT-036', value: 'AGT-037' }, name).optional(),
    skills: AgentSkillsParamsSchema.nullish(),
    system: AgentSystemSchema.nullish(),
    tools: AgentToolsParamsSchema.nullish(),
  });

const page = { limit: pageLimit(100).optional(), page: z.string().min(1).optional() };

/** Schemas of the operations on agents, by id. */
export const agentSchemas: SchemasFor<typeof agentOperations> = {
  'agents.create': { body: AgentCreateParamsSchema, response: AgentSchema },
  'agents.list': {
    query: object<types.AgentListParams>()({
      ...page,
      created_at: InclusiveTimeRangeSchema.optional(),
      include_archived: z.boolean().optional(),
    }),
    response: cursorPage(AgentSchema),
  },
  'agents.retrieve': {
    query: object<types.AgentRetrieveParams>()({ version: z.int().min(1).optional() }),
    response: AgentSchema,
  },
  'agents.update': { body: AgentUpdateParamsSchema, response: AgentSchema },
  'agents.archive': { response: AgentSchema },
  'agents.listVersions': { query: object<CursorPageParams>()(page), response: cursorPage(AgentSchema) },
};
