import { Transport } from '@parlance/core-transport/internal';
import type { ClientOptions, Credential, RateLimits } from '@parlance/core-transport';
import { managedAgentsNaming } from '@parlance/schemas/managed-agents';
import { Agents } from './agents.js';
import { Environments } from './environments.js';
import { Files } from './files.js';
import { MemoryStores } from './memory-stores.js';
import { Sessions } from './sessions.js';
import { UserProfiles } from './user-profiles.js';
import { Vaults } from './vaults.js';

/** Options of {@link ManagedAgentsClient}. */
export interface ManagedAgentsClientOptions extends ClientOptions {
  /** API key, or a function that returns it. Default `PARLANCE_API_KEY`. */
  readonly apiKey?: Credential | undefined;
}

/**
 * Client for managed agents: agents, environments, sessions, vaults, memory stores, user profiles and files.
 *
 * An idle client never keeps a process alive.
 */
export class ManagedAgentsClient implements AsyncDisposable {
  /** Stored definitions of agents. */
  readonly agents: Agents;
  /** Container configurations. */
  readonly environments: Environments;
  /** Running instances of agents. */
  readonly sessions: Sessions;
  /** Containers of credentials. */
  readonly vaults: Vaults;
  /** Containers of agent memory. */
  readonly memoryStores: MemoryStores;
  /** On whose behalf a platform calls. */
  readonly userProfiles: UserProfiles;
  /** Files for sessions. */
  readonly files: Files;
  readonly #transport: Transport;

  /**
   * @param options - See {@link ManagedAgentsClientOptions}.
   * @throws `ConfigError` Naming the first option that is missing, unknown or wrong.
   */
  constructor(options: ManagedAgentsClientOptions = {}) {
    this.#transport = new Transport(options, { key: 'api-key', naming: managedAgentsNaming });
    this.agents = new Agents(this.#transport);
    this.environments = new Environments(this.#transport);
    this.sessions = new Sessions(this.#transport);
    this.vaults = new Vaults(this.#transport);
    this.memoryStores = new MemoryStores(this.#transport);
    this.userProfiles = new UserProfiles(this.#transport);
    this.files = new Files(this.#transport);
  }

  /** Rate limits from the most recent response that included them. */
  get limits(): RateLimits {
    return this.#transport.limits;
  }

  /** Aborts in-flight requests, rejects new ones and closes all connections. */
  close(): Promise<void> {
    return this.#transport.close();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }
}
