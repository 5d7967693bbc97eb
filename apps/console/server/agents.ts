import type { Agent, AgentCreateParams, AgentUpdateParams } from '@parlance/schemas';
import type { Backend } from './backend.js';
import type { CallContext } from './rpc.js';

/** Filters of a list. */
export interface Listing {
  /** Whether to include archived items. */
  readonly archived: boolean;
}

/** Calls for agents and their versions. */
export function agentCalls({ parlance }: Backend) {
  return {
    'agents.list': async ({ archived }: Listing, { signal }: CallContext): Promise<Agent[]> => {
      const params = { limit: 100, include_archived: archived };
      return Array.fromAsync(parlance.managedAgents.agents.list(params, { signal }));
    },

    'agents.versions': async ({ id }: { id: string }, { signal }: CallContext): Promise<Agent[]> =>
      Array.fromAsync(parlance.managedAgents.agents.listVersions(id, { limit: 100 }, { signal })),

    'agents.create': async (params: AgentCreateParams): Promise<Agent> =>
      parlance.managedAgents.agents.create(params),

    'agents.update': async ({ id, ...params }: AgentUpdateParams & { id: string }): Promise<Agent> =>
      parlance.managedAgents.agents.update(id, params),

    'agents.archive': async ({ id }: { id: string }): Promise<Agent> =>
      parlance.managedAgents.agents.archive(id),
  };
}
