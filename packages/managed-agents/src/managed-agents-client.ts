import { Files, Transport } from '@parlance/core-transport/internal';
import type { ClientOptions, Credential, RateLimits } from '@parlance/core-transport';
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
export class ManagedAgentsClient implements AsyncDisposable {
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
  readonly #transport: Transport;

  /**
   * @param options - See {@link ManagedAgentsClientOptions}; or the transport of another client of this kind, to share it.
   * @throws {ConfigError} When an option is missing, unknown or invalid. The message names it.
   */
  constructor(options: ManagedAgentsClientOptions | Transport = {}) {
    this.#transport =
      options instanceof Transport
        ? options
        : new Transport(options, { key: 'api-key', naming: managedAgentsNaming });
    this.agents = new Agents(this.#transport);
    this.environments = new Environments(this.#transport);
    this.sessions = new Sessions(this.#transport);
    this.vaults = new Vaults(this.#transport);
    this.memoryStores = new MemoryStores(this.#transport);
    this.userProfiles = new UserProfiles(this.#transport);
    this.files = new Files(this.#transport);
  }

  /**
   * Creates a client with other options. It shares this client's connections, rate limiter and retry budget, unless the key
   * or the address changes, and is closed on its own.
   *
   * @param options - Options to change. The members of `timeouts`, `retry`, `rateLimit` and `headers` are merged one by
   *   one; every other option replaces the earlier one.
   * @throws {ConfigError} When an option is unknown or invalid; names the first one.
   */
  withOptions(options: ManagedAgentsClientOptions): ManagedAgentsClient {
    return new ManagedAgentsClient(this.#transport.withOptions(options));
  }

  /** Transport of this client. Use it to call endpoints that the client has no method for. */
  get transport(): Transport {
    return this.#transport;
  }

  /** Rate limits from the most recent response that included them, and the requests waiting for them. */
  get limits(): RateLimits {
    return this.#transport.limits;
  }

  /** Aborts in-flight requests, rejects new ones and closes the connections that no other client uses. */
  close(): Promise<void> {
    return this.#transport.close();
  }

  /** Calls {@link ManagedAgentsClient.close}, for `await using`. */
  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }
}
