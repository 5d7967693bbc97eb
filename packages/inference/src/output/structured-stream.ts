/** Streams structured output. */
import type { CallOptions } from '@parlance/core-transport';
import { requireObject } from '@parlance/core-transport/internal';
import type { Message } from '@parlance/schemas/inference';
import type { InferenceClient } from '../inference-client.js';
import type { MessageStream } from '../message-stream.js';
import { requireClient } from '../require-client.js';
import { compileOutputSchema, type AnySchema, type ValueOf } from '../value-schema/value-schema.js';
import { readOutput, valueOrThrow, type OutputResult } from './output-result.js';
import { PartialOutput, type DeepPartial } from './partial-output.js';
import { withFormat, type StructuredParams } from './structured-output.js';

/**
 * A value that is being generated. Iterate over its partial states with {@link StructuredStream.partialOutputStream},
 * await it with {@link StructuredStream.finalOutput}, or do both.
 *
 * @throws {StreamError} From every way of consuming it, when the stream ends before its last event.
 */
export class StructuredStream<T> implements AsyncDisposable {
  /** The stream of the reply, for its events, its usage and its request id. It can be consumed once. */
  readonly messageStream: MessageStream;
  readonly #read: (message: Message) => Promise<OutputResult<T>>;

  /**
   * @param stream - Stream of the reply.
   * @param read - Reads the value of the complete reply.
   */
  constructor(stream: MessageStream, read: (message: Message) => Promise<OutputResult<T>>) {
    this.messageStream = stream;
    this.#read = read;
  }

  /**
   * Yields the value each time more of it has arrived, from the first member to the complete value. Partial values
   * are not validated. Each is a new object, so the work is proportional to the size of the value times the number of
   * chunks; for long lists use {@link streamElements}.
   */
  async *partialOutputStream(): AsyncGenerator<DeepPartial<T>, undefined> {
    const output = new PartialOutput();
    for await (const text of this.messageStream.textStream()) {
      output.push(text);
      const { value } = output;
      if (value !== undefined) yield structuredClone(value) as DeepPartial<T>;
    }
  }

  /**
   * Consumes the stream and resolves to the validated value.
   *
   * @throws {OutputError} When the reply is incomplete, a refusal or not JSON, or does not match the schema.
   */
  async finalOutput(): Promise<T> {
    const message = await this.finalMessage();
    return valueOrThrow(message, await this.#read(message));
  }

  /** Consumes the stream and resolves to the value or the failure, discriminated by `status`. */
  async finalResult(): Promise<OutputResult<T>> {
    return this.#read(await this.finalMessage());
  }

  /** Consumes the stream and resolves to the complete reply. */
  finalMessage(): Promise<Message> {
    return this.messageStream.finalMessage();
  }

  /** Closes the connection. Consumers receive a {@link StreamError} with the reason `aborted`. */
  abort(reason?: unknown): void {
    this.messageStream.abort(reason);
  }

  /** Closes the connection, if it is still open. */
  [Symbol.asyncDispose](): Promise<void> {
    return this.messageStream[Symbol.asyncDispose]();
  }
}

/**
 * Streams a message whose reply is JSON that matches a schema.
 *
 * @param client - Inference client.
 * @param params - Params of the message, plus the schema as `output`.
 * @param options - Options for the call.
 * @throws {ConfigError} When `output` cannot be used, with the path of a feature that the service does not support;
 *   nothing is sent.
 */
export function streamStructured<const S extends AnySchema>(
  client: Pick<InferenceClient, 'messages'>,
  params: StructuredParams<S>,
  options?: CallOptions,
): StructuredStream<ValueOf<S>> {
  requireClient(client, 'stream');
  requireObject('params', params);
  const { output, ...rest } = params;
  const schema = compileOutputSchema(output, { option: 'output' });
  const stream = client.messages.stream(withFormat(rest, schema), options);
  return new StructuredStream(stream, (message) => readOutput(message, schema));
}
