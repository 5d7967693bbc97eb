/** An agent whose definition is changed for one session. */
import type { AgentToolParams } from './agent-tools.js';
import type { AgentMcpServer, AgentModel, AgentSkillParams, ModelConfigParams } from './agents.js';

/**
 * A reference to an agent, with parts of its definition replaced for one session. Omitted parts are those of the agent.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.3.3
 */
export interface AgentWithOverridesParams {
  /** Identifier of the agent. */
  id: string;
  /** Always `agent_with_overrides`. */
  type: 'agent_with_overrides';
  /** Replaces all MCP servers; an empty array removes them. */
  mcp_servers?: AgentMcpServer[] | undefined;
  /** Replaces the model. */
  model?: AgentModel | ModelConfigParams | undefined;
  /** Replaces all skills; an empty array removes them. */
  skills?: AgentSkillParams[] | undefined;
  /** Replaces the system prompt; null removes it. */
  system?: string | null | undefined;
  /** Replaces all tools; an empty array removes them. */
  tools?: AgentToolParams[] | undefined;
  /** Version of the agent. Defaults to the latest. */
  version?: number | undefined;
}
