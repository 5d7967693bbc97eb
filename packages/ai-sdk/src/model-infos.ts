/** Limits and capabilities of models, looked up once. */
import { ApiError, type InferenceClient } from '@parlance/inference';
import type { ModelInfo } from '@parlance/schemas/inference';

/** The client of a model: without `models`, the limits and capabilities of models are unknown. */
export type ModelClient = Pick<InferenceClient, 'messages'> & Partial<Pick<InferenceClient, 'models'>>;

const LOOK_UP = { timeouts: { totalMs: 10_000 }, retry: { maxRetries: 0 } };

/** Looks models up. */
export class ModelInfos {
  readonly #client: ModelClient;
  readonly #found = new Map<string, Promise<ModelInfo | undefined>>();

  /** @param client - Client that sends the requests. */
  constructor(client: ModelClient) {
    this.#client = client;
  }

  /** Returns a model; undefined if it cannot be looked up, which does not fail a call. */
  async get(modelId: string): Promise<ModelInfo | undefined> {
    const found = this.#found.get(modelId) ?? this.#lookUp(modelId);
    this.#found.set(modelId, found);
    return found;
  }

  async #lookUp(modelId: string): Promise<ModelInfo | undefined> {
    try {
      return await this.#client.models?.retrieve(modelId, LOOK_UP);
    } catch (error) {
      // What the service does not know stays unknown; other failures pass.
      const isKnown = error instanceof ApiError && !error.retryable;
      if (!isKnown) this.#found.delete(modelId);
      return undefined;
    }
  }
}
