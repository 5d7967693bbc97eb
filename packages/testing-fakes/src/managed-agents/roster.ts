/**
 * Agent rosters of coordinators.
 *
 * Rules: AGT-012, AGT-048.
 */
import type { Agent, AgentReference, Coordinator, CoordinatorParams } from '@parlance/schemas';
import { badRequest, show } from '../engine/refusal.js';
import type { World } from '../world/world.js';
import { agents, agentVersions } from './collections.js';

/**
 * Resolves every entry of a roster to an agent at a version.
 *
 * @param world - World that contains the agents.
 * @param params - Roster as sent in the request.
 * @param owner - Coordinator that owns the roster, at its new version. Its id without a version means `self`.
 * @throws {Refusal} 400 for an agent that is unknown, archived, a coordinator itself, or listed twice.
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
    if (seen.has(reference.id))
      throw badRequest('AGT-051', path, 'must not reference the same agent as another entry');
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
 * Returns an agent at a version, or undefined if either does not exist.
 *
 * @param world - World that contains the agent.
 * @param id - Id of the agent.
 * @param version - Version of the agent. Defaults to the latest.
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
    throw badRequest('AGT-053', path, `agent ${show(id)}${at} does not exist`);
  }
  if (world.store.of(agents).get(id)?.archived_at != null)
    throw badRequest('AGT-054', path, 'must not reference an archived agent');
  if (agent.multiagent != null)
    throw badRequest('AGT-055', path, 'must not reference an agent that sets multiagent itself');
  return { id, type: 'agent', version: agent.version };
}
