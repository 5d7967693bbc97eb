/** All clients behind one object. */
import type { ClientOptions, Credential } from '@parlance/core-transport';
import { InferenceClient } from '@parlance/inference';

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

  /** Closes every client that was used. */
  async close(): Promise<void> {
    await this.#inference?.close();
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
