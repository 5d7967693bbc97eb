/** Client for the inference API. */
import { type ClientOptions, type Credential, type RateLimits } from '@parlance/core-transport';
import { Files, Transport } from '@parlance/core-transport/internal';
import { inferenceNaming } from '@parlance/schemas/inference';
import { Completions } from './completions.js';
import { Messages } from './messages.js';
import { Models } from './models.js';
import { Skills } from './skills.js';

/** Options for {@link InferenceClient}. */
export interface InferenceClientOptions extends ClientOptions {
  /**
   * API key, or a function that returns it and is called before each attempt. Defaults to the environment variable
   * `PARLANCE_API_KEY`.
   */
  readonly apiKey?: Credential | undefined;
}

/**
 * Client for messages, batches, token counting, models, files, skills and legacy completions.
 *
 * Connections are reused until {@link InferenceClient.close}. Idle connections do not keep the process alive.
 */
export class InferenceClient implements AsyncDisposable {
  /** Creates and streams messages, and counts tokens. */
  readonly messages: Messages;
  /** Retrieves and lists models. */
  readonly models: Models;
  /** Uploads files that messages can refer to, and downloads files that tools created. */
  readonly files: Files;
  /** Skills, which the model loads into containers and agents. */
  readonly skills: Skills;
  /**
   * Creates legacy text completions.
   *
   * @deprecated Use {@link InferenceClient.messages}.
   */
  readonly completions: Completions;
  readonly #transport: Transport;

  /**
   * @param options - See {@link InferenceClientOptions}; or the transport of another client of this kind, to share it.
   * @throws {ConfigError} When an option is missing, unknown or invalid; `option` names it.
   */
  constructor(options: InferenceClientOptions | Transport = {}) {
    this.#transport =
      options instanceof Transport
        ? options
        : new Transport(options, { key: 'api-key', naming: inferenceNaming });
    this.messages = new Messages(this.#transport);
    this.models = new Models(this.#transport);
    this.files = new Files(this.#transport);
    this.skills = new Skills(this.#transport);
    this.completions = new Completions(this.#transport);
  }

  /**
   * Creates a client with other options. It shares this client's connections, rate limiter and retry budget, unless the key
   * or the address changes, and is closed on its own.
   *
   * @param options - Options to change. The members of `timeouts`, `retry`, `rateLimit` and `headers` are merged one by
   *   one; every other option replaces the earlier one.
   * @throws {ConfigError} When an option is unknown or invalid; names the first one.
   */
  withOptions(options: InferenceClientOptions): InferenceClient {
    return new InferenceClient(this.#transport.withOptions(options));
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

  /** Calls {@link InferenceClient.close}, for `await using`. */
  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }
}
