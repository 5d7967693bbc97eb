/** Agents: stored, versioned definitions. */
import * as z from 'zod';
import { type OperationContract, operationsOf, typed } from '../kit/contract.js';
import { characters, constrain, type Report, timestamp } from '../kit/limits.schema.js';
import type { CursorPageParams } from '../kit/paging.js';
import { cursorPage, pageLimit } from '../kit/paging.schema.js';
import { object, type ObjectSchema, openObject, rule, union } from '../kit/schema.js';
import * as parts from './agent-definition.contract.js';
import { AgentTool, AgentToolsParams } from './agent-tools.contract.js';
import type { AgentToolParams } from './agent-tools.js';
import { InclusiveTimeRange } from './memory-stores.contract.js';
import { Metadata, MetadataPatch, StoredMetadata } from './metadata.contract.js';
import { managedAgents } from './service.js';
import type * as types from './agents.js';
import type * as definition from './agent-definition.js';

/** An agent of a roster or a session, in a request. */
export const AgentParams: ObjectSchema<types.AgentParams> = object({
  /** Identifier of the agent. */
  id: rule('AGT-047', z.string().min(1)),
  type: rule('AGT-047', z.literal('agent')),
  /** Version to pin, at least 1. Defaults to the latest. */
  version: rule('AGT-049', z.int().min(1)).optional(),
});

/** An agent at a specific version. */
export const AgentReference: ObjectSchema<types.AgentReference> = openObject({
  /** Identifier of the agent. */
  id: z.string(),
  type: z.literal('agent'),
  /** Version of the agent. */
  version: z.int().min(1),
});

/**
 * Lets the primary thread of a session start threads with the agents of a roster.
 *
 * @source managed-agents > Agent
 */
export const Coordinator: ObjectSchema<types.Coordinator> = openObject({
  /** The roster, with the version of each agent. */
  agents: z.array(AgentReference),
  type: z.literal('coordinator'),
});

/**
 * A stored, versioned definition of an agent.
 *
 * @source managed-agents > Agent
 */
export const Agent: ObjectSchema<types.Agent> = openObject({
  /** Identifier. */
  id: z.string().min(1),
  /** Archive time (RFC 3339); null or absent while the agent is active. */
  archived_at: timestamp.nullish(),
  /** Creation time (RFC 3339). */
  created_at: timestamp,
  /** Description; null or absent when unset. */
  description: z.string().nullish(),
  /** MCP servers that the agent can use. */
  mcp_servers: z.array(parts.AgentMcpServer),
  /** Your own key-value pairs. */
  metadata: StoredMetadata,
  /** Model and speed. */
  model: parts.ModelConfig,
  /** Roster that the agent coordinates; null or absent when it is not a coordinator. */
  multiagent: Coordinator.nullish(),
  /** Name, 1 to 256 characters. */
  name: z.string(),
  /** Skills of the agent. */
  skills: z.array(parts.AgentSkill),
  /** System prompt; null or absent when unset. */
  system: z.string().nullish(),
  /** Tools of the agent. */
  tools: z.array(AgentTool),
  type: z.literal('agent'),
  /** Time of the last change (RFC 3339). */
  updated_at: timestamp,
  /** Version: starts at 1 and increases with each change. */
  version: z.int().min(1),
});

const description = rule('AGT-038', characters({ max: parts.agentLimits.descriptionCharacters }));

const name = characters({ min: 1, max: parts.agentLimits.nameCharacters });

/** The coordinator itself, as a member of its roster. */
export const SelfReference: ObjectSchema<types.SelfReference> = object({
  type: z.literal('self'),
});

const rosterEntry = z.union([
  rule('AGT-046', z.string().min(1)),
  union('type', [AgentParams, SelfReference]),
]);

/** A coordinator, in a request. */
export const CoordinatorParams: ObjectSchema<types.CoordinatorParams> = object({
  /** 1 to 20 distinct agents: identifiers (for the latest version), references, and at most one `self`. */
  agents: rule(
    { missing: 'AGT-045', type: 'AGT-045', value: 'AGT-045' },
    constrain(
      z.array(rule('AGT-047', rosterEntry)).min(1).max(parts.agentLimits.rosterAgents),
      (entries, report) => {
        const selves = entries.filter((entry) => typeof entry === 'object' && entry.type === 'self');
        if (selves.length > 1) report('AGT-052', 'must have at most one self');
      },
    ),
  ),
  type: rule('AGT-044', z.literal('coordinator')),
});

/** Body of {@link createAgent}. */
export const AgentCreateParams: ObjectSchema<types.AgentCreateParams> = constrain(
  object({
    /** Model id, or the model with its speed. */
    model: parts.AgentModelParams,
    /** Name, 1 to 256 characters. */
    name: rule({ missing: 'AGT-036', type: 'AGT-036', value: 'AGT-037' }, name),
    /** Description, at most 2,048 characters. */
    description: description.nullish(),
    /** MCP servers, at most 20 with unique names. */
    mcp_servers: parts.McpServersParams.optional(),
    /** Your own key-value pairs. Default: none. */
    metadata: Metadata.optional(),
    /** Roster that the agent coordinates. Default: none. */
    multiagent: CoordinatorParams.nullish(),
    /** Skills, at most 20. */
    skills: parts.AgentSkillsParams.optional(),
    /** System prompt, at most 100,000 characters. */
    system: parts.AgentSystem.nullish(),
    /** Tools, at most 128 across all toolsets. */
    tools: AgentToolsParams.optional(),
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
  servers: readonly definition.AgentMcpServer[],
  report: Report,
): void {
  for (const [index, tool] of tools.entries()) {
    if (tool.type === 'mcp_toolset' && !servers.some((server) => server.name === tool.mcp_server_name))
      report('AGT-066', 'must match a name in mcp_servers', ['tools', index, 'mcp_server_name']);
  }
}

/** Body of {@link updateAgent}. Omitted fields keep their value. */
export const AgentUpdateParams: ObjectSchema<types.AgentUpdateParams> = object({
  /**
   * Version that the update is based on. If it is not the latest, the update fails with a `ConflictError`.
   */
  version: rule('GEN-017', z.int().min(1)),
  /** New description; null or an empty string clears it. */
  description: description.nullish(),
  /** Replaces all MCP servers; null or an empty array removes them. */
  mcp_servers: parts.McpServersParams.nullish(),
  /** Key-value pairs to change; null keeps all of them. */
  metadata: MetadataPatch.nullish(),
  /** New model. */
  model: parts.AgentModelParams.optional(),
  /** Replaces the roster; null removes it. */
  multiagent: CoordinatorParams.nullish(),
  /** New name. */
  name: rule({ type: 'AGT-036', value: 'AGT-037' }, name).optional(),
  /** Replaces all skills; null or an empty array removes them. */
  skills: parts.AgentSkillsParams.nullish(),
  /** New system prompt; null or an empty string clears it. */
  system: parts.AgentSystem.nullish(),
  /** Replaces all tools; null or an empty array removes them. */
  tools: AgentToolsParams.nullish(),
});

const page = { limit: pageLimit(100).optional(), page: z.string().min(1).optional() };

/** Query of {@link listAgents}. */
export const AgentListParams: ObjectSchema<types.AgentListParams> = object('CursorPageParams', {
  ...page,
  /** Range of the creation time. */
  created_at: InclusiveTimeRange.optional(),
  /** Whether to include archived agents. Default false. */
  include_archived: z.boolean().optional(),
});

/** Query of {@link listAgentVersions}. */
export const AgentVersionListParams: ObjectSchema<CursorPageParams> = typed('CursorPageParams', object(page));

/** Query of {@link retrieveAgent}. */
export const AgentRetrieveParams: ObjectSchema<types.AgentRetrieveParams> = object({
  /** Version to retrieve, at least 1. Defaults to the latest. */
  version: z.int().min(1).optional(),
});

const operation = operationsOf({
  client: 'Agents',
  isExtended: true,
  ...managedAgents,
  source: 'managed-agents > Agents',
  notShown: '1.3.1',
});

/** Creates an agent. */
export const createAgent: OperationContract = operation({
  id: 'agents.create',
  isHandWritten: true,
  route: 'POST /v1/agents',
  replay: 'create',
  content: ['system'],
  schemas: { body: AgentCreateParams, response: Agent },
});

/** Lists the agents, newest first. Archived agents are included only with `include_archived`. */
export const listAgents: OperationContract = operation({
  id: 'agents.list',
  route: 'GET /v1/agents',
  paging: 'cursor',
  query: { created_at: 'name[gte]' },
  content: ['data.*.system'],
  assumed: ['operation'],
  schemas: { query: AgentListParams, response: cursorPage(Agent) },
});

/** Retrieves the latest version of an agent, or the one in `params.version`. */
export const retrieveAgent: OperationContract = operation({
  id: 'agents.retrieve',
  route: 'GET /v1/agents/{agent_id}',
  content: ['system'],
  assumed: ['operation'],
  schemas: { query: AgentRetrieveParams, response: Agent },
});

/** Updates an agent, which creates a new version. An update without changes keeps the version. */
export const updateAgent: OperationContract = operation({
  id: 'agents.update',
  isHandWritten: true,
  route: 'POST /v1/agents/{agent_id}',
  replay: 'idempotent',
  content: ['system'],
  assumed: ['operation'],
  schemas: { body: AgentUpdateParams, response: Agent },
});

/**
 * Archives an agent permanently: it becomes read-only and cannot be used in new sessions or rosters. Running sessions
 * continue.
 */
export const archiveAgent: OperationContract = operation({
  id: 'agents.archive',
  route: 'POST /v1/agents/{agent_id}/archive',
  replay: 'idempotent',
  content: ['system'],
  assumed: ['operation'],
  schemas: { response: Agent },
});

/** Lists the versions of an agent, newest first. */
export const listAgentVersions: OperationContract = operation({
  id: 'agents.listVersions',
  route: 'GET /v1/agents/{agent_id}/versions',
  paging: 'cursor',
  content: ['data.*.system'],
  assumed: ['operation'],
  schemas: { query: AgentVersionListParams, response: cursorPage(Agent) },
});
