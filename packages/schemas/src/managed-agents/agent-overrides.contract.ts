/** An agent whose definition is changed for one session. */
import * as z from 'zod';
import { object, type ObjectSchema, rule } from '../kit/schema.js';
import {
  AgentModelParams,
  AgentSkillsParams,
  AgentSystem,
  McpServersParams,
} from './agent-definition.contract.js';
import { AgentToolsParams } from './agent-tools.contract.js';
import type * as types from './agent-overrides.js';

/**
 * A reference to an agent, with parts of its definition replaced for one session. Omitted parts are those of the agent.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.3.3
 */
export const AgentWithOverridesParams: ObjectSchema<types.AgentWithOverridesParams> = object({
  /** Identifier of the agent. */
  id: rule('SES-032', z.string().min(1)),
  type: rule('SES-032', z.literal('agent_with_overrides')),
  /** Replaces all MCP servers; an empty array removes them. */
  mcp_servers: McpServersParams.optional(),
  /** Replaces the model. */
  model: AgentModelParams.optional(),
  /** Replaces all skills; an empty array removes them. */
  skills: AgentSkillsParams.optional(),
  /** Replaces the system prompt; null removes it. */
  system: AgentSystem.nullish(),
  /** Replaces all tools; an empty array removes them. */
  tools: AgentToolsParams.optional(),
  /** Version of the agent. Defaults to the latest. */
  version: rule('SES-032', z.int().min(1)).optional(),
});
