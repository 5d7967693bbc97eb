/** Creates the replies of runs and paused turns, as a stream if the program listens to them. */
import type { CallOptions } from '@parlance/core-transport';
import type { Message } from '@parlance/schemas/inference';
import type { InferenceClient } from './inference-client.js';
import type { MessageStream } from './message-stream.js';
import type { MessageParams } from './messages.js';

/**
 * Creates a reply. Errors of `onStream` are thrown, and close the stream.
 *
 * @param onStream - Receives the stream before it is consumed. Without it, the reply is not streamed.
 */
export function createReply(
  client: Pick<InferenceClient, 'messages'>,
  request: MessageParams,
  call: CallOptions,
  onStream: ((stream: MessageStream) => void) | undefined,
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
