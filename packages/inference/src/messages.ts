/** Messages: generation, streaming, token counting. */
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
import { MessageAccumulator } from './message-accumulator.js';
import { MessageStream } from './message-stream.js';

/** Body of a message; the method decides whether it is streamed. */
export type MessageParams = Omit<MessageCreateParams, 'stream'>;

/** Messages: generation, streaming, token counting. */
export class Messages {
  readonly #transport: Transport;

  /** @param transport - Of the client that it belongs to. */
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * Generates the next assistant message.
   *
   * @example Create a message
   * ```ts
   * const message = await inference.messages.create({
   *   model: 'assistant-sonnet-4-6',
   *   max_tokens: 1024,
   *   messages: [{ role: 'user', content: 'hello' }],
   * });
   * for (const block of message.content) {
   *   if (block.type === 'text') console.log(block.text);
   * }
   * ```
   * @param params - Model, `max_tokens`, the conversation, and options.
   * @param options - Options of this call.
   * @throws {ApiError} When the service refuses or fails; its class tells which status.
   * @throws {ConnectionError} When there is no answer; {@link TimeoutError} when it comes too late.
   * @source inference > Create message: `POST /v1/messages`
   */
  create(params: MessageParams, options?: CallOptions): ApiPromise<Message> {
    return this.#transport.call(createMessage, { body: params }, options);
  }

  /**
   * Generates the next assistant message and gives its events as they arrive.
   *
   * @example Stream a message
   * ```ts
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
   * ```
   * @param params - As for {@link Messages.create}.
   * @param options - Options of this call.
   * @throws {ApiError} From whatever consumes the stream, as for {@link Messages.create}.
   * @throws {StreamError} From whatever consumes the stream, when it breaks after it has begun.
   * @source inference > Events
   */
  stream(params: MessageParams, options?: CallOptions): MessageStream {
    const accumulator = (): MessageAccumulator => new MessageAccumulator();
    return new MessageStream(
      streamParts(this.#transport, createMessage, { body: params }, { options, accumulator }),
    );
  }

  /**
   * Counts the input tokens of a conversation, tools, images and documents included, without creating a message.
   *
   * @param params - Model and conversation.
   * @param options - Options of this call.
   * @throws {ApiError} When the service refuses or fails.
   * @source inference > Count tokens: `POST /v1/messages/count_tokens`
   */
  countTokens(params: MessageCountTokensParams, options?: CallOptions): ApiPromise<MessageTokensCount> {
    return this.#transport.call(countMessageTokens, { body: params }, options);
  }
}
