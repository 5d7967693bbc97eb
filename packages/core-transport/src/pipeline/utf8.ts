interface BufferLike {
  from(buffer: ArrayBufferLike, offset: number, length: number): { toString(encoding: 'utf8'): string };
}

// Node's Buffer decodes short pieces several times faster than TextDecoder; elsewhere there is none.
const NodeBuffer = (globalThis as { Buffer?: BufferLike }).Buffer;
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** Decodes UTF-8; malformed bytes become U+FFFD. */
export const decodeUtf8: (bytes: Uint8Array) => string =
  NodeBuffer === undefined
    ? (bytes) => decoder.decode(bytes)
    : (bytes) => NodeBuffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');

/** Joins pieces of a body. */
export function joinBytes(chunks: readonly Uint8Array[], length: number): Uint8Array {
  const [first] = chunks;
  if (chunks.length === 1 && first !== undefined) return first;
  const joined = new Uint8Array(length);
  let offset = 0;
  for (const chunk of chunks) {
    joined.set(chunk, offset);
    offset += chunk.byteLength;
  }
  return joined;
}

/** Decodes UTF-8 that arrives in pieces; a character that is cut stays back until its rest arrives. */
export class Utf8Stream {
  #rest: Uint8Array | null = null;

  /** Decodes the next piece. */
  push(chunk: Uint8Array): string {
    let bytes = chunk;
    if (this.#rest !== null) {
      bytes = joinBytes([this.#rest, chunk], this.#rest.byteLength + chunk.byteLength);
      this.#rest = null;
    }
    const complete = completeLength(bytes);
    if (complete < bytes.byteLength) {
      // Copied: the piece may be a window on a buffer that is large or is used again.
      this.#rest = bytes.slice(complete);
      bytes = bytes.subarray(0, complete);
    }
    return decodeUtf8(bytes);
  }
}

/** Length without a character at the end whose last bytes are missing. */
function completeLength(bytes: Uint8Array): number {
  const length = bytes.byteLength;
  for (let back = 1; back <= Math.min(3, length); back += 1) {
    const byte = bytes[length - back] ?? 0;
    if (byte < 0x80) return length;
    if (byte >= 0xc0) {
      const needed = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
      return needed > back ? length - back : length;
    }
  }
  return length;
}
