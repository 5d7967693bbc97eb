/**
 * Handlers for agents.
 *
 * Rules: AGT-001, AGT-002, AGT-003, AGT-004, AGT-005, AGT-006, AGT-007, AGT-008, AGT-009, AGT-010, AGT-011,
 * AGT-013, AGT-032, AGT-033, AGT-043, AGT-050, AGT-073.
 */
import type {
  Agent,
  AgentModel,
  agentOperations,
  AgentSkill,
  AgentSkillParams,
  AgentUpdateParams,
  ModelConfig,
  ModelConfigParams,
} from '@parlance/schemas';
import type { HandlersFor } from '../engine/call.js';
import { conflict, notFound } from '../engine/refusal.js';
import { loadedVersion } from '../workspace/skill-records.js';
import { archive, changed, find, touch } from '../records/find.js';
import { patchMetadata } from '../records/metadata.js';
import { cursorPage } from '../records/pages.js';
import { requireModel } from '../model/model-plan.js';
import type { World } from '../world/world.js';
import { filledTools, requireServers } from './agent-tools.js';
import { agents, agentVersions } from './collections.js';
import { agentAt, resolveRoster } from './roster.js';
import { timeFilter } from '../records/time-filter.js';

const named = { what: 'agent' };

/** Handlers for the agent operations. */
export const agentHandlers: HandlersFor<typeof agentOperations> = {
  'agents.create': ({ body, world, now }) => {
    const owner = { id: world.id('agent_'), version: 1 };
    const agent: Agent = {
      id: owner.id,
      archived_at: null,
      created_at: now,
      description: body.description ?? null,
      mcp_servers: body.mcp_servers ?? [],
      metadata: body.metadata ?? {},
      model: modelOf(world, body.model),
      multiagent: body.multiagent == null ? null : resolveRoster(world, body.multiagent, owner),
      name: body.name,
      skills: resolvedSkills(world, body.skills ?? []),
      system: body.system ?? null,
      tools: filledTools(body.tools ?? []),
      type: 'agent',
      updated_at: now,
      version: 1,
    };
    return keep(world, agent);
  },
  'agents.retrieve': ({ params, query, world }) => {
    const latest = find(world.store.of(agents), params.agent_id, named);
    const agent = agentAt(world, params.agent_id, query.version);
    if (agent === undefined) throw notFound(`agent at version ${query.version}`, params.agent_id, 'GEN-017');
    return { ...agent, archived_at: latest.archived_at };
  },
  'agents.list': (call) =>
    cursorPage(call, {
      from: call.world.store.of(agents),
      show: (agent) => agent,
      where: (agent) =>
        (call.query.include_archived === true || agent.archived_at == null) &&
        timeFilter(call.query.created_at)(agent.created_at),
    }),
  'agents.update': ({ params, body, world }) => {
    const agent = find(world.store.of(agents), params.agent_id, named);
    if (agent.archived_at != null) throw conflict('GEN-017', 'The agent is archived and cannot be updated.');
    if (body.version !== agent.version)
      throw conflict('GEN-017', `version: must be ${agent.version}, the current version of the agent`);
    const same = changedAgent(world, agent, body);
    if (same === agent) return agent;
    const version = agent.version + 1;
    const multiagent =
      body.multiagent == null
        ? withOwnVersion(same, version)
        : resolveRoster(world, body.multiagent, { id: agent.id, version });
    return keep(world, touch(world.clock, { ...same, multiagent, version }));
  },
  'agents.archive': (call) =>
    archive(call, call.world.store.of(agents), { ...named, id: call.params.agent_id }),
  'agents.listVersions': (call) => {
    const { world, params } = call;
    const { archived_at } = find(world.store.of(agents), params.agent_id, named);
    return cursorPage(call, {
      from: world.store.of(agentVersions, params.agent_id),
      show: (agent) => ({ ...agent, archived_at }),
    });
  },
};

function keep(world: World, agent: Agent): Agent {
  world.store.of(agentVersions, agent.id).put(String(agent.version), agent);
  return world.store.of(agents).put(agent.id, agent);
}

/** Applies an update without incrementing the version. Returns the same object if nothing changes. */
function changedAgent(world: World, agent: Agent, body: AgentUpdateParams): Agent {
  const next = changed(agent, {
    description: cleared(body.description),
    mcp_servers: body.mcp_servers === null ? [] : body.mcp_servers,
    metadata: patchMetadata(agent.metadata, body.metadata),
    model: body.model === undefined ? undefined : modelOf(world, body.model),
    multiagent: body.multiagent == null ? body.multiagent : resolveRoster(world, body.multiagent, agent),
    name: body.name,
    skills: body.skills === null ? [] : body.skills && resolvedSkills(world, body.skills),
    system: cleared(body.system),
    tools: body.tools === null ? [] : body.tools && filledTools(body.tools),
  });
  requireServers(next.tools, next.mcp_servers);
  return next;
}

/** Moves the roster's reference to the agent itself to the new version. A pinned older version is preserved. */
function withOwnVersion({ id, multiagent, version: before }: Agent, version: number): Agent['multiagent'] {
  if (multiagent == null) return null;
  const roster = multiagent.agents.map((entry) =>
    entry.id === id && entry.version === before ? { ...entry, version } : entry,
  );
  return { ...multiagent, agents: roster };
}

function cleared(text: string | null | undefined): string | null | undefined {
  return text === '' ? null : text;
}

/** Returns the model of an agent as it is stored. @throws {Refusal} 404 if the world does not accept it. */
export function modelOf(world: World, model: AgentModel | ModelConfigParams): ModelConfig {
  requireModel(world, typeof model === 'string' ? model : model.id);
  if (typeof model === 'string') return { id: model };
  return model.speed == null ? { id: model.id } : { id: model.id, speed: model.speed };
}

/**
 * Returns skills with the versions that are loaded.
 *
 * @param world - World with the skills.
 * @param skills - Skills of the request.
 * @param path - Path of the skills in the request.
 * @throws {Refusal} 400 when a skill or its version does not exist.
 */
export function resolvedSkills(
  world: World,
  skills: readonly AgentSkillParams[],
  path = 'skills',
): AgentSkill[] {
  return skills.map((skill, index) => {
    const { skill_id, type } = skill;
    const place = { path: `${path}.${index}`, rule: 'AGT-057' };
    return { skill_id, type, version: loadedVersion(world, skill, place) };
  });
}
