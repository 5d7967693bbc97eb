import { Files, requireTransport, ServiceClient, type Transport } from '@parlance/core-transport/internal';
import type { ClientOptions, Credential } from '@parlance/core-transport';
import { managedAgentsNaming } from '@parlance/schemas/managed-agents';
import { Agents } from './agents.js';
import { Environments } from './environments.js';
import { MemoryStores } from './memory-stores.js';
import { Sessions } from './sessions.js';
import { UserProfiles } from './user-profiles.js';
import { Vaults } from './vaults.js';

/** Options for {@link ManagedAgentsClient}. */
export interface ManagedAgentsClientOptions extends ClientOptions {
  /** API key, or a function that returns one. Defaults to `PARLANCE_API_KEY`. */
  readonly apiKey?: Credential | undefined;
}

/**
 * Client for managed agents: agents, environments, sessions, vaults, memory stores, user profiles and files.
 *
 * An idle client does not keep the process alive. Call `close()`, or declare the client with `await using`, to abort
 * in-flight requests and close its connections.
 */
export class ManagedAgentsClient extends ServiceClient<ManagedAgentsClientOptions> {
  /** Agents: stored, versioned definitions. */
  readonly agents: Agents;
  /** Environments: configurations of the containers that sessions run in. */
  readonly environments: Environments;
  /** Sessions: running instances of agents. */
  readonly sessions: Sessions;
  /** Vaults: credentials that sessions can use. */
  readonly vaults: Vaults;
  /** Memory stores: files that agents keep across sessions. */
  readonly memoryStores: MemoryStores;
  /** User profiles: the end users on whose behalf a platform calls. */
  readonly userProfiles: UserProfiles;
  /** Files that sessions read or create. */
  readonly files: Files;

  /**
   * @param options - See {@link ManagedAgentsClientOptions}.
   * @throws {ConfigError} When an option is missing, unknown or invalid. The message names it.
   */
  constructor(options?: ManagedAgentsClientOptions);
  constructor(options: ManagedAgentsClientOptions | Transport = {}) {
    super(options, () => ({ key: 'api-key', naming: managedAgentsNaming }));
    const { transport } = this;
    this.agents = new Agents(transport);
    this.environments = new Environments(transport);
    this.sessions = new Sessions(transport);
    this.vaults = new Vaults(transport);
    this.memoryStores = new MemoryStores(transport);
    this.userProfiles = new UserProfiles(transport);
    this.files = new Files(transport);
  }

  /**
   * Creates a client that shares the transport of another one. Closing either closes both.
   *
   * @param transport - Transport of another client of this kind.
   * @throws {ConfigError} When it is not a transport.
   */
  static from(transport: Transport): ManagedAgentsClient {
    return new ManagedAgentsClient(requireTransport(transport));
  }

  withOptions(options: ManagedAgentsClientOptions): ManagedAgentsClient {
    return ManagedAgentsClient.from(this.transport.withOptions(options));
  }
}
