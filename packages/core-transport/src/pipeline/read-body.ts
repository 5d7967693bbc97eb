import type { HttpBody } from '../http-adapter.js';
import type { Call } from './call.js';
import { joinBytes } from './utf8.js';

/** A body that has been read. */
export interface ReadBody {
  readonly bytes: Uint8Array;
  /** Whether there was more than was allowed. */
  readonly isCut: boolean;
}

/** Reads a body up to a ceiling; what comes after it is not read. */
export function readBody(call: Call, body: HttpBody, maxBytes: number): Promise<ReadBody> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  return new Promise((resolve, reject) => {
    const done = (isCut: boolean): void => resolve({ bytes: joinBytes(chunks, length), isCut });
    // Our own adapter fails a cancelled body by itself.
    if (call.core.wire?.direct !== true)
      call.cancellation.listen((reason) => {
        body.cancel();
        reject(reason);
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
