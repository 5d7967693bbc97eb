import { ConfigError } from '../errors/request-errors.js';
import { CallCancellation } from '../pipeline/cancellation.js';
import { readBody } from '../pipeline/read-body.js';
import type { BodySink, HttpBody } from '../http-adapter.js';

/**
 * Creates a response body from bytes, for middleware and adapters that respond without a connection.
 *
 * @param bytes - The whole body, without content encoding.
 * @throws {ConfigError} When `bytes` is not a `Uint8Array`.
 */
export function bufferedBody(bytes: Uint8Array): HttpBody {
  // Not `instanceof`: the bytes can come from another realm, for example in a test runner.
  if (Object.prototype.toString.call(bytes) !== '[object Uint8Array]')
    throw new ConfigError('bytes', 'bytes must be a Uint8Array');
  let isCancelled = false;
  return {
    read(sink: BodySink) {
      if (isCancelled) return;
      if (bytes.byteLength > 0) sink.data(bytes);
      // The sink may cancel when it has enough.
      if (!isCancelled) sink.end();
    },
    pause: () => undefined,
    resume: () => undefined,
    cancel: () => {
      isCancelled = true;
    },
  };
}

/**
 * Reads a response body into memory, for middleware that inspects or stores it. A body can be read once: to pass the
 * response on, replace its body with {@link bufferedBody}. The client's `maxResponseBytes` does not apply.
 *
 * @param body - Body of a response.
 * @param maxBytes - Maximum size; a longer body is truncated to it. Default unlimited.
 * @throws {ConfigError} When `body` is not the body of a response. If the connection breaks, its error is thrown.
 */
export async function readBytes(body: HttpBody, maxBytes: number = Infinity): Promise<Uint8Array> {
  if (typeof (body as HttpBody | undefined)?.read !== 'function')
    throw new ConfigError('body', 'body must be the body of a response');
  return (await readBody(body, maxBytes, new CallCancellation())).bytes;
}
