import type { ApiPromise, CallOptions } from '@parlance/core-transport';
import { createAgent, updateAgent, type Agent } from '@parlance/schemas/managed-agents';
import { AgentsBase } from './agents-base.js';
import { withToolParams, type AgentCreateInput, type AgentUpdateInput } from './defined-tool.js';

/** Creates and manages agents: stored, versioned definitions that sessions run. */
export class Agents extends AgentsBase {
  /** Creates an agent at version 1. */
  create(params: AgentCreateInput, options?: CallOptions): ApiPromise<Agent> {
    return this.transport.call(createAgent, { body: withToolParams(params) }, options);
  }

  /**
   * Updates an agent and creates a new version of it. Fields left out keep their value.
   *
   * @throws {ConflictError} When `params.version` is not the latest version.
   */
  update(agentId: string, params: AgentUpdateInput, options?: CallOptions): ApiPromise<Agent> {
    const input = { params: { agent_id: agentId }, body: withToolParams(params) };
    return this.transport.call(updateAgent, input, options);
  }
}
