/** Messages: create, stream and count tokens. */
import type { ApiPromise, CallOptions } from '@parlance/core-transport';
import { streamParts, type Transport } from '@parlance/core-transport/internal';
import {
  countMessageTokens,
  createMessage,
  type Message,
  type MessageCountTokensParams,
  type MessageCreateParams,
  type MessageTokensCount,
} from '@parlance/schemas/inference';
import { MessageBatches } from './message-batches.js';
import { MessageAccumulator } from './message-accumulator.js';
import { MessageStream } from './message-stream.js';
import { rejectStreamParam } from './reject-stream-param.js';
import { withRequiredBetas } from './request-betas.js';

/** Params of a message. Call {@link Messages.stream} instead of setting `stream`. */
export type MessageParams = Omit<MessageCreateParams, 'stream'>;

/** Creates and streams messages, and counts their input tokens. */
export class Messages {
  /** Batches: many messages within 24 hours, at half the price. */
  readonly batches: MessageBatches;
  readonly #transport: Transport;

  /** @param transport - Transport of the client. */
  constructor(transport: Transport) {
    this.#transport = transport;
    this.batches = new MessageBatches(transport);
  }

  /**
   * Creates the next assistant message and returns it whole, as a list of blocks. To show text while it is generated, or to get
   * only the text (`finalText()`), use {@link Messages.stream}.
   *
   * @example Create a message
   * ```ts
   * import { InferenceClient } from '@parlance/inference';
   *
   * const inference = new InferenceClient();
   *
   * const message = await inference.messages.create({
   *   model: 'assistant-sonnet-4-6',
   *   max_tokens: 1024,
   *   messages: [{ role: 'user', content: 'hello' }],
   * });
   * for (const block of message.content) {
   *   if (block.type === 'text') console.log(block.text);
   * }
   * ```
   * @param params - Model, `max_tokens`, the conversation and generation settings.
   * @param options - Options for this call.
   * @throws {ApiError} When the service responds with an error status; each status has its own subclass.
   * @throws {ConnectionError} When no response arrives; {@link TimeoutError} when a deadline passes.
   * @throws {ConfigError} When `params` has `stream: true`.
   * @source inference > Create message: `POST /v1/messages`
   */
  create(params: MessageParams, options?: CallOptions): ApiPromise<Message> {
    return (
      rejectStreamParam(params, 'messages') ??
      this.#transport.call(createMessage, { body: params }, withRequiredBetas([params], options))
    );
  }

  /**
   * Streams the events of the next assistant message while it is generated.
   *
   * @example Stream a message
   * ```ts
   * import { InferenceClient } from '@parlance/inference';
   *
   * const inference = new InferenceClient();
   * const stream = inference.messages.stream({
   *   model: 'assistant-sonnet-4-6',
   *   max_tokens: 1024,
   *   messages: [{ role: 'user', content: 'hello' }],
   * });
   * for await (const event of stream) {
   *   if (event.type === 'content_block_delta' && event.delta.type === 'text_delta') {
   *     process.stdout.write(event.delta.text);
   *   }
   * }
   * const message = await stream.finalMessage();
   * console.log(`\n${message.usage.output_tokens} tokens`);
   * ```
   * @param params - Same as for {@link Messages.create}.
   * @param options - Options for this call.
   * @throws {ApiError} While consuming the stream, for the same reasons as {@link Messages.create}.
   * @throws {StreamError} While consuming the stream, when it breaks after the first event.
   * @source inference > Events
   */
  stream(params: MessageParams, options?: CallOptions): MessageStream {
    const accumulator = (): MessageAccumulator => new MessageAccumulator();
    return new MessageStream(
      streamParts(
        this.#transport,
        createMessage,
        { body: params },
        { options: withRequiredBetas([params], options), accumulator },
      ),
    );
  }

  /**
   * Counts the input tokens that a message request would use, including its tools, images and documents. No message is
   * created.
   *
   * @param params - Model and conversation.
   * @param options - Options for this call.
   * @throws {ApiError} When the service responds with an error status.
   * @source inference > Count tokens: `POST /v1/messages/count_tokens`
   */
  countTokens(params: MessageCountTokensParams, options?: CallOptions): ApiPromise<MessageTokensCount> {
    const call = withRequiredBetas([params], options);
    return this.#transport.call(countMessageTokens, { body: params }, call);
  }
}
