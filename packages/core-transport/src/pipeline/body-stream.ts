import type { HttpResponse } from '../http-adapter.js';
import type { Call } from './call.js';

const HIGH_WATER_BYTES = 262_144;

/**
 * Turns a response body into a web stream. The call ends with it; a silent server is given up after `silenceMs`, a
 * slow reader pauses the connection.
 */
export function bodyStream(call: Call, response: HttpResponse): ReadableStream<Uint8Array> {
  const { body } = response;
  const { deadlines, timeouts } = call;
  deadlines.liftTotal();
  let paused = false;
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        const fail = (error: unknown): void => {
          const explained = call.explain(error);
          call.end(explained, undefined);
          controller.error(explained);
        };
        // A body of the user's own adapter may take no notice.
        call.cancellation.listen((reason) => {
          body.cancel();
          fail(reason);
        });
        deadlines.enter('silence', timeouts.silenceMs);
        body.read({
          data(chunk) {
            deadlines.touch();
            controller.enqueue(chunk);
            if (paused || (controller.desiredSize ?? 0) > 0) return;
            paused = true;
            deadlines.leave();
            body.pause();
          },
          end() {
            call.end(undefined, undefined);
            controller.close();
          },
          fail,
        });
      },
      pull() {
        if (!paused) return;
        paused = false;
        deadlines.touch();
        body.resume();
      },
      cancel() {
        body.cancel();
        call.end(undefined, undefined);
      },
    },
    new ByteLengthQueuingStrategy({ highWaterMark: HIGH_WATER_BYTES }),
  );
}
