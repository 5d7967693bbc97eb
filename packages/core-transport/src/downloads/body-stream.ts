import type { HttpBody } from '../http-adapter.js';
import type { Attempt } from '../pipeline/attempt.js';
import type { CallRun } from '../pipeline/call-run.js';

const HIGH_WATER_BYTES = 262_144;

/**
 * Converts a response body to a web stream. The call ends when the stream does. The stream fails if the server is
 * silent for `silenceMs`; a slow reader pauses the connection.
 */
export function bodyStream(run: CallRun, attempt: Attempt, body: HttpBody): ReadableStream<Uint8Array> {
  const { call, cancellation, deadlines } = attempt;
  let isPaused = false;
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        const fail = (error: unknown): void => {
          const explained = attempt.explain(error);
          run.end(explained, undefined);
          controller.error(explained);
        };
        // A user-supplied adapter may ignore the cancellation.
        cancellation.listen((reason) => {
          body.cancel();
          fail(reason);
        });
        deadlines.enter('silence', call.timeouts.silenceMs);
        body.read({
          data(chunk) {
            if (!isPaused) deadlines.touch();
            controller.enqueue(chunk);
            if (isPaused || (controller.desiredSize ?? 0) > 0) return;
            isPaused = true;
            deadlines.enter('consumer', call.timeouts.consumerMs);
            body.pause();
          },
          end() {
            run.end(undefined, undefined);
            controller.close();
          },
          fail,
        });
      },
      pull() {
        if (!isPaused) return;
        isPaused = false;
        deadlines.enter('silence', call.timeouts.silenceMs);
        body.resume();
      },
      cancel() {
        body.cancel();
        run.end(undefined, undefined);
      },
    },
    new ByteLengthQueuingStrategy({ highWaterMark: HIGH_WATER_BYTES }),
  );
}
