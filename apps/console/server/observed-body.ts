import type { HttpBody } from '@parlance/core-transport';

/** Passes a body on, and reports its chunks and its end. */
export function observed(body: HttpBody, onData: (chunk: Uint8Array) => void, onEnd: () => void): HttpBody {
  return {
    read: (sink) =>
      body.read({
        data: (chunk) => {
          onData(chunk);
          sink.data(chunk);
        },
        end: () => {
          onEnd();
          sink.end();
        },
        fail: (error) => {
          onEnd();
          sink.fail(error);
        },
      }),
    pause: () => body.pause(),
    resume: () => body.resume(),
    cancel: () => {
      onEnd();
      body.cancel();
    },
  };
}
