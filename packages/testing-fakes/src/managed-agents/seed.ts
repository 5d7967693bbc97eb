/** Agents, vaults, memory stores, user profiles and a session of the demo organization. */
import type { MemoryStore, Session } from '@parlance/schemas';
import type { AnyCall, AnyHandler } from '../engine/call.js';
import { managedAgentsHandlers } from './handlers.js';
import type { World } from '../world/world.js';
import data from './seed.json' with { type: 'json' };

/** Seeds a new world with managed agents. */
export function seedManagedAgents(world: World): void {
  const call = caller(world);
  const [triage, notes] = data.agents.map((body) => call<{ id: string }>('agents.create', { body }));
  const multiagent = { type: 'coordinator', agents: [triage?.id, notes?.id] };
  call('agents.create', { body: { ...data.coordinator, multiagent } });
  const environment = call<{ id: string }>('environments.create', { body: data.environment });
  seedVaults(call);
  const store = seedMemory(call);
  for (const body of data.profiles) call('userProfiles.create', { body });
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
  for (const [display_name, server] of data.credentials) {
    const vault = call<{ id: string }>('vaults.create', { body: { display_name } });
    call('vaults.credentials.create', {
      params: { vault_id: vault.id },
      body: { auth: { type: 'static_bearer', mcp_server_url: server, token: 'demo-token' } },
    });
  }
}

function seedMemory(call: Caller): MemoryStore {
  const store = call<MemoryStore>('memoryStores.create', { body: data.store });
  for (const body of data.memories)
    call('memoryStores.memories.create', { params: { memory_store_id: store.id }, body });
  return store;
}
