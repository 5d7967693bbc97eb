import type { HttpAdapter, HttpRequest } from '@parlance/core-transport';

/** Returns an adapter that sends nothing. Bodies arrive in two pieces, so that events and lines are cut. */
export function respondingWith(type: string, bodyOf: (request: HttpRequest) => Buffer): HttpAdapter {
  return {
    send: (request) =>
      Promise.resolve({
        status: 200,
        headers: { 'content-type': type },
        body: {
          read(sink) {
            const all = bodyOf(request);
            sink.data(all.subarray(0, all.byteLength >> 1));
            sink.data(all.subarray(all.byteLength >> 1));
            sink.end();
          },
          pause: () => {},
          resume: () => {},
          cancel: () => {},
        },
      }),
    close: () => Promise.resolve(),
  };
}
