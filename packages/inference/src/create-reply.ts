/** Creates the replies of runs and paused turns, as a stream if the program listens to them. */
import type { CallOptions } from '@parlance/core-transport';
import type { Message } from '@parlance/schemas/inference';
import type { InferenceClient } from './inference-client.js';
import type { MessageStream } from './message-stream.js';
import type { MessageParams } from './messages.js';

/** Options for {@link createReply}. */
export interface ReplyOptions {
  readonly call: CallOptions;
  /** Receives the stream before it is consumed. Without it, the reply is not streamed. */
  readonly onStream: ((stream: MessageStream) => void) | undefined;
}

/** Creates a reply. Errors of `onStream` are thrown, and close the stream. */
export function createReply(
  client: Pick<InferenceClient, 'messages'>,
  request: MessageParams,
  { call, onStream }: ReplyOptions,
): PromiseLike<Message> {
  if (onStream === undefined) return client.messages.create(request, call);
  const stream = client.messages.stream(request, call);
  try {
    onStream(stream);
  } catch (error) {
    // Nothing else would consume or close the stream.
    stream.abort(error);
    throw error;
  }
  return stream.finalMessage();
}
