/** The provider of the AI SDK. */
import { NoSuchModelError, type ProviderV4 } from '@ai-sdk/provider';
import { ConfigError, type InferenceClient } from '@parlance/inference';
import { ParlanceLanguageModel } from './parlance-language-model.js';

/** Options for {@link createParlance}. */
export interface ParlanceProviderOptions {
  /** Client that sends the requests, with its deadlines, retries and rate limiter. */
  readonly client: Pick<InferenceClient, 'messages'>;
  /** Maximum number of output tokens of calls without `maxOutputTokens`. Default 4,096. */
  readonly maxOutputTokens?: number | undefined;
}

/** Provider of language models. Call it with the name of a model. */
export interface ParlanceProvider extends ProviderV4 {
  (modelId: string): ParlanceLanguageModel;
  /** Creates a language model. */
  languageModel(modelId: string): ParlanceLanguageModel;
}

/**
 * Creates a provider for the AI SDK (version 7).
 *
 * @param options - See {@link ParlanceProviderOptions}.
 * @throws {ConfigError} When an option is invalid.
 */
export function createParlance(options: ParlanceProviderOptions): ParlanceProvider {
  const { client, maxOutputTokens = 4096 } = (options ?? {}) as Partial<ParlanceProviderOptions>;
  if (typeof client?.messages?.create !== 'function')
    throw new ConfigError('client', 'client must be an InferenceClient');
  if (!Number.isSafeInteger(maxOutputTokens) || maxOutputTokens < 1)
    throw new ConfigError('maxOutputTokens', 'maxOutputTokens must be a whole number from 1');
  const languageModel = (modelId: string): ParlanceLanguageModel => {
    if (typeof modelId !== 'string' || modelId === '')
      throw new ConfigError('modelId', 'modelId must be the name of a model');
    return new ParlanceLanguageModel(client, { modelId, maxOutputTokens });
  };
  return Object.assign((modelId: string) => languageModel(modelId), {
    specificationVersion: 'v4' as const,
    languageModel,
    embeddingModel: (modelId: string): never => {
      throw new NoSuchModelError({ modelId, modelType: 'embeddingModel' });
    },
    imageModel: (modelId: string): never => {
      throw new NoSuchModelError({ modelId, modelType: 'imageModel' });
    },
  });
}
