/** Continues turns that the service paused. */
import { ConfigError, ParlanceError, type CallOptions } from '@parlance/core-transport';
import { brandError } from '@parlance/core-transport/internal';
import type { Message } from '@parlance/schemas/inference';
import type { InferenceClient } from './inference-client.js';
import type { MessageStream } from './message-stream.js';
import type { MessageParams } from './messages.js';
import { sumUsage } from './sum-usage.js';

/** Options of {@link createUntilComplete}. */
export interface UntilCompleteOptions extends Omit<CallOptions, 'idempotencyKey'> {
  /** Most continuations. Default 10. */
  readonly maxResumes?: number | undefined;
  /** Streams each part, and gets the stream before it is consumed. Default: no streaming. */
  readonly onStream?: ((stream: MessageStream, part: number) => void) | undefined;
}

/** A turn was paused more often than {@link UntilCompleteOptions.maxResumes} allows. */
export class PauseLimitError extends ParlanceError {
  /** The turn as far as it came. */
  readonly partial: Message;

  static {
    brandError(this, 'PauseLimitError');
  }

  /** @param partial - The turn as far as it came. */
  constructor(partial: Message) {
    super('pause_limit', 'the turn was paused too often');
    this.partial = partial;
    Object.defineProperty(this, 'partial', { enumerable: false });
  }
}

/**
 * Gets a whole turn: while the reply ends with `pause_turn`, it is sent back and continued.
 *
 * @param client - Client.
 * @param params - Parameters of the message.
 * @param options - See {@link UntilCompleteOptions}.
 * @returns The last part, with the content of all parts and the usage of all of them together.
 * @throws {PauseLimitError} When it is paused too often.
 * @throws {ConfigError} When `maxResumes` is no number from 0.
 * @throws {ApiError} When the service refuses or fails.
 */
export async function createUntilComplete(
  client: Pick<InferenceClient, 'messages'>,
  params: MessageParams,
  options: UntilCompleteOptions = {},
): Promise<Message> {
  const { maxResumes = 10, onStream, ...call } = options;
  if (!(maxResumes >= 0)) throw new ConfigError('maxResumes', 'maxResumes must be a number from 0');
  let whole: Message | undefined;
  for (let part = 0; ; part++) {
    const begun = whole === undefined ? [] : [{ role: 'assistant' as const, content: whole.content }];
    const request = { ...params, messages: [...params.messages, ...begun] };
    const message = await ask(client, request, { call, onStream, part });
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

interface Asking {
  readonly call: CallOptions;
  readonly onStream: UntilCompleteOptions['onStream'];
  readonly part: number;
}

function ask(
  client: Pick<InferenceClient, 'messages'>,
  request: MessageParams,
  { call, onStream, part }: Asking,
): PromiseLike<Message> {
  if (onStream === undefined) return client.messages.create(request, call);
  const stream = client.messages.stream(request, call);
  onStream(stream, part);
  return stream.finalMessage();
}
