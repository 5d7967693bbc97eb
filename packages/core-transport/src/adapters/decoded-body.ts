import type { Transform } from 'node:stream';
import type { BodySink, HttpBody } from '../http-adapter.js';
import { codeOf, httpFailure } from './http-failure.js';

type Zlib = typeof import('node:zlib');

/**
 * Decompresses a body by its content encoding; returns undefined for an encoding that this version of Node does not
 * support. The transport's size limits count decompressed bytes, which is what stops a decompression bomb.
 */
export function decodedBody(body: HttpBody, encoding: string): HttpBody | undefined {
  const zlib = process.getBuiltinModule('node:zlib');
  const decoder = decoderOf(zlib, encoding.trim().toLowerCase());
  return decoder === undefined ? undefined : new DecodedBody(body, decoder);
}

function decoderOf(zlib: Zlib, encoding: string): Transform | undefined {
  switch (encoding) {
    case 'gzip':
    case 'x-gzip':
      return zlib.createGunzip();
    case 'deflate':
      return zlib.createInflate();
    case 'br':
      return zlib.createBrotliDecompress();
    case 'zstd':
      return zlib.createZstdDecompress?.();
    default:
      return undefined;
  }
}

class DecodedBody implements HttpBody {
  readonly #body: HttpBody;
  readonly #decoder: Transform;

  constructor(body: HttpBody, decoder: Transform) {
    this.#body = body;
    this.#decoder = decoder;
  }

  read(sink: BodySink): void {
    const decoder = this.#decoder;
    decoder.on('data', (chunk: Uint8Array) => sink.data(chunk));
    decoder.on('end', () => sink.end());
    decoder.on('error', (error) => {
      this.#body.cancel();
      sink.fail(httpFailure(codeOf(error), true, 'the response body could not be decompressed'));
    });
    decoder.on('drain', () => this.#body.resume());
    this.#body.read({
      data: (chunk) => {
        if (!decoder.write(chunk)) this.#body.pause();
      },
      end: () => decoder.end(),
      fail: (error) => {
        this.#drop();
        sink.fail(error);
      },
    });
  }

  pause(): void {
    this.#decoder.pause();
  }

  resume(): void {
    this.#decoder.resume();
  }

  cancel(): void {
    this.#drop();
    this.#body.cancel();
  }

  #drop(): void {
    this.#decoder.removeAllListeners();
    // A decoder that is destroyed early emits an error.
    this.#decoder.on('error', () => undefined);
    this.#decoder.destroy();
  }
}
