/** Legacy text completions. */
import type { ApiPromise, CallOptions, EventStream } from '@parlance/core-transport';
import { openStream, type Transport } from '@parlance/core-transport/internal';
import {
  createCompletion,
  type Completion,
  type CompletionCreateParams,
  type CompletionStreamEvent,
} from '@parlance/schemas/inference';
import { rejectStreamParam } from './reject-stream-param.js';

/** Params of a legacy completion. Call {@link Completions.stream} instead of setting `stream`. */
export type CompletionParams = Omit<CompletionCreateParams, 'stream'>;

/**
 * Creates legacy text completions.
 *
 * @deprecated Newer models and features are not available here. Use {@link Messages}.
 */
export class Completions {
  readonly #transport: Transport;

  /** @param transport - Transport of the client. */
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * Completes a prompt of alternating human and assistant turns.
   *
   * @param params - Model, prompt, `max_tokens_to_sample` and sampling settings.
   * @param options - Options for this call.
   * @deprecated Use {@link Messages.create}.
   * @throws {ApiError} When the service responds with an error status.
   * @throws {ConfigError} When `params` has `stream: true`.
   * @source inference > Create completion (legacy): `POST /v1/complete`
   */
  create(params: CompletionParams, options?: CallOptions): ApiPromise<Completion> {
    return (
      rejectStreamParam(params, 'completions') ??
      this.#transport.call(createCompletion, { body: params }, options)
    );
  }

  /**
   * Streams a completion chunk by chunk. The last chunk has the stop reason.
   *
   * @param params - Same as for {@link Completions.create}.
   * @param options - Options for this call.
   * @deprecated Use {@link Messages.stream}.
   * @throws {StreamError} While consuming the stream, when it breaks after the first event.
   * @remarks Not in the documents; see "What the documents do not show" 1.2.7
   */
  stream(params: CompletionParams, options?: CallOptions): EventStream<CompletionStreamEvent> {
    return openStream(this.#transport, createCompletion, { body: params }, { options });
  }
}
