/** Rosters of coordinators. */
import type { Agent, AgentReference, Coordinator, CoordinatorParams } from '@parlance/schemas';
import { badRequest, show } from '../engine/refusal.js';
import type { World } from '../world/world.js';
import { agents, agentVersions } from './collections.js';

/**
 * Resolves a roster: every entry to an agent at a version.
 *
 * @param world - Where the agents are.
 * @param params - The roster as it was given.
 * @param owner - The agent that owns it, at the version it gets. Its id without a version stands for `self`.
 * @throws {Refusal} 400 for an unknown, archived or coordinating agent, and for one that is there twice.
 */
export function resolveRoster(
  world: World,
  params: CoordinatorParams,
  owner: { readonly id: string; readonly version: number },
): Coordinator {
  const seen = new Set<string>();
  const resolved = params.agents.map((entry, index): AgentReference => {
    const path = `multiagent.agents.${index}`;
    const reference = isSelf(entry, owner.id) ? owner : resolve(world, entry, path);
    if (seen.has(reference.id)) throw badRequest('AGT-051', path, 'must reference a distinct agent');
    seen.add(reference.id);
    return { id: reference.id, type: 'agent', version: reference.version };
  });
  return { agents: resolved, type: 'coordinator' };
}

type Entry = CoordinatorParams['agents'][number];
type SelfReference = Extract<Entry, { type: 'self' }>;

function isSelf(entry: Entry, ownerId: string): entry is string | SelfReference {
  if (typeof entry === 'string') return entry === ownerId;
  return entry.type === 'self' || (entry.id === ownerId && entry.version === undefined);
}

/**
 * Gives an agent at a version.
 *
 * @param world - Where the agents are.
 * @param id - The agent.
 * @param version - The version. Default the latest.
 */
export function agentAt(world: World, id: string, version?: number): Agent | undefined {
  const latest = world.store.of(agents).get(id);
  if (latest === undefined || version === undefined || version === latest.version) return latest;
  return world.store.of(agentVersions, id).get(String(version));
}

function resolve(world: World, entry: Exclude<Entry, SelfReference>, path: string): AgentReference {
  const { id, version } = typeof entry === 'string' ? { id: entry, version: undefined } : entry;
  const agent = agentAt(world, id, version);
  if (agent === undefined) {
    const at = version === undefined ? '' : ` at version ${version}`;
    throw badRequest('AGT-053', path, `no agent has the id ${show(id)}${at}`);
  }
  if (world.store.of(agents).get(id)?.archived_at != null)
    throw badRequest('AGT-054', path, 'must not reference an archived agent');
  if (agent.multiagent != null)
    throw badRequest('AGT-055', path, 'must not reference an agent that has multiagent itself');
  return { id, type: 'agent', version: agent.version };
}
