/** Agents: stored, versioned definitions. */
import type { OpenEnum } from '../kit/open.js';
import type { Operation } from '../kit/operation.js';
import type { CursorPage, CursorPageParams } from '../kit/paging.js';
import type { AgentTool, AgentToolParams } from './agent-tools.js';
import type { InclusiveTimeRange } from './memory-stores.js';
import type { Metadata, MetadataPatch } from './metadata.js';

/** Model ids for agents. Any other string is accepted too. */
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

/** Speed of a model. `fast` costs more and is not available for every model. */
export type ModelSpeed = 'standard' | 'fast';

/**
 * A model and its speed.
 *
 * @source managed-agents > Model identifiers for agents
 */
export interface ModelConfig {
  /** Model id. */
  id: AgentModel;
  /** Speed of the model. */
  speed?: OpenEnum<ModelSpeed> | undefined;
}

/** A model and its speed, in a request. */
export interface ModelConfigParams {
  /** Model id. */
  id: AgentModel;
  /** Speed of the model. Default `standard`. */
  speed?: OpenEnum<ModelSpeed> | null | undefined;
}

/** An MCP server that an agent can use. */
export interface AgentMcpServer {
  /** Name, 1 to 255 characters, unique among the agent's servers. */
  name: string;
  /** Always `url`. */
  type: 'url';
  /** URL of the server. */
  url: string;
}

/** A skill of an agent. */
export interface AgentSkill {
  /** Identifier: a name for vendor skills, `skill_...` for custom skills. */
  skill_id: string;
  /** `vendor` for skills of the vendor, `custom` for your own. */
  type: OpenEnum<'vendor' | 'custom'>;
  /** Version of the skill. */
  version: string;
}

/** A skill, in a request. */
export interface AgentSkillParams {
  /** Identifier: a name for vendor skills, `skill_...` for custom skills. */
  skill_id: string;
  /** `vendor` for skills of the vendor, `custom` for your own. */
  type: OpenEnum<'vendor' | 'custom'>;
  /** Version to pin. Defaults to the latest. */
  version?: string | null | undefined;
}

/** An agent at a specific version. */
export interface AgentReference {
  /** Identifier of the agent. */
  id: string;
  /** Always `agent`. */
  type: 'agent';
  /** Version of the agent. */
  version: number;
}

/** An agent of a roster or a session, in a request. */
export interface AgentParams {
  /** Identifier of the agent. */
  id: string;
  /** Always `agent`. */
  type: 'agent';
  /** Version to pin, at least 1. Defaults to the latest. */
  version?: number | undefined;
}

/** The coordinator itself, as a member of its roster. */
export interface SelfReference {
  /** Always `self`. */
  type: 'self';
}

/**
 * Lets the primary thread of a session start threads with the agents of a roster.
 *
 * @source managed-agents > Agent
 */
export interface Coordinator {
  /** The roster, with the version of each agent. */
  agents: AgentReference[];
  /** Always `coordinator`. */
  type: 'coordinator';
}

/** A coordinator, in a request. */
export interface CoordinatorParams {
  /** 1 to 20 distinct agents: identifiers (for the latest version), references, and at most one `self`. */
  agents: (string | AgentParams | SelfReference)[];
  /** Always `coordinator`. */
  type: 'coordinator';
}

/**
 * A stored, versioned definition of an agent.
 *
 * @source managed-agents > Agent
 */
export interface Agent {
  /** Identifier. */
  id: string;
  /** Archive time (RFC 3339); null or absent while the agent is active. */
  archived_at?: string | null | undefined;
  /** Creation time (RFC 3339). */
  created_at: string;
  /** Description; null or absent when unset. */
  description?: string | null | undefined;
  /** MCP servers that the agent can use. */
  mcp_servers: AgentMcpServer[];
  /** Your own key-value pairs. */
  metadata: Metadata;
  /** Model and speed. */
  model: ModelConfig;
  /** Roster that the agent coordinates; null or absent when it is not a coordinator. */
  multiagent?: Coordinator | null | undefined;
  /** Name, 1 to 256 characters. */
  name: string;
  /** Skills of the agent. */
  skills: AgentSkill[];
  /** System prompt; null or absent when unset. */
  system?: string | null | undefined;
  /** Tools of the agent. */
  tools: AgentTool[];
  /** Always `agent`. */
  type: 'agent';
  /** Time of the last change (RFC 3339). */
  updated_at: string;
  /** Version: starts at 1 and increases with each change. */
  version: number;
}

/** Body of {@link createAgent}. */
export interface AgentCreateParams {
  /** Model id, or the model with its speed. */
  model: AgentModel | ModelConfigParams;
  /** Name, 1 to 256 characters. */
  name: string;
  /** Description, at most 2,048 characters. */
  description?: string | null | undefined;
  /** MCP servers, at most 20 with unique names. */
  mcp_servers?: AgentMcpServer[] | undefined;
  /** Your own key-value pairs. Default: none. */
  metadata?: Metadata | undefined;
  /** Roster that the agent coordinates. Default: none. */
  multiagent?: CoordinatorParams | null | undefined;
  /** Skills, at most 20. */
  skills?: AgentSkillParams[] | undefined;
  /** System prompt, at most 100,000 characters. */
  system?: string | null | undefined;
  /** Tools, at most 128 across all toolsets. */
  tools?: AgentToolParams[] | undefined;
}

/** Body of {@link updateAgent}. Omitted fields keep their value. */
export interface AgentUpdateParams {
  /** Version that the update is based on. If it is not the latest, the update fails with a `ConflictError`. */
  version: number;
  /** New description; null or an empty string clears it. */
  description?: string | null | undefined;
  /** Replaces all MCP servers; null or an empty array removes them. */
  mcp_servers?: AgentMcpServer[] | null | undefined;
  /** Key-value pairs to change; null keeps all of them. */
  metadata?: MetadataPatch | null | undefined;
  /** New model. */
  model?: AgentModel | ModelConfigParams | undefined;
  /** Replaces the roster; null removes it. */
  multiagent?: CoordinatorParams | null | undefined;
  /** New name. */
  name?: string | undefined;
  /** Replaces all skills; null or an empty array removes them. */
  skills?: AgentSkillParams[] | null | undefined;
  /** New system prompt; null or an empty string clears it. */
  system?: string | null | undefined;
  /** Replaces all tools; null or an empty array removes them. */
  tools?: AgentToolParams[] | null | undefined;
}

/** Query of {@link retrieveAgent}. */
export interface AgentRetrieveParams {
  /** Version to retrieve, at least 1. Defaults to the latest. */
  version?: number | undefined;
}

/** Query of {@link listAgents}. */
export interface AgentListParams extends CursorPageParams {
  /** Range of the creation time. */
  created_at?: InclusiveTimeRange | undefined;
  /** Whether to include archived agents. Default false. */
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
 * Retrieves an agent at its latest version, or at a specific one.
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
 * Updates an agent, which creates a new version. An update without changes keeps the version.
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
 * Archives an agent permanently: it becomes read-only and cannot be used in new sessions or rosters. Running sessions
 * continue.
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
