import type { ApiPromise, CallOptions, ListOptions, Paginator } from '@parlance/core-transport';
import type { Transport } from '@parlance/core-transport/internal';
import {
  archiveAgent,
  createAgent,
  listAgentVersions,
  listAgents,
  retrieveAgent,
  updateAgent,
} from '@parlance/schemas/managed-agents';
import type { Agent, AgentListParams, AgentRetrieveParams } from '@parlance/schemas/managed-agents';
import type { CursorPageParams } from '@parlance/schemas/kit';
import { withToolParams, type AgentCreateInput, type AgentUpdateInput } from './defined-tool.js';

/** Creates and manages agents: stored, versioned definitions that sessions run. */
export class Agents {
  readonly #transport: Transport;

  /** @param transport - Sends the requests. */
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Creates an agent at version 1. */
  create(params: AgentCreateInput, options?: CallOptions): ApiPromise<Agent> {
    return this.#transport.call(createAgent, { body: withToolParams(params) }, options);
  }

  /** Retrieves the latest version of an agent, or the one in `params.version`. */
  retrieve(agentId: string, params: AgentRetrieveParams = {}, options?: CallOptions): ApiPromise<Agent> {
    return this.#transport.call(retrieveAgent, { params: { agent_id: agentId }, query: params }, options);
  }

  /** Lists agents, newest first. Archived agents are included only with `include_archived`. */
  list(params: AgentListParams = {}, options?: ListOptions): Paginator<Agent> {
    return this.#transport.list(listAgents, { query: params }, options);
  }

  /**
   * Updates an agent and creates a new version of it. Fields left out keep their value.
   *
   * @throws {ConflictError} When `params.version` is not the latest version.
   */
  update(agentId: string, params: AgentUpdateInput, options?: CallOptions): ApiPromise<Agent> {
    const input = { params: { agent_id: agentId }, body: withToolParams(params) };
    return this.#transport.call(updateAgent, input, options);
  }

  /** Archives an agent permanently. Its running sessions continue. */
  archive(agentId: string, options?: CallOptions): ApiPromise<Agent> {
    return this.#transport.call(archiveAgent, { params: { agent_id: agentId } }, options);
  }

  /** Lists all versions of an agent, newest first. */
  listVersions(agentId: string, params: CursorPageParams = {}, options?: ListOptions): Paginator<Agent> {
    return this.#transport.list(listAgentVersions, { params: { agent_id: agentId }, query: params }, options);
  }
}
