import type { BodySink, HttpBody } from '../http-adapter.js';
import { joinBytes } from './utf8.js';

/** Collects a body up to a ceiling; what comes after the ceiling is not read. */
export abstract class Collector implements BodySink {
  readonly #body: HttpBody;
  readonly #maxBytes: number;
  #chunks: Uint8Array[] = [];
  #length = 0;

  constructor(body: HttpBody, maxBytes: number) {
    this.#body = body;
    this.#maxBytes = maxBytes;
  }

  data(chunk: Uint8Array): void {
    const room = this.#maxBytes - this.#length;
    if (chunk.byteLength <= room) {
      this.#chunks.push(chunk);
      this.#length += chunk.byteLength;
      return;
    }
    this.#body.cancel();
    this.#chunks.push(chunk.subarray(0, room));
    this.#length = this.#maxBytes;
    this.full();
  }

  abstract end(): void;
  abstract fail(error: unknown): void;

  /** Called when the ceiling is reached and there is more. */
  protected abstract full(): void;

  /** What has been collected. */
  protected bytes(): Uint8Array {
    const bytes = joinBytes(this.#chunks, this.#length);
    this.#chunks = [];
    return bytes;
  }
}

/** Reads a body; gives the first `maxBytes` of a longer one. */
export function readBody(body: HttpBody, maxBytes: number): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    body.read(new Whole(body, maxBytes, [resolve, reject]));
  });
}

class Whole extends Collector {
  readonly #settle: readonly [(bytes: Uint8Array) => void, (error: unknown) => void];

  constructor(
    body: HttpBody,
    maxBytes: number,
    settle: readonly [(bytes: Uint8Array) => void, (error: unknown) => void],
  ) {
    super(body, maxBytes);
    this.#settle = settle;
  }

  end(): void {
    this.#settle[0](this.bytes());
  }

  fail(error: unknown): void {
    this.#settle[1](error);
  }

  protected full(): void {
    this.end();
  }
}
