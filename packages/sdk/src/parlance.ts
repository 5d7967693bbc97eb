/** All clients behind one object. */
import { AdminClient } from '@parlance/admin';
import { ComplianceClient } from '@parlance/compliance';
import type { ClientOptions, Credential } from '@parlance/core-transport';
import { InferenceClient } from '@parlance/inference';
import { ManagedAgentsClient } from '@parlance/managed-agents';

/** Options of {@link Parlance}: those of every client, and a key for each kind of client used. */
export interface ParlanceOptions extends ClientOptions {
  /** Key for inference and managed agents. Default: the variable `PARLANCE_API_KEY`. */
  readonly apiKey?: Credential | undefined;
  /** Key for organization administration. Default: the variable `PARLANCE_ADMIN_KEY`. */
  readonly adminKey?: Credential | undefined;
  /** Key for compliance. Default: the variable `PARLANCE_COMPLIANCE_KEY`. */
  readonly complianceKey?: Credential | undefined;
}

/**
 * All clients behind one object. Each is built on first use, so that a key is needed only for what is used.
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
   * Messages, token counting, models, legacy completions.
   *
   * @throws {ConfigError} When the API key is missing, naming the option and the variable.
   */
  get inference(): InferenceClient {
    return (this.#inference ??= new InferenceClient(this.#with('apiKey')));
  }

  /**
   * Agents, sessions, vaults, memory stores, user profiles.
   *
   * @throws {ConfigError} When the API key is missing, naming the option and the variable.
   */
  get managedAgents(): ManagedAgentsClient {
    return (this.#managedAgents ??= new ManagedAgentsClient(this.#with('apiKey')));
  }

  /**
   * Chats, activities, downloads, the directory.
   *
   * @throws {ConfigError} When the compliance key is missing, naming the option and the variable.
   */
  get compliance(): ComplianceClient {
    return (this.#compliance ??= new ComplianceClient(this.#with('complianceKey')));
  }

  /**
   * The organization, its invites, users and workspaces.
   *
   * @throws {ConfigError} When the admin key is missing, naming the option and the variable.
   */
  get admin(): AdminClient {
    return (this.#admin ??= new AdminClient(this.#with('adminKey')));
  }

  /** Closes every client that was used. */
  async close(): Promise<void> {
    const used = [this.#inference, this.#managedAgents, this.#compliance, this.#admin];
    await Promise.all(used.map((client) => client?.close()));
  }

  /** The same as {@link Parlance.close}. */
  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  /** The shared options and the one key that a client takes. */
  #with<Key extends 'apiKey' | 'adminKey' | 'complianceKey'>(
    key: Key,
  ): ClientOptions & Pick<ParlanceOptions, Key> {
    const { apiKey, adminKey, complianceKey, ...shared } = this.#options;
    const keys = { apiKey, adminKey, complianceKey };
    return (keys[key] === undefined ? shared : { ...shared, [key]: keys[key] }) as ClientOptions &
      Pick<ParlanceOptions, Key>;
  }
}
