/**
 * The agent and the first events that a session is created with.
 *
 * Rules: SLA-006.
 */
import type {
  Agent,
  AgentWithOverridesParams,
  SessionAgent,
  SessionCreateParams,
  SessionThreadAgent,
} from '@parlance/schemas';
import { badRequest, notFound } from '../engine/refusal.js';
import { find } from '../records/find.js';
import type { World } from '../world/world.js';
import { filledTools, requireServers } from './agent-tools.js';
import { modelOf, resolvedSkills } from './agents.js';
import { agents } from './collections.js';
import { agentAt } from './roster.js';

/** Copies the definition of an agent, including the full definitions of its roster, with the overrides of the request. */
export function agentSnapshot(world: World, params: SessionCreateParams['agent']): SessionAgent {
  const { id, version } = typeof params === 'string' ? { id: params, version: undefined } : params;
  const latest = find(world.store.of(agents), id, { what: 'agent' });
  if (latest.archived_at != null)
    throw badRequest('SES-031', 'agent', 'must not reference an archived agent');
  const agent = agentAt(world, id, version);
  if (agent === undefined) throw notFound(`agent at version ${version}`, id, 'SES-032');
  const roster = agent.multiagent?.agents.map((entry) => agentAt(world, entry.id, entry.version));
  const definition = definitionOf(agent);
  return {
    ...(typeof params === 'object' && params.type === 'agent_with_overrides'
      ? overridden(world, definition, params)
      : definition),
    multiagent:
      roster === undefined
        ? null
        : { type: 'coordinator', agents: roster.filter((entry) => entry !== undefined).map(definitionOf) },
  };
}

function definitionOf(agent: Agent): SessionThreadAgent {
  const { id, description, mcp_servers, model, name, skills, system, tools, type, version } = agent;
  return { id, description, mcp_servers, model, name, skills, system, tools, type, version };
}

function overridden(
  world: World,
  agent: SessionThreadAgent,
  { mcp_servers, model, skills, system, tools }: AgentWithOverridesParams,
): SessionThreadAgent {
  const next: SessionThreadAgent = {
    ...agent,
    ...(mcp_servers !== undefined && { mcp_servers }),
    ...(model !== undefined && { model: modelOf(world, model) }),
    ...(skills !== undefined && { skills: resolvedSkills(world, skills, 'agent.skills') }),
    ...(system !== undefined && { system: system === '' ? null : system }),
    ...(tools !== undefined && { tools: filledTools(tools) }),
  };
  requireServers(next.tools, next.mcp_servers, 'agent.tools');
  return next;
}
