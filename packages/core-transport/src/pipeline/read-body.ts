import type { Cancellation, HttpBody } from '../http-adapter.js';
import { joinBytes } from '../utf8.js';

/** A body read into memory. */
export interface ReadBody {
  readonly bytes: Uint8Array;
  /** Whether the body was longer than allowed. */
  readonly isCut: boolean;
}

/** Reads a body up to a size limit and discards the rest. */
export function readBody(body: HttpBody, maxBytes: number, cancellation: Cancellation): Promise<ReadBody> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  return new Promise((resolve, reject) => {
    const done = (isCut: boolean): void => resolve({ bytes: joinBytes(chunks), isCut });
    // A user-supplied adapter may ignore the cancellation.
    cancellation.listen((reason) => {
      body.cancel();
      reject(reason as Error);
    });
    body.read({
      data(chunk) {
        const room = maxBytes - length;
        const isCut = chunk.byteLength > room;
        const piece = isCut ? chunk.subarray(0, room) : chunk;
        chunks.push(piece);
        length += piece.byteLength;
        if (!isCut) return;
        body.cancel();
        done(true);
      },
      end: () => done(false),
      fail: reject,
    });
  });
}
