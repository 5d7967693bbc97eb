/** System prompts of session threads. */
import type { MemoryStoreResource, SessionThreadAgent } from '@parlance/schemas';
import type { World } from '../../world/world.js';
import { sessionResources } from '../collections.js';

/**
 * Builds the system prompt: the agent's own prompt followed by a section about the mounted memory stores, with their
 * descriptions and instructions. Metadata of the stores is private to the caller and never included.
 *
 * @param world - World of the session.
 * @param sessionId - Id of the session.
 * @param agent - Agent of the thread.
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
