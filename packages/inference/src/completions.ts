/** Legacy text completions. */
import type { ApiPromise, CallOptions, EventStream } from '@parlance/core-transport';
import { openStream, type Transport } from '@parlance/core-transport/internal';
import {
  createCompletion,
  type Completion,
  type CompletionCreateParams,
  type CompletionStreamEvent,
} from '@parlance/schemas/inference';

/** Body of a completion; the method decides whether it is streamed. */
export type CompletionParams = Omit<CompletionCreateParams, 'stream'>;

/**
 * Legacy text completions.
 *
 * @deprecated Later models and features are not compatible with it. Use {@link Messages}.
 */
export class Completions {
  readonly #transport: Transport;

  /** @param transport - Of the client that it belongs to. */
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * Completes a prompt of alternating human and assistant turns.
   *
   * @param params - Model, prompt, `max_tokens_to_sample`, and options.
   * @param options - Options of this call.
   * @deprecated Use {@link Messages.create}.
   * @throws {ApiError} When the service refuses or fails.
   * @source inference > Create completion (legacy): `POST /v1/complete`
   */
  create(params: CompletionParams, options?: CallOptions): ApiPromise<Completion> {
    return this.#transport.call(createCompletion, { body: params }, options);
  }

  /**
   * Completes a prompt and gives the pieces as they arrive; the last one has the stop reason.
   *
   * @param params - As for {@link Completions.create}.
   * @param options - Options of this call.
   * @deprecated Use {@link Messages.stream}.
   * @throws {StreamError} From whatever consumes the stream, when it breaks after it has begun.
   * @remarks Not in the documents; see "What the documents do not show" 1.2.7
   */
  stream(params: CompletionParams, options?: CallOptions): EventStream<CompletionStreamEvent> {
    return openStream(this.#transport, createCompletion, { body: params }, { options });
  }
}
