/** All clients behind one object. */
import { AdminClient } from '@parlance/admin';
import { ComplianceClient } from '@parlance/compliance';
import type { ClientOptions, Credential } from '@parlance/core-transport';
import { mergeOptions, requireObject } from '@parlance/core-transport/internal';
import { InferenceClient } from '@parlance/inference';
import { ManagedAgentsClient } from '@parlance/managed-agents';

/** Options for {@link Parlance}: shared options, and one key for each kind of client you use. */
export interface ParlanceOptions extends ClientOptions {
  /** Key for inference and managed agents. Defaults to the environment variable `PARLANCE_API_KEY`. */
  readonly apiKey?: Credential | undefined;
  /** Key for organization administration. Defaults to the environment variable `PARLANCE_ADMIN_KEY`. */
  readonly adminKey?: Credential | undefined;
  /** Key for compliance. Defaults to the environment variable `PARLANCE_COMPLIANCE_KEY`. */
  readonly complianceKey?: Credential | undefined;
}

/**
 * All clients behind one object. Each client is created on first use, so you only need the keys of the clients you
 * use.
 */
export class Parlance implements AsyncDisposable {
  readonly #options: ParlanceOptions;
  #inference: InferenceClient | undefined;
  #managedAgents: ManagedAgentsClient | undefined;
  #compliance: ComplianceClient | undefined;
  #admin: AdminClient | undefined;

  /** @param options - See {@link ParlanceOptions}. */
  constructor(options: ParlanceOptions = {}) {
    this.#options = options;
  }

  /**
   * Creates an umbrella with other options. Clients that were used already share their connections, rate limiter and retry
   * budget with it, unless their key or the address changes. Close it on its own.
   *
   * @param options - Options to change. The members of `timeouts`, `retry`, `rateLimit` and `headers` are merged one by
   *   one; every other option replaces the earlier one.
   * @throws {ConfigError} When an option is unknown or invalid; names the first one.
   */
  withOptions(options: ParlanceOptions): Parlance {
    requireObject('options', options);
    const derived = new Parlance(mergeOptions(this.#options, options));
    derived.#inference = this.#inference?.withOptions(withKey('apiKey', options));
    derived.#managedAgents = this.#managedAgents?.withOptions(withKey('apiKey', options));
    derived.#compliance = this.#compliance?.withOptions(withKey('complianceKey', options));
    derived.#admin = this.#admin?.withOptions(withKey('adminKey', options));
    return derived;
  }

  /**
   * Client for messages, token counting, models and legacy completions.
   *
   * @throws {ConfigError} When the API key is missing; the message names the option and the variable.
   */
  get inference(): InferenceClient {
    return (this.#inference ??= new InferenceClient(withKey('apiKey', this.#options)));
  }

  /**
   * Client for agents, sessions, vaults, memory stores and user profiles.
   *
   * @throws {ConfigError} When the API key is missing; the message names the option and the variable.
   */
  get managedAgents(): ManagedAgentsClient {
    return (this.#managedAgents ??= new ManagedAgentsClient(withKey('apiKey', this.#options)));
  }

  /**
   * Client for compliance: chats, activities, downloads and the directory.
   *
   * @throws {ConfigError} When the compliance key is missing; the message names the option and the variable.
   */
  get compliance(): ComplianceClient {
    return (this.#compliance ??= new ComplianceClient(withKey('complianceKey', this.#options)));
  }

  /**
   * Client for the organization, its invites, users and workspaces.
   *
   * @throws {ConfigError} When the admin key is missing; the message names the option and the variable.
   */
  get admin(): AdminClient {
    return (this.#admin ??= new AdminClient(withKey('adminKey', this.#options)));
  }

  /** Closes every client that was created. */
  async close(): Promise<void> {
    const used = [this.#inference, this.#managedAgents, this.#compliance, this.#admin];
    await Promise.all(used.map((client) => client?.close()));
  }

  /** Calls {@link Parlance.close}, for `await using`. */
  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }
}

/** Combines the shared options with one key: clients reject the keys of other clients. */
function withKey<Key extends 'apiKey' | 'adminKey' | 'complianceKey'>(
  key: Key,
  options: ParlanceOptions,
): ClientOptions & Pick<ParlanceOptions, Key> {
  const { apiKey, adminKey, complianceKey, ...shared } = options;
  const keys = { apiKey, adminKey, complianceKey };
  return (keys[key] === undefined ? shared : { ...shared, [key]: keys[key] }) as ClientOptions &
    Pick<ParlanceOptions, Key>;
}
