import { guarded } from '../observability/guarded.js';
import type { WrittenBody } from './multipart.js';

/** Progress of an upload. */
export interface UploadProgress {
  /** Bytes of the request body that the connection has taken. Starts again at 0 when the upload is retried. */
  readonly sentBytes: number;
  /** Length of the request body; null for a stream, whose length is not known. */
  readonly totalBytes: number | null;
}

const PIECE_BYTES = 65_536;

/**
 * Reports the progress of a body while it is sent.
 *
 * @param written - The body.
 * @param onProgress - Called whenever the connection has taken a part of it.
 */
export function withProgress(
  written: WrittenBody,
  onProgress: (progress: UploadProgress) => void,
): WrittenBody {
  const totalBytes = written.contentLength ?? null;
  async function* pieces(): AsyncGenerator<Uint8Array, undefined> {
    let sentBytes = 0;
    for await (const piece of piecesOf(written.body)) {
      yield piece;
      sentBytes += piece.byteLength;
      const progress = { sentBytes, totalBytes };
      guarded(() => onProgress(progress));
    }
  }
  return { ...written, body: { [Symbol.asyncIterator]: pieces } };
}

function* slices(bytes: Uint8Array): Generator<Uint8Array, undefined> {
  for (let start = 0; start < bytes.byteLength; start += PIECE_BYTES)
    yield bytes.subarray(start, start + PIECE_BYTES);
}

function piecesOf(body: WrittenBody['body']): Iterable<Uint8Array> | AsyncIterable<Uint8Array> {
  // The bytes of a body are a copy, so the caller cannot change them.
  return body instanceof Uint8Array ? slices(body) : body;
}
