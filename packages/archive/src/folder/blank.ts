/**
 * Blank parts of segments: what an interrupted attempt left is overwritten, so that other tools read only what is certified. Tools for JSON pass over
 * white space, and tools for zstd over a skippable frame (RFC 8878, 3.1.2).
 */

const SPACE = 0x20;
const LINE_FEED = 0x0a;
const SKIPPABLE_FRAME = 0x18_4d_2a_50;
const FRAME_HEADER_BYTES = 8;

const CHUNK_BYTES = 1_048_576;

function isCompressed(path: string): boolean {
  return path.endsWith('.zst');
}

/** Returns the smallest size of a blank part that covers some bytes at the end of a segment. */
export function blankSize(path: string, bytes: number): number {
  return isCompressed(path) ? Math.max(bytes, FRAME_HEADER_BYTES) : bytes;
}

/** Yields the bytes of a blank part of a segment. */
export function* blank(path: string, bytes: number): Generator<Uint8Array, void, undefined> {
  for (let start = 0; start < bytes; start += CHUNK_BYTES) {
    const chunk = Buffer.alloc(Math.min(CHUNK_BYTES, bytes - start), isCompressed(path) ? 0 : SPACE);
    if (isCompressed(path) && start === 0) {
      chunk.writeUInt32LE(SKIPPABLE_FRAME, 0);
      chunk.writeUInt32LE(bytes - FRAME_HEADER_BYTES, 4);
    }
    if (!isCompressed(path) && start + chunk.length === bytes) chunk[chunk.length - 1] = LINE_FEED;
    yield chunk;
  }
}

/** Returns whether bytes of a segment are blank: one part, or several after one another. */
export class BlankCheck {
  readonly #isCompressed: boolean;
  /** Bytes of the current frame that were not seen yet. */
  #rest = 0;
  #header: number[] = [];
  #isBlank = true;

  constructor(path: string) {
    this.#isCompressed = isCompressed(path);
  }

  add(chunk: Uint8Array): void {
    if (!this.#isCompressed) {
      this.#isBlank &&= chunk.every((byte) => byte === SPACE || byte === LINE_FEED);
      return;
    }
    for (let at = 0; at < chunk.length && this.#isBlank;) at += this.#frame(chunk.subarray(at));
  }

  /** Returns whether all bytes were blank. */
  end(): boolean {
    return this.#isBlank && this.#rest === 0 && this.#header.length === 0;
  }

  /** Returns how many bytes it has seen. */
  #frame(chunk: Uint8Array): number {
    if (this.#rest > 0) {
      const seen = chunk.subarray(0, this.#rest);
      this.#isBlank = seen.every((byte) => byte === 0);
      this.#rest -= seen.length;
      return seen.length;
    }
    const [byte = 0] = chunk;
    this.#header.push(byte);
    if (this.#header.length === FRAME_HEADER_BYTES) {
      const header = Buffer.from(this.#header);
      this.#header = [];
      this.#isBlank = header.readUInt32LE(0) === SKIPPABLE_FRAME;
      this.#rest = header.readUInt32LE(4);
    }
    return 1;
  }
}
