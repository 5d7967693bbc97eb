/** A language model of the AI SDK. */
import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4GenerateResult,
  LanguageModelV4StreamPart,
  LanguageModelV4StreamResult,
  SharedV4Warning,
} from '@ai-sdk/provider';
import type { CallOptions, InferenceClient, MessageStream } from '@parlance/inference';
import { messageParams, type ModelFacts } from './message-params.js';
import { PROVIDER } from './provider-options.js';
import { blockContent } from './reply-content.js';
import { finishReason, replyMetadata, usageOf } from './reply-facts.js';
import { streamParts } from './stream-parts.js';

/**
 * A model behind an `InferenceClient`, for `generateText`, `streamText`, `generateObject` and agents of the AI SDK. Deadlines,
 * retries and rate limits are those of the client, so errors are its errors, which the AI SDK does not retry again.
 */
export class ParlanceLanguageModel implements LanguageModelV4 {
  /** Version of the interface. */
  readonly specificationVersion = 'v4' as const;
  /** Name of the provider. */
  readonly provider: string = PROVIDER;
  /** Name of the model. */
  readonly modelId: string;
  /** URLs that the service fetches itself: images and PDFs. Others are downloaded by the AI SDK. */
  readonly supportedUrls: Record<string, RegExp[]> = {
    'image/*': [/^https?:\/\//],
    'application/pdf': [/^https?:\/\//],
  };
  readonly #client: Pick<InferenceClient, 'messages'>;
  readonly #facts: ModelFacts;

  /**
   * @param client - Client that sends the requests.
   * @param facts - Name of the model, and its default maximum of output tokens.
   */
  constructor(client: Pick<InferenceClient, 'messages'>, facts: ModelFacts) {
    this.#client = client;
    this.#facts = facts;
    this.modelId = facts.modelId;
  }

  /**
   * Generates a reply.
   *
   * @throws {ApiError} When the service responds with an error status.
   */
  async doGenerate(options: LanguageModelV4CallOptions): Promise<LanguageModelV4GenerateResult> {
    const { params, warnings } = messageParams(options, this.#facts);
    const call = this.#client.messages.create(params, callOptions(options));
    const { data: message, headers } = await call.withResponse();
    return {
      content: message.content.flatMap((block, index) => blockContent(block, index)),
      finishReason: finishReason(message),
      usage: usageOf(message.usage),
      providerMetadata: replyMetadata(message),
      request: { body: params },
      response: { id: message.id, modelId: message.model, headers: { ...headers }, body: message },
      warnings,
    };
  }

  /**
   * Streams a reply. Errors before the first event reject; later ones are parts of the stream.
   *
   * @throws {ApiError} When the service responds with an error status.
   */
  async doStream(options: LanguageModelV4CallOptions): Promise<LanguageModelV4StreamResult> {
    const { params, warnings } = messageParams(options, this.#facts);
    const stream = this.#client.messages.stream(params, callOptions(options));
    const { headers } = await stream.withResponse();
    const parts = partsOf(stream, warnings, options.includeRawChunks === true);
    return { stream: readable(parts), request: { body: params }, response: { headers: { ...headers } } };
  }
}

function callOptions({ abortSignal, headers }: LanguageModelV4CallOptions): CallOptions {
  const sent = Object.entries(headers ?? {}).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  );
  return {
    ...(abortSignal !== undefined && { signal: abortSignal }),
    ...(sent.length > 0 && { headers: Object.fromEntries(sent) }),
  };
}

async function* partsOf(
  stream: MessageStream,
  warnings: SharedV4Warning[],
  hasRaw: boolean,
): AsyncGenerator<LanguageModelV4StreamPart, undefined> {
  yield { type: 'stream-start', warnings };
  try {
    for await (const event of stream) {
      if (hasRaw) yield { type: 'raw', rawValue: event };
      yield* streamParts(event, stream.snapshot);
    }
    const message = await stream.finalMessage();
    yield {
      type: 'finish',
      finishReason: finishReason(message),
      usage: usageOf(message.usage),
      providerMetadata: replyMetadata(message),
    };
  } catch (error) {
    yield { type: 'error', error };
  }
  return undefined;
}

/** Converts a generator to a stream. Cancelling the stream ends the generator, and with it the request. */
export function readable<T>(parts: AsyncGenerator<T, unknown>): ReadableStream<T> {
  return new ReadableStream<T>({
    async pull(controller) {
      const { done, value } = await parts.next();
      if (done === true) controller.close();
      else controller.enqueue(value);
    },
    async cancel() {
      await parts.return(undefined);
    },
  });
}
