import type { BodySink, HttpBody } from '../http-adapter.js';
import { joinBytes } from './utf8.js';

/** Thrown by {@link readBody} when there is more than the ceiling. */
export class BodyTooLarge extends Error {}

/**
 * Reads a whole body.
 *
 * @param body - The body.
 * @param maxBytes - The ceiling.
 * @param overflow - `cut` gives the first `maxBytes` and drops the rest, `throw` rejects.
 */
export function readBody(body: HttpBody, maxBytes: number, overflow: 'cut' | 'throw'): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    body.read(new Collector({ body, maxBytes, overflow, resolve, reject }));
  });
}

interface CollectorParts {
  readonly body: HttpBody;
  readonly maxBytes: number;
  readonly overflow: 'cut' | 'throw';
  readonly resolve: (bytes: Uint8Array) => void;
  readonly reject: (error: unknown) => void;
}

class Collector implements BodySink {
  readonly #parts: CollectorParts;
  readonly #chunks: Uint8Array[] = [];
  #length = 0;

  constructor(parts: CollectorParts) {
    this.#parts = parts;
  }

  data(chunk: Uint8Array): void {
    const { maxBytes, overflow, body } = this.#parts;
    if (this.#length + chunk.byteLength <= maxBytes) {
      this.#chunks.push(chunk);
      this.#length += chunk.byteLength;
      return;
    }
    body.cancel();
    if (overflow === 'throw') {
      this.#parts.reject(new BodyTooLarge());
      return;
    }
    this.#chunks.push(chunk.subarray(0, maxBytes - this.#length));
    this.#length = maxBytes;
    this.end();
  }

  end(): void {
    this.#parts.resolve(joinBytes(this.#chunks, this.#length));
  }

  fail(error: unknown): void {
    this.#parts.reject(error);
  }
}
