/** The provider of the AI SDK. */
import {
  NoSuchModelError,
  type Experimental_BatchV4 as BatchV4,
  type FilesV4,
  type ProviderV4,
  type SkillsV4,
} from '@ai-sdk/provider';
import { ConfigError, type InferenceClient } from '@parlance/inference';
import { ModelInfos } from './model-infos.js';
import { batchOf } from './parlance-batch.js';
import { filesOf, skillsOf } from './parlance-files.js';
import { ParlanceLanguageModel, SUPPORTED_URLS } from './parlance-language-model.js';
import { serviceTool, type ServiceTool, type ServiceToolDefinition } from './service-tool.js';

/** The parts of a client that a provider uses. Without one of them, calls that need it throw. */
export type ProviderClient = Pick<InferenceClient, 'messages'> &
  Partial<Pick<InferenceClient, 'models' | 'files' | 'skills'>>;

/** Options for {@link createParlance}. */
export interface ParlanceProviderOptions {
  /** Client that sends the requests, with its deadlines, retries and rate limiter. */
  readonly client: ProviderClient;
  /**
   * Maximum number of output tokens of calls without `maxOutputTokens`. Default: that of the model, which is looked up once, or
   * 4,096 if it is unknown.
   */
  readonly maxOutputTokens?: number | undefined;
}

/** Provider of language models. Call it with the name of a model. */
export interface ParlanceProvider extends ProviderV4 {
  (modelId: string): ParlanceLanguageModel;
  /** Creates a language model. */
  languageModel(modelId: string): ParlanceLanguageModel;
  /** Uploads files that prompts refer to, and downloads files that tools created. */
  files(): Required<FilesV4>;
  /** Uploads skills. */
  skills(): SkillsV4;
  /** Sends many requests within 24 hours, at half the price. */
  experimental_batch(): Required<BatchV4>;
  /**
   * Declares a tool that the service runs, for the `tools` of a call, where its key can be any name.
   *
   * @param definition - Definition in its wire form, for example `{ type: 'web_search_20250305', max_uses: 3 }`.
   */
  tool(definition: ServiceToolDefinition): ServiceTool;
}

/**
 * Creates a provider for the AI SDK (version 7).
 *
 * @param options - See {@link ParlanceProviderOptions}.
 * @throws {ConfigError} When an option is invalid.
 */
export function createParlance(options: ParlanceProviderOptions): ParlanceProvider {
  const { client, maxOutputTokens } = (options ?? {}) as Partial<ParlanceProviderOptions>;
  if (typeof client?.messages?.create !== 'function')
    throw new ConfigError('client', 'client must be an InferenceClient');
  if (maxOutputTokens !== undefined && !(Number.isSafeInteger(maxOutputTokens) && maxOutputTokens >= 1))
    throw new ConfigError('maxOutputTokens', 'maxOutputTokens must be a whole number from 1');
  const infos = new ModelInfos(client);
  const languageModel = (modelId: string): ParlanceLanguageModel => {
    if (typeof modelId !== 'string' || modelId === '')
      throw new ConfigError('modelId', 'modelId must be the name of a model');
    return new ParlanceLanguageModel(client, { modelId, maxOutputTokens }, infos);
  };
  return Object.assign((modelId: string) => languageModel(modelId), {
    tool: serviceTool,
    files: () => filesOf({ files: required('files', client.files) }),
    skills: () => skillsOf({ skills: required('skills', client.skills) }),
    experimental_batch: () => batchOf(client, { infos, maxOutputTokens, supportedUrls: SUPPORTED_URLS }),
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

function required<T>(name: string, part: T | undefined): T {
  if (part === undefined) throw new ConfigError('client', `client must be an InferenceClient with ${name}`);
  return part;
}
