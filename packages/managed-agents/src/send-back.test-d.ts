/** Records that the service returns can be sent back: read, change, write compiles for each of them. */
import type {
  Agent,
  Environment,
  Memory,
  MemoryStore,
  MemoryStoreUpdateParams,
  MemoryUpdateParams,
  Session,
  SessionCreateParams,
  UserProfile,
  UserProfileUpdateParams,
  Vault,
  VaultCredential,
  VaultCredentialUpdateParams,
  VaultUpdateParams,
} from '@parlance/schemas/managed-agents';
import { expectTypeOf, test } from 'vitest';
import type { ManagedAgentsClient } from './managed-agents-client.js';

declare const client: ManagedAgentsClient;
declare const session: Session;
declare const agent: Agent;
declare const environment: Environment;

test('tools and MCP servers of a session', () => {
  expectTypeOf(client.sessions.update).toBeCallableWith(session.id, {
    agent: { tools: session.agent.tools, mcp_servers: session.agent.mcp_servers },
    metadata: session.metadata,
    title: session.title,
  });
});

test('a session as the template of another', () => {
  expectTypeOf<Pick<Session, 'environment_id' | 'metadata' | 'title' | 'vault_ids'>>().toExtend<
    Omit<SessionCreateParams, 'agent'>
  >();
  expectTypeOf(client.sessions.create).toBeCallableWith({
    agent: { type: 'agent', id: session.agent.id, version: session.agent.version },
    environment_id: session.environment_id,
  });
});

test('every field of an agent', () => {
  expectTypeOf(client.agents.update).toBeCallableWith(agent.id, {
    version: agent.version,
    description: agent.description,
    mcp_servers: agent.mcp_servers,
    metadata: agent.metadata,
    model: agent.model,
    multiagent: agent.multiagent,
    name: agent.name,
    skills: agent.skills,
    system: agent.system,
    tools: agent.tools,
  });
});

test('environments, memory stores, memories, user profiles, vaults and credentials', () => {
  expectTypeOf(client.environments.update).toBeCallableWith(environment.id, {
    name: environment.name,
    description: environment.description,
    config: environment.config,
    metadata: environment.metadata,
    scope: environment.scope,
  });
  expectTypeOf<Pick<MemoryStore, 'name' | 'description' | 'metadata'>>().toExtend<MemoryStoreUpdateParams>();
  expectTypeOf<Pick<Memory, 'content' | 'path'>>().toExtend<MemoryUpdateParams>();
  expectTypeOf<Pick<UserProfile, 'external_id' | 'metadata'>>().toExtend<UserProfileUpdateParams>();
  expectTypeOf<Pick<Vault, 'display_name' | 'metadata'>>().toExtend<VaultUpdateParams>();
  expectTypeOf<Pick<VaultCredential, 'display_name' | 'metadata'>>().toExtend<VaultCredentialUpdateParams>();
});
