import type { ResponseFacts } from '../api-promise.js';
import { decodeUtf8, joinBytes } from '../pipeline/utf8.js';

/** A response whose body has begun to arrive. */
export interface OpenBody extends ResponseFacts {
  /** The body. The call ends with it. */
  readonly stream: ReadableStream<Uint8Array>;
}

/** Bytes on their way. Read them once: iterate, or take them whole; dropping the iterator closes the connection. */
export class Download implements AsyncIterable<Uint8Array>, AsyncDisposable {
  /** Status. */
  readonly status: number;
  /** Header fields; names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** Request id, null when the response carried none. */
  readonly requestId: string | null;
  readonly #stream: ReadableStream<Uint8Array>;
  readonly #request: () => Promise<OpenBody>;

  /**
   * @param body - The response.
   * @param request - Sends the request again.
   */
  constructor({ status, headers, requestId, stream }: OpenBody, request: () => Promise<OpenBody>) {
    this.status = status;
    this.headers = headers;
    this.requestId = requestId;
    this.#stream = stream;
    this.#request = request;
  }

  /** Content type; null when the server named none. */
  get contentType(): string | null {
    return this.headers['content-type'] ?? null;
  }

  /** Length in bytes; null when the server did not announce it. */
  get sizeBytes(): number | null {
    const length = this.headers['content-length'] ?? '';
    return /^\d+$/.test(length) ? Number(length) : null;
  }

  /**
   * File name from `content-disposition`; null without one. It names a file in the folder to which it is joined:
   * folders, drives and control characters are left out, and `..` is not a name.
   */
  get filename(): string | null {
    let plain: string | undefined;
    let exact: string | undefined;
    for (const [, star, quoted, bare = ''] of (this.headers['content-disposition'] ?? '').matchAll(FILENAME))
      if (star === '*') exact ??= decodeName(bare);
      else plain ??= quoted?.replace(/\\(.)/g, '$1') ?? bare;
    const own = (exact ?? plain)
      ?.replace(/\p{Cc}/gu, '')
      .split(/[/\\]|^[a-z]:/i)
      .pop();
    return own === undefined || /^\.{0,2}$/.test(own) ? null : own;
  }

  /** The bytes as a web stream. */
  toReadableStream(): ReadableStream<Uint8Array> {
    return this.#stream;
  }

  /** Yields the bytes in chunks. */
  [Symbol.asyncIterator](): AsyncIterator<Uint8Array, undefined> {
    return this.#stream.values() as AsyncIterator<Uint8Array, undefined>;
  }

  /** Reads everything. */
  async bytes(): Promise<Uint8Array> {
    const chunks: Uint8Array[] = [];
    let length = 0;
    for await (const chunk of this) {
      chunks.push(chunk);
      length += chunk.byteLength;
    }
    return joinBytes(chunks, length);
  }

  /** Reads everything as UTF-8 text. */
  async text(): Promise<string> {
    return decodeUtf8(await this.bytes());
  }

  /** Requests the same content again, for example after the connection was lost. The new download starts at byte 0. */
  reopen(): Promise<Download> {
    return openDownload(this.#request);
  }

  /** Closes the connection, if it is still open. */
  async [Symbol.asyncDispose](): Promise<void> {
    if (!this.#stream.locked) await this.#stream.cancel();
  }
}

/**
 * Sends the request of a download and returns the download once the response headers have arrived.
 *
 * @param request - Sends the request; called again by {@link Download.reopen}.
 */
export async function openDownload(request: () => Promise<OpenBody>): Promise<Download> {
  return new Download(await request(), request);
}

/** A file name; `;` within quotes is part of it. */
const FILENAME = /;\s*filename(\*?)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;\s]*))/gi;

/** Undefined when it is not UTF-8, so that the plain form counts. */
function decodeName(encoded: string): string | undefined {
  try {
    return decodeURIComponent(/^UTF-8'[^']*'(.+)/i.exec(encoded)?.[1] ?? '%');
  } catch {
    return undefined;
  }
}
