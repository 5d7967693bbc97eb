/** A language model of the AI SDK. */
import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4GenerateResult,
  LanguageModelV4StreamPart,
  LanguageModelV4StreamResult,
} from '@ai-sdk/provider';
import { PauseLimitError, sumUsage, type MessageParams, type MessageStream } from '@parlance/inference';
import type { Message, MessageStreamEvent } from '@parlance/schemas/inference';
import { messageParams, type ConvertedCall, type ModelFacts } from './message-params.js';
import { ModelInfos, type ModelClient } from './model-infos.js';
import { PROVIDER } from './provider-options.js';
import { finishReason, generateResult, replyMetadata, usageOf } from './reply-facts.js';
import { asSdkError, callOptions, readable } from './sdk-calls.js';
import { streamParts } from './stream-parts.js';

/** URLs that the service fetches. */
export const SUPPORTED_URLS: Record<string, RegExp[]> = {
  'image/*': [/^https?:\/\//],
  'application/pdf': [/^https?:\/\//],
};

/**
 * A model behind an `InferenceClient`, for `generateText`, `streamText`, `generateObject` and agents of the AI SDK. Deadlines,
 * retries and rate limits are those of the client, so errors are its errors, which are `APICallError`s too, and which the AI SDK
 * does not retry again. Turns that the service pauses are continued.
 */
export class ParlanceLanguageModel implements LanguageModelV4 {
  /** Version of the interface. */
  readonly specificationVersion = 'v4' as const;
  /** Name of the provider. */
  readonly provider: string = PROVIDER;
  /** Name of the model. */
  readonly modelId: string;
  /** URLs that the service fetches itself: images and PDFs. Others are downloaded by the AI SDK. */
  readonly supportedUrls: Record<string, RegExp[]> = SUPPORTED_URLS;
  readonly #client: ModelClient;
  readonly #facts: ModelFacts;
  readonly #infos: ModelInfos;

  /**
   * @param client - Client that sends the requests.
   * @param facts - Name of the model, and its default maximum of output tokens.
   * @param infos - Models that were looked up with the client, to share them.
   */
  constructor(client: ModelClient, facts: ModelFacts, infos: ModelInfos = new ModelInfos(client)) {
    this.#client = client;
    this.#facts = facts;
    this.#infos = infos;
    this.modelId = facts.modelId;
  }

  /**
   * Generates a reply.
   *
   * @throws {ApiError} When the service responds with an error status.
   * @throws {PauseLimitError} When the service pauses the turn more than 10 times.
   */
  async doGenerate(options: LanguageModelV4CallOptions): Promise<LanguageModelV4GenerateResult> {
    const call = await this.#callOf(options);
    let whole: Message | undefined;
    try {
      for (let part = 0; ; part += 1) {
        const request = this.#client.messages.create(continued(call, whole), callOptions(options));
        const { data, headers } = await request.withResponse();
        whole = joined(whole, data, part);
        if (data.stop_reason === 'pause_turn') continue;
        const { response, ...result } = generateResult(whole, call.names);
        const facts = { request: { body: call.params }, response: { ...response, headers: { ...headers } } };
        return { ...result, ...facts, warnings: call.warnings };
      }
    } catch (error) {
      throw asSdkError(error);
    }
  }

  /**
   * Streams a reply. Errors before the first event reject; later ones are parts of the stream.
   *
   * @throws {ApiError} When the service responds with an error status.
   */
  async doStream(options: LanguageModelV4CallOptions): Promise<LanguageModelV4StreamResult> {
    const call = await this.#callOf(options);
    const open = (whole?: Message): MessageStream =>
      this.#client.messages.stream(continued(call, whole), callOptions(options));
    try {
      const first = open();
      const { headers } = await first.withResponse();
      const parts = partsOf(first, open, { call, hasRaw: options.includeRawChunks === true });
      return {
        stream: readable(parts),
        request: { body: call.params },
        response: { headers: { ...headers } },
      };
    } catch (error) {
      throw asSdkError(error);
    }
  }

  async #callOf(options: LanguageModelV4CallOptions): Promise<ConvertedCall> {
    const info = this.#facts.info ?? (await this.#infos.get(this.modelId));
    return messageParams(options, { ...this.#facts, info });
  }
}

const MAX_RESUMES = 10;

/** Returns the params of the next part of a turn. */
function continued({ params }: ConvertedCall, whole: Message | undefined): MessageParams {
  if (whole === undefined) return params;
  return { ...params, messages: [...params.messages, { role: 'assistant', content: whole.content }] };
}

/** Returns the parts of a turn as one message. */
function joined(whole: Message | undefined, next: Message, part: number): Message {
  const message =
    whole === undefined
      ? next
      : {
          ...next,
          content: [...whole.content, ...next.content],
          usage: sumUsage([whole.usage, next.usage]),
        };
  if (next.stop_reason === 'pause_turn' && part >= MAX_RESUMES) throw new PauseLimitError(message);
  return message;
}

interface StreamFacts {
  readonly call: ConvertedCall;
  readonly hasRaw: boolean;
}

async function* partsOf(
  first: MessageStream,
  open: (whole: Message) => MessageStream,
  facts: StreamFacts,
): AsyncGenerator<LanguageModelV4StreamPart, undefined> {
  yield { type: 'stream-start', warnings: facts.call.warnings };
  try {
    let whole: Message | undefined;
    for (let part = 0; ; part += 1) {
      const stream: MessageStream = whole === undefined ? first : open(whole);
      yield* replyParts(stream, whole?.content ?? [], facts);
      const next = await stream.finalMessage();
      whole = joined(whole, next, part);
      if (next.stop_reason !== 'pause_turn') break;
    }
    yield {
      type: 'finish',
      finishReason: finishReason(whole),
      usage: usageOf(whole.usage),
      providerMetadata: replyMetadata(whole),
    };
  } catch (error) {
    yield { type: 'error', error: asSdkError(error) };
  }
  return undefined;
}

/** Converts the events of one part of a turn. */
async function* replyParts(
  stream: MessageStream,
  before: Message['content'],
  { call: { names }, hasRaw }: StreamFacts,
): AsyncGenerator<LanguageModelV4StreamPart, void> {
  for await (const event of stream) {
    if (hasRaw) yield { type: 'raw', rawValue: event };
    const arrived = stream.snapshot?.content ?? [];
    const content = before.length === 0 ? arrived : [...before, ...arrived];
    yield* streamParts(shifted(event, before.length), { content, names, prefix: '' });
  }
}

/** Numbers the blocks of a later part of a turn after those of the parts before it. */
function shifted(event: MessageStreamEvent, blocks: number): MessageStreamEvent {
  // The contract keeps unknown events, whose fields have no type.
  return blocks > 0 && 'index' in event ? { ...event, index: Number(event.index) + blocks } : event;
}
