/** Agents, vaults, memory stores, user profiles and a session of the demo organization. */
import type { MemoryStore, Session } from '@parlance/schemas';
import type { AnyCall, AnyHandler } from '../engine/call.js';
import { managedAgentsHandlers } from './handlers.js';
import type { World } from '../world/world.js';
import agents from './seed-agents.json' with { type: 'json' };

/** Seeds a new world with managed agents. */
export function seedManagedAgents(world: World): void {
  const call = caller(world);
  const [triage, notes] = agents.map((body) => call<{ id: string }>('agents.create', { body }));
  call('agents.create', {
    body: {
      name: 'Desk lead',
      model: 'assistant-opus-4-7',
      description: 'Hands work to the other two.',
      multiagent: { type: 'coordinator', agents: [triage?.id, notes?.id] },
    },
  });
  const environment = call<{ id: string }>('environments.create', {
    body: { name: 'Default container', config: { type: 'cloud', packages: { pip: ['pandas'] } } },
  });
  seedVaults(call);
  const store = seedMemory(call);
  for (const body of [
    { external_id: 'customer-1001', name: 'Mara Lind', relationship: 'external' },
    { external_id: 'reseller-7', name: 'Northwind Trading', relationship: 'resold' },
    { name: 'Nightly jobs', relationship: 'internal' },
  ])
    call('userProfiles.create', { body });
  const session = call<Session>('sessions.create', {
    body: {
      agent: triage?.id,
      environment_id: environment.id,
      title: 'Monday tickets',
      resources: [{ type: 'memory_store', memory_store_id: store.id, access: 'read_write' }],
    },
  });
  call('sessions.update', { params: { session_id: session.id }, body: { metadata: { week: '23' } } });
}

type Caller = <T = unknown>(operation: string, parts: Partial<Pick<AnyCall, 'params' | 'body'>>) => T;

/** Returns a function that calls handlers like a request, without validation. */
function caller(world: World): Caller {
  return <T>(operation: string, parts: Partial<Pick<AnyCall, 'params' | 'body'>>): T => {
    const handler = (managedAgentsHandlers as unknown as Record<string, AnyHandler>)[operation] as AnyHandler;
    return handler({ params: {}, query: {}, world, now: world.clock.iso(), ...parts } as never) as T;
  };
}

function seedVaults(call: Caller): void {
  for (const [display_name, server] of [
    ['Shared tools', 'https://mcp.tracker.example/sse'],
    ['Mara Lind', 'https://mcp.calendar.example'],
  ]) {
    const vault = call<{ id: string }>('vaults.create', { body: { display_name } });
    call('vaults.credentials.create', {
      params: { vault_id: vault.id },
      body: { auth: { type: 'static_bearer', mcp_server_url: server, token: 'demo-token' } },
    });
  }
}

function seedMemory(call: Caller): MemoryStore {
  const store = call<MemoryStore>('memoryStores.create', {
    body: { name: 'Support handbook', description: 'How the team answers.' },
  });
  for (const [path, content] of [
    ['/tone.md', 'Answer within a day. Sign with your first name.'],
    ['/refunds/policy.md', 'Refunds within 30 days, no questions asked.'],
  ])
    call('memoryStores.memories.create', {
      params: { memory_store_id: store.id },
      body: { path, content },
    });
  return store;
}
