/** Resumes turns that the service paused. */
import { ConfigError, ParlanceError, type CallOptions } from '@parlance/core-transport';
import { requireObject, requireObjects } from '@parlance/core-transport/internal';
import type { Message } from '@parlance/schemas/inference';
import { createReply } from './create-reply.js';
import type { InferenceClient } from './inference-client.js';
import type { MessageStream } from './message-stream.js';
import type { MessageParams } from './messages.js';
import { requireClient } from './require-client.js';
import { sumUsage } from './sum-usage.js';

/** Options for {@link createUntilComplete}. */
export interface UntilCompleteOptions extends CallOptions {
  /** Maximum number of times to resume. Default 10. */
  readonly maxResumes?: number | undefined;
  /**
   * Called with the stream of each part before it is consumed, to add listeners. `part` counts from 0. Without it,
   * parts are not streamed.
   */
  readonly onStream?: ((stream: MessageStream, part: number) => void) | undefined;
}

/** Thrown when a turn is paused more often than {@link UntilCompleteOptions.maxResumes} allows. */
export class PauseLimitError extends ParlanceError {
  /** The parts received so far, as one message. */
  readonly partial: Message;

  /** Name of the class. */
  override get name(): string {
    return 'PauseLimitError';
  }

  /** @param partial - The parts received so far. */
  constructor(partial: Message) {
    super('pause_limit', 'the turn is still paused after maxResumes continuations');
    this.partial = partial;
    Object.defineProperty(this, 'partial', { enumerable: false });
  }
}

/**
 * Creates a message and resumes it while it stops with `pause_turn`, which the service does during long runs of server
 * tools.
 *
 * @param client - Inference client.
 * @param params - Params of the message.
 * @param options - See {@link UntilCompleteOptions}.
 * @returns The last part, with the content and the summed usage of all parts.
 * @throws {PauseLimitError} When the turn is paused more than `maxResumes` times.
 * @throws {ConfigError} When `maxResumes` is not a number of at least 0.
 * @throws {ApiError} When the service responds with an error status.
 */
export async function createUntilComplete(
  client: Pick<InferenceClient, 'messages'>,
  params: MessageParams,
  options: UntilCompleteOptions = {},
): Promise<Message> {
  requireClient(client, 'create');
  requireObject('params', params);
  requireObjects('messages', params.messages);
  requireObject('options', options);
  const { maxResumes = 10, onStream, ...call } = options;
  if (!(maxResumes >= 0)) throw new ConfigError('maxResumes', 'maxResumes must be a number of at least 0');
  let whole: Message | undefined;
  for (let part = 0; ; part++) {
    const soFar = whole === undefined ? [] : [{ role: 'assistant' as const, content: whole.content }];
    const request = { ...params, messages: [...params.messages, ...soFar] };
    const onPart = onStream && ((stream: MessageStream): void => onStream(stream, part));
    const message = await createReply(client, request, call, onPart);
    whole =
      whole === undefined
        ? message
        : {
            ...message,
            content: [...whole.content, ...message.content],
            usage: sumUsage([whole.usage, message.usage]),
          };
    if (message.stop_reason !== 'pause_turn') return whole;
    if (part >= maxResumes) throw new PauseLimitError(whole);
  }
}
