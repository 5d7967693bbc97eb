/** The system prompt of a thread's agent. */
import type { MemoryStoreResource, SessionThreadAgent } from '@parlance/schemas';
import type { World } from '../../world/world.js';
import { sessionResources } from '../collections.js';

/**
 * Puts the system prompt together: the agent's own, then a section on the mounted memory stores with their
 * descriptions and instructions. Metadata of the stores is the caller's own and never part of it.
 *
 * @param world - The world.
 * @param sessionId - The session.
 * @param agent - The agent.
 */
export function systemPrompt(world: World, sessionId: string, agent: SessionThreadAgent): string {
  const stores = world.store
    .of(sessionResources, sessionId)
    .entries()
    .map(({ record }) => record.resource)
    .filter((resource) => resource.type === 'memory_store');
  const parts = [agent.system ?? '', ...(stores.length === 0 ? [] : ['# Memory', ...stores.map(describe)])];
  return parts.filter((part) => part !== '').join('\n\n');
}

function describe(store: MemoryStoreResource): string {
  const lines = [`## ${store.name ?? ''} (${store.mount_path ?? ''}, ${store.access ?? 'read_write'})`];
  if (store.description) lines.push(store.description);
  if (store.instructions) lines.push(store.instructions);
  return lines.join('\n');
}
