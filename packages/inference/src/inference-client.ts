/** The client of inference. */
import { type ClientOptions, type Credential, type RateLimits } from '@parlance/core-transport';
import { Transport } from '@parlance/core-transport/internal';
import { inferenceNaming, type Beta } from '@parlance/schemas/inference';
import { Completions } from './completions.js';
import { Messages } from './messages.js';
import { Models } from './models.js';

/** Options of {@link InferenceClient}. */
export interface InferenceClientOptions extends Omit<ClientOptions, 'betas'> {
  /** API key, or a function that returns it, called for each attempt. Default: the variable `PARLANCE_API_KEY`. */
  readonly apiKey?: Credential | undefined;
  /** Beta names added to each call. Default none. */
  readonly betas?: readonly Beta[] | undefined;
}

/**
 * Client for messages, token counting, models and legacy completions.
 *
 * It keeps connections open until {@link InferenceClient.close}; an idle one never keeps a process alive.
 */
export class InferenceClient implements AsyncDisposable {
  /** Messages: generation, streaming, token counting. */
  readonly messages: Messages;
  /** Models: metadata and capabilities. */
  readonly models: Models;
  /**
   * Legacy text completions.
   *
   * @deprecated Use {@link InferenceClient.messages}.
   */
  readonly completions: Completions;
  readonly #transport: Transport;

  /**
   * @param options - See {@link InferenceClientOptions}.
   * @throws {ConfigError} Naming the first option that is missing or wrong.
   */
  constructor(options: InferenceClientOptions = {}) {
    this.#transport = new Transport(options, { key: 'api-key', naming: inferenceNaming });
    this.messages = new Messages(this.#transport);
    this.models = new Models(this.#transport);
    this.completions = new Completions(this.#transport);
  }

  /** Rate limits from the most recent response that included them. */
  get limits(): RateLimits {
    return this.#transport.limits;
  }

  /** Aborts in-flight requests, rejects new ones and closes all connections. */
  close(): Promise<void> {
    return this.#transport.close();
  }

  /** The same as {@link InferenceClient.close}. */
  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }
}
