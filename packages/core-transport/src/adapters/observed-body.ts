import type { HttpRequest } from '../http-adapter.js';

/** Bodies up to this size are handed over as a whole: they fit into the buffers of a socket, in bytes. */
const SMALL_BYTES = 262_144;
const PIECE_BYTES = 65_536;

/** Bytes of a body whose progress is to be reported; undefined for a body that is small. */
export function largeBytes({ body }: HttpRequest): Uint8Array | undefined {
  const bytes =
    typeof body === 'string' && body.length > SMALL_BYTES / 3 ? new TextEncoder().encode(body) : body;
  return bytes instanceof Uint8Array && bytes.byteLength > SMALL_BYTES ? bytes : undefined;
}

/** Yields a body in pieces, and reports progress whenever the connection takes one. */
export async function* observedBody(
  body: Uint8Array | AsyncIterable<Uint8Array>,
  { onSending }: HttpRequest,
): AsyncGenerator<Uint8Array, undefined> {
  onSending?.();
  for await (const bytes of body instanceof Uint8Array ? [body] : body)
    for (let start = 0; start < bytes.byteLength; start += PIECE_BYTES) {
      yield bytes.subarray(start, start + PIECE_BYTES);
      onSending?.();
    }
}
