import type { HttpBody } from '../http-adapter.js';
import type { Attempt } from '../pipeline/attempt.js';
import type { CallRun } from '../pipeline/call-run.js';
import { releaseWhenDropped } from '../release-when-dropped.js';
import { BodyReader } from './body-reader.js';

/**
 * Converts a response body to a web stream. The call ends when the stream does, or when the stream is dropped. The
 * stream fails if the server is silent for `silenceMs`; a slow reader pauses the connection.
 */
export function bodyStream(run: CallRun, attempt: Attempt, body: HttpBody): ReadableStream<Uint8Array> {
  const reader = new BodyReader(run, attempt, body);
  const stream = new ReadableStream<Uint8Array>(
    {
      pull: (controller) => reader.pull(controller),
      cancel: () => reader.cancel(),
    },
    // The reader has the buffer.
    { highWaterMark: 0 },
  );
  releaseWhenDropped(stream, () => reader.cancel());
  return stream;
}
