/** Parts of the definition of an agent: its model, MCP servers and skills. */
import * as z from 'zod';
import { typed } from '../kit/contract.js';
import { characters, constrain } from '../kit/limits.schema.js';
import {
  knownEnum,
  named,
  object,
  type ObjectSchema,
  openEnum,
  openObject,
  rule,
  type Schema,
} from '../kit/schema.js';
import type * as types from './agent-definition.js';

/**
 * Limits of an agent's definition. Lengths are in characters (Unicode code points).
 *
 * @source managed-agents > Agent
 */
export const agentLimits = {
  /** Maximum length of a name. The minimum is 1. */
  nameCharacters: 256,
  /** Maximum length of a description. */
  descriptionCharacters: 2048,
  /** Maximum length of a system prompt. */
  systemCharacters: 100_000,
  /** Maximum number of tools across all toolsets, as {@link countAgentTools} counts them. */
  tools: 128,
  /** Maximum length of the name of a custom tool, or of a tool of an MCP server. */
  toolNameCharacters: 128,
  /** Maximum length of the description of a custom tool. */
  toolDescriptionCharacters: 1024,
  /** Maximum number of MCP servers. */
  mcpServers: 20,
  /** Maximum length of the name of an MCP server. */
  mcpServerNameCharacters: 255,
  /** Maximum number of skills. */
  skills: 20,
  /** Maximum number of agents in a coordinator's roster. The minimum is 1. */
  rosterAgents: 20,
} as const;

const FAST_MODELS: ReadonlySet<string> = new Set(['assistant-opus-4-6', 'assistant-opus-4-7']);

/** An MCP server that an agent can use. */
export const AgentMcpServer: ObjectSchema<types.AgentMcpServer> = openObject({
  /** Name, 1 to 255 characters, unique among the agent's servers. */
  name: z.string(),
  type: z.literal('url'),
  /** URL of the server. */
  url: z.string(),
});

const mcpServer: ObjectSchema<types.AgentMcpServer> = typed(
  'AgentMcpServer',
  object({
    name: rule('AGT-040', characters({ min: 1, max: agentLimits.mcpServerNameCharacters })),
    type: rule('AGT-042', z.literal('url')),
    url: rule('AGT-042', z.url()),
  }),
);

/** Schema of the MCP servers of a request. */
export const McpServersParams: Schema<types.AgentMcpServer[]> = typed(
  'AgentMcpServer[]',
  rule(
    'AGT-039',
    constrain(z.array(mcpServer).max(agentLimits.mcpServers), (servers, report) => {
      const seen = new Set<string>();
      for (const [index, server] of servers.entries()) {
        if (seen.has(server.name)) report('AGT-041', 'must be unique within the array', [index, 'name']);
        seen.add(server.name);
      }
    }),
  ),
);

/** Speed of a model. `fast` costs more and is not available for every model. */
export const ModelSpeed: Schema<types.ModelSpeed> = z.enum(['standard', 'fast']);

/** Model ids for agents. Any other string is accepted too. */
export const AgentModel: Schema<types.AgentModel> = named(
  openEnum([
    'assistant-opus-4-7',
    'assistant-opus-4-6',
    'assistant-sonnet-4-6',
    'assistant-haiku-4-5',
    'assistant-haiku-4-5-20251001',
    'assistant-opus-4-5',
    'assistant-opus-4-5-20251101',
    'assistant-sonnet-4-5',
    'assistant-sonnet-4-5-20250929',
  ]),
);

/**
 * A model and its speed.
 *
 * @source managed-agents > Model identifiers for agents
 */
export const ModelConfig: ObjectSchema<types.ModelConfig> = openObject({
  /** Model id. */
  id: AgentModel,
  /** Speed of the model. */
  speed: openEnum(ModelSpeed).optional(),
});

/** A skill of an agent. */
export const AgentSkill: ObjectSchema<types.AgentSkill> = openObject({
  /** Identifier: a name for vendor skills, `skill_...` for custom skills. */
  skill_id: z.string(),
  /** `vendor` for skills of the vendor, `custom` for your own. */
  type: named(openEnum(['vendor', 'custom'])),
  /** Version of the skill. */
  version: z.string(),
});

const modelId = typed('AgentModel', named(z.string().min(1)) as unknown as Schema<types.AgentModel>);

/** A model and its speed, in a request. */
export const ModelConfigParams: ObjectSchema<types.ModelConfigParams> = object({
  /** Model id. */
  id: rule('AGT-031', modelId),
  /** Speed of the model. Default `standard`. */
  speed: rule('AGT-034', knownEnum(ModelSpeed)).nullish(),
});

/**
 * Schema of the model of an agent in requests.
 *
 * @internal
 */
export const AgentModelParams: Schema<types.AgentModel | types.ModelConfigParams> = typed(
  'AgentModel | ModelConfigParams',
  rule(
    { missing: 'AGT-030', type: 'AGT-031', value: 'AGT-031' },
    z.union([
      modelId,
      constrain(ModelConfigParams, (config, report) => {
        if (config.speed === 'fast' && !FAST_MODELS.has(config.id))
          report('AGT-035', `must be standard: only ${[...FAST_MODELS].join(', ')} support fast`, ['speed']);
      }),
    ]),
  ),
);

/**
 * Schema of a system prompt in requests.
 *
 * @internal
 */
export const AgentSystem: Schema<string> = typed(
  'string',
  rule('AGT-059', characters({ max: agentLimits.systemCharacters })),
);

/** A skill, in a request. */
export const AgentSkillParams: ObjectSchema<types.AgentSkillParams> = object({
  /** Identifier: a name for vendor skills, `skill_...` for custom skills. */
  skill_id: rule('AGT-057', z.string().min(1)),
  /** `vendor` for skills of the vendor, `custom` for your own. */
  type: rule('AGT-057', knownEnum(['vendor', 'custom'])),
  /** Version to pin. Defaults to the latest. */
  version: rule('AGT-058', z.string().min(1)).nullish(),
});

/**
 * Schema of the skills of an agent in requests.
 *
 * @internal
 */
export const AgentSkillsParams: Schema<types.AgentSkillParams[]> = typed(
  'AgentSkillParams[]',
  rule('AGT-056', z.array(AgentSkillParams).max(agentLimits.skills)),
);
