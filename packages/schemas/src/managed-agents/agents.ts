/** Agents: stored, versioned definitions. */
import type { OpenEnum } from '../kit/open.js';
import type { Operation } from '../kit/operation.js';
import type { CursorPage, CursorPageParams } from '../kit/paging.js';
import type { AgentTool, AgentToolParams } from './agent-tools.js';
import type { InclusiveTimeRange } from './memory-stores.js';
import type { Metadata, MetadataPatch } from './metadata.js';

/** Model identifiers for agents. Any other string is accepted too. */
export type AgentModel = OpenEnum<
  | 'assistant-opus-4-7'
  | 'assistant-opus-4-6'
  | 'assistant-sonnet-4-6'
  | 'assistant-haiku-4-5'
  | 'assistant-haiku-4-5-20251001'
  | 'assistant-opus-4-5'
  | 'assistant-opus-4-5-20251101'
  | 'assistant-sonnet-4-5'
  | 'assistant-sonnet-4-5-20250929'
>;

/** How fast a model writes: `fast` costs more and not every model supports it. */
export type ModelSpeed = 'standard' | 'fast';

/**
 * A model and how it runs.
 *
 * @source managed-agents > Model identifiers for agents
 */
export interface ModelConfig {
  /** Model identifier. */
  id: AgentModel;
  /** How fast it writes. */
  speed?: OpenEnum<ModelSpeed> | undefined;
}

/** A model and how it runs, as it is given. */
export interface ModelConfigParams {
  /** Model identifier. */
  id: AgentModel;
  /** How fast it writes. Default `standard`. */
  speed?: ModelSpeed | null | undefined;
}

/** An MCP server that an agent can use. */
export interface AgentMcpServer {
  /** Name, 1 to 255 characters, unique among the agent's servers. */
  name: string;
  /** Always `url`. */
  type: 'url';
  /** Where the server is. */
  url: string;
}

/** A skill managed by the vendor (`vendor`) or made by a user (`custom`). */
export interface AgentSkill {
  /** Identifier: a name for vendor skills, `skill_...` for custom ones. */
  skill_id: string;
  /** Who made it. */
  type: 'vendor' | 'custom';
  /** Version in use. */
  version: string;
}

/** A skill, as it is given. */
export interface AgentSkillParams {
  /** Identifier. */
  skill_id: string;
  /** Who made it. */
  type: 'vendor' | 'custom';
  /** Version to pin. Default the latest. */
  version?: string | null | undefined;
}

/** An agent at a version. */
export interface AgentReference {
  /** The agent. */
  id: string;
  /** Always `agent`. */
  type: 'agent';
  /** The version. */
  version: number;
}

/** An agent of a roster, or of a session, as it is given. */
export interface AgentParams {
  /** The agent. */
  id: string;
  /** Always `agent`. */
  type: 'agent';
  /** Version to pin, at least 1. Default the latest. */
  version?: number | undefined;
}

/** The agent that owns the roster. */
export interface SelfReference {
  /** Always `self`. */
  type: 'self';
}

/**
 * Lets the session's primary thread start threads that run the agents of a roster.
 *
 * @source managed-agents > Agent
 */
export interface Coordinator {
  /** The roster, each entry at a version. */
  agents: AgentReference[];
  /** Always `coordinator`. */
  type: 'coordinator';
}

/** A coordinator, as it is given. */
export interface CoordinatorParams {
  /** 1 to 20 distinct agents: identifiers (latest version), references, and at most one `self`. */
  agents: (string | AgentParams | SelfReference)[];
  /** Always `coordinator`. */
  type: 'coordinator';
}

/**
 * A stored definition of an agent.
 *
 * @source managed-agents > Agent
 */
export interface Agent {
  /** Identifier. */
  id: string;
  /** RFC 3339 time of archiving; null or absent while the agent is active. */
  archived_at?: string | null | undefined;
  /** RFC 3339 time of creation. */
  created_at: string;
  /** Description; null or absent when unset. */
  description?: string | null | undefined;
  /** MCP servers it can use. */
  mcp_servers: AgentMcpServer[];
  /** The caller's own key-value pairs. */
  metadata: Metadata;
  /** Model and how it runs. */
  model: ModelConfig;
  /** Agents it can start; null or absent when there are none. */
  multiagent?: Coordinator | null | undefined;
  /** Name, 1 to 256 characters. */
  name: string;
  /** Skills it has. */
  skills: AgentSkill[];
  /** System prompt; null or absent when unset. */
  system?: string | null | undefined;
  /** Tools it has. */
  tools: AgentTool[];
  /** Always `agent`. */
  type: 'agent';
  /** RFC 3339 time of the last change. */
  updated_at: string;
  /** Version: 1 at first, one more with each change. */
  version: number;
}

/** Body of {@link createAgent}. */
export interface AgentCreateParams {
  /** Model identifier, or the model with its speed. */
  model: AgentModel | ModelConfigParams;
  /** Name, 1 to 256 characters. */
  name: string;
  /** At most 2,048 characters. */
  description?: string | null | undefined;
  /** At most 20, with unique names. */
  mcp_servers?: AgentMcpServer[] | undefined;
  /** Key-value pairs. Default none. */
  metadata?: Metadata | undefined;
  /** Agents it can start. */
  multiagent?: CoordinatorParams | null | undefined;
  /** At most 20. */
  skills?: AgentSkillParams[] | undefined;
  /** System prompt, at most 100,000 characters. */
  system?: string | null | undefined;
  /** At most 128 tools across all toolsets. */
  tools?: AgentToolParams[] | undefined;
}

/** Body of {@link updateAgent}. Fields left out keep their value. */
export interface AgentUpdateParams {
  /** The version the change is meant for; another stored version is a conflict. */
  version: number;
  /** New description; null or the empty string clears it. */
  description?: string | null | undefined;
  /** All MCP servers from now on; null or an empty array clears them. */
  mcp_servers?: AgentMcpServer[] | null | undefined;
  /** Change of the key-value pairs; null keeps them all. */
  metadata?: MetadataPatch | null | undefined;
  /** New model. */
  model?: AgentModel | ModelConfigParams | undefined;
  /** All agents it can start from now on; null clears them. */
  multiagent?: CoordinatorParams | null | undefined;
  /** New name. */
  name?: string | undefined;
  /** All skills from now on; null or an empty array clears them. */
  skills?: AgentSkillParams[] | null | undefined;
  /** New system prompt; null or the empty string clears it. */
  system?: string | null | undefined;
  /** All tools from now on; null or an empty array clears them. */
  tools?: AgentToolParams[] | null | undefined;
}

/** Query of {@link retrieveAgent}. */
export interface AgentRetrieveParams {
  /** Version to retrieve, at least 1. Default the latest. */
  version?: number | undefined;
}

/** Query of {@link listAgents}. */
export interface AgentListParams extends CursorPageParams {
  /** Bounds of the time of creation. */
  created_at?: InclusiveTimeRange | undefined;
  /** True lists archived agents too. Default false. */
  include_archived?: boolean | undefined;
}

const beta = 'managed-agents-2026-04-01';
const source = 'managed-agents > Agents';

/** Creates an agent. */
export const createAgent: Operation<{ body: AgentCreateParams; response: Agent }> = {
  id: 'agents.create',
  method: 'POST',
  path: '/v1/agents',
  auth: 'api-key',
  beta,
  replay: 'create',
  content: ['system'],
  source,
};

/**
 * Lists the agents, newest first.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.3.1
 */
export const listAgents: Operation<{ query: AgentListParams; response: CursorPage<Agent> }> = {
  id: 'agents.list',
  method: 'GET',
  path: '/v1/agents',
  auth: 'api-key',
  beta,
  paging: 'cursor',
  query: { created_at: 'name[gte]' },
  replay: 'read',
  content: ['data.*.system'],
  source,
  assumed: ['operation'],
};

/**
 * Retrieves an agent, at its latest version or at another.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.3.1
 */
export const retrieveAgent: Operation<{
  params: 'agent_id';
  query: AgentRetrieveParams;
  response: Agent;
}> = {
  id: 'agents.retrieve',
  method: 'GET',
  path: '/v1/agents/{agent_id}',
  auth: 'api-key',
  beta,
  replay: 'read',
  content: ['system'],
  source,
  assumed: ['operation'],
};

/**
 * Changes an agent: a new version. An update that changes nothing keeps the version.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.3.1
 */
export const updateAgent: Operation<{ params: 'agent_id'; body: AgentUpdateParams; response: Agent }> = {
  id: 'agents.update',
  method: 'POST',
  path: '/v1/agents/{agent_id}',
  auth: 'api-key',
  beta,
  replay: 'idempotent',
  content: ['system'],
  source,
  assumed: ['operation'],
};

/**
 * Archives an agent for good: it is read-only, and new sessions and rosters can't use it. Running sessions go on.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.3.1
 */
export const archiveAgent: Operation<{ params: 'agent_id'; response: Agent }> = {
  id: 'agents.archive',
  method: 'POST',
  path: '/v1/agents/{agent_id}/archive',
  auth: 'api-key',
  beta,
  replay: 'idempotent',
  content: ['system'],
  source,
  assumed: ['operation'],
};

/**
 * Lists the versions of an agent, newest first.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.3.1
 */
export const listAgentVersions: Operation<{
  params: 'agent_id';
  query: CursorPageParams;
  response: CursorPage<Agent>;
}> = {
  id: 'agents.listVersions',
  method: 'GET',
  path: '/v1/agents/{agent_id}/versions',
  auth: 'api-key',
  beta,
  paging: 'cursor',
  replay: 'read',
  content: ['data.*.system'],
  source,
  assumed: ['operation'],
};

/** Operations on agents, by id. */
export const agentOperations: {
  readonly 'agents.create': typeof createAgent;
  readonly 'agents.list': typeof listAgents;
  readonly 'agents.retrieve': typeof retrieveAgent;
  readonly 'agents.update': typeof updateAgent;
  readonly 'agents.archive': typeof archiveAgent;
  readonly 'agents.listVersions': typeof listAgentVersions;
} = {
  'agents.create': createAgent,
  'agents.list': listAgents,
  'agents.retrieve': retrieveAgent,
  'agents.update': updateAgent,
  'agents.archive': archiveAgent,
  'agents.listVersions': listAgentVersions,
};
