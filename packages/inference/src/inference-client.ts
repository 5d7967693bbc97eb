/** Client for the inference API. */
import type { ClientOptions, Credential } from '@parlance/core-transport';
import { Files, requireTransport, ServiceClient, type Transport } from '@parlance/core-transport/internal';
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
export class InferenceClient extends ServiceClient<InferenceClientOptions> {
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

  /**
   * @param options - See {@link InferenceClientOptions}.
   * @throws {ConfigError} When an option is missing, unknown or invalid; `option` names it.
   */
  constructor(options?: InferenceClientOptions);
  constructor(options: InferenceClientOptions | Transport = {}) {
    super(options, () => ({ key: 'api-key', naming: inferenceNaming }));
    const { transport } = this;
    this.messages = new Messages(transport);
    this.models = new Models(transport);
    this.files = new Files(transport);
    this.skills = new Skills(transport);
    this.completions = new Completions(transport);
  }

  /**
   * Creates a client that shares the transport of another one. Closing either closes both.
   *
   * @param transport - Transport of another client of this kind.
   * @throws {ConfigError} When it is not a transport.
   */
  static from(transport: Transport): InferenceClient {
    return new InferenceClient(requireTransport(transport));
  }

  withOptions(options: InferenceClientOptions): InferenceClient {
    return InferenceClient.from(this.transport.withOptions(options));
  }
}
