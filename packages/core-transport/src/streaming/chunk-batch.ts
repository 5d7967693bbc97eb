import { joinBytes } from '../utf8.js';

/**
 * Joins the chunks of a body that arrive together: a service that writes many small HTTP chunks has several of them in one
 * read of the socket, and decoding each by itself costs twice as much.
 */
export class ChunkBatch {
  readonly #deliver: (bytes: Uint8Array) => void;
  #chunks: Uint8Array[] = [];

  /** @param deliver - Called with the joined chunks at the end of the current turn, or on {@link ChunkBatch.flush}. */
  constructor(deliver: (bytes: Uint8Array) => void) {
    this.#deliver = deliver;
  }

  /** Adds a chunk. */
  add(chunk: Uint8Array): void {
    this.#chunks.push(chunk);
    if (this.#chunks.length === 1) queueMicrotask(this.flush);
  }

  /** Delivers the chunks that have arrived, if any. */
  readonly flush = (): void => {
    const chunks = this.#chunks;
    if (chunks.length === 0) return;
    this.#chunks = [];
    this.#deliver(joinBytes(chunks));
  };
}
