/**
 * System prompts of session threads.
 *
 * Rules: RES-025.
 */
import type { MemoryStoreResource, Session, SessionThreadAgent } from '@parlance/schemas';
import type { World } from '../../world/world.js';
import { sessionResources } from '../collections.js';

/**
 * Builds the system prompt: the agent's own prompt, a section about the agents that a coordinator can delegate to, with
 * their descriptions, and one about the mounted memory stores, with their descriptions and instructions. Metadata of the
 * stores is private to the caller and never included.
 *
 * @param world - World of the session.
 * @param session - Session of the thread.
 * @param agent - Agent of the thread.
 */
export function systemPrompt(
  world: World,
  session: Pick<Session, 'id' | 'agent'>,
  agent: SessionThreadAgent,
): string {
  const roster = agent.id === session.agent.id ? (session.agent.multiagent?.agents ?? []) : [];
  const stores = world.store
    .of(sessionResources, session.id)
    .entries()
    .map(({ record }) => record.resource)
    .filter((resource) => resource.type === 'memory_store');
  const parts = [
    agent.system ?? '',
    ...(roster.length === 0 ? [] : ['# Agents', ...roster.map(describeAgent)]),
    ...(stores.length === 0 ? [] : ['# Memory', ...stores.map(describe)]),
  ];
  return parts.filter((part) => part !== '').join('\n\n');
}

function describeAgent({ name, description }: SessionThreadAgent): string {
  return [`## ${name}`, description ?? ''].filter((line) => line !== '').join('\n');
}

function describe(store: MemoryStoreResource): string {
  const lines = [`## ${store.name ?? ''} (${store.mount_path ?? ''}, ${store.access ?? 'read_write'})`];
  if (store.description) lines.push(store.description);
  if (store.instructions) lines.push(store.instructions);
  return lines.join('\n');
}
