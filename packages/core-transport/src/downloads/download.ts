import type { ResponseFacts } from '../api-promise.js';
import { DownloadError } from '../errors/download-error.js';
import { decodeUtf8, joinBytes } from '../utf8.js';

/** A response whose headers have arrived and whose body is a stream. */
export interface OpenBody extends ResponseFacts {
  /** The body. The call ends when the stream does. */
  readonly stream: ReadableStream<Uint8Array>;
  /** How much of the body {@link Download.bytes} and {@link Download.text} read into memory, in bytes. */
  readonly maxBytes: number;
}

/**
 * A file download. Its content can be read once: iterate over the chunks, or read all of it with
 * {@link Download.bytes}, {@link Download.text} or {@link Download.toReadableStream}. Leaving the loop early closes
 * the connection.
 */
export class Download implements AsyncIterable<Uint8Array>, AsyncDisposable {
  /** HTTP status. */
  readonly status: number;
  /** Response headers, with lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  /** Request id; null if the response did not include one. */
  readonly requestId: string | null;
  readonly #stream: ReadableStream<Uint8Array>;
  readonly #maxBytes: number;
  readonly #request: () => Promise<OpenBody>;

  /**
   * @param body - The response.
   * @param request - Sends the request again.
   */
  constructor({ status, headers, requestId, stream, maxBytes }: OpenBody, request: () => Promise<OpenBody>) {
    this.status = status;
    this.headers = headers;
    this.requestId = requestId;
    this.#stream = stream;
    this.#maxBytes = maxBytes;
    this.#request = request;
  }

  /** Content type; null if the response did not include one. */
  get contentType(): string | null {
    return this.headers['content-type'] ?? null;
  }

  /** Length in bytes, from `content-length`; null if the response did not include it. */
  get sizeBytes(): number | null {
    const length = this.headers['content-length'] ?? '';
    return /^\d+$/.test(length) ? Number(length) : null;
  }

  /**
   * File name from `content-disposition`; null if the response did not include one. Safe to join to a folder:
   * directories, drives and control characters are removed, a name of more than 250 bytes is shortened before its extension, and
   * `..` counts as no name.
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
    return own === undefined || /^\.{0,2}$/.test(own) ? null : shortened(own);
  }

  /** Returns the content as a web stream. */
  toReadableStream(): ReadableStream<Uint8Array> {
    return this.#stream;
  }

  /** Yields the content in chunks. */
  [Symbol.asyncIterator](): AsyncIterator<Uint8Array, undefined> {
    return this.#stream.values() as AsyncIterator<Uint8Array, undefined>;
  }

  /**
   * Reads the whole content into memory. Iterate over the chunks of larger files instead.
   *
   * @throws `DownloadError` With the code `download_too_large` when the content has more bytes, after decompression, than
   * the client's `maxResponseBytes`.
   */
  async bytes(): Promise<Uint8Array> {
    if ((this.sizeBytes ?? 0) > this.#maxBytes) {
      await this[Symbol.asyncDispose]();
      throw this.#tooLarge();
    }
    const chunks: Uint8Array[] = [];
    let length = 0;
    for await (const chunk of this) {
      length += chunk.byteLength;
      if (length > this.#maxBytes) throw this.#tooLarge();
      chunks.push(chunk);
    }
    return joinBytes(chunks);
  }

  /**
   * Reads the whole content as UTF-8 text.
   *
   * @throws `DownloadError` As {@link Download.bytes} does.
   */
  async text(): Promise<string> {
    return decodeUtf8(await this.bytes());
  }

  /** Requests the same content again, for example after a lost connection. The new download starts at byte 0. */
  reopen(): Promise<Download> {
    return openDownload(this.#request);
  }

  #tooLarge(): DownloadError {
    const message = `the download is larger than maxResponseBytes (${this.#maxBytes}); read it in chunks instead`;
    return new DownloadError('download_too_large', message, this.requestId);
  }

  /** Closes the connection if it is still open. */
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

/** Matches a file name; a `;` inside quotes is part of the name. */
const FILENAME = /;\s*filename(\*?)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;\s]*))/gi;

/** Most file systems allow 255 bytes, and a file that is not complete has `.part` at the end of its name. */
const MAX_NAME_BYTES = 250;

/** Shortens a name that is too long for a file system. Its extension stays. */
function shortened(name: string): string {
  const bytes = new TextEncoder().encode(name);
  if (bytes.length <= MAX_NAME_BYTES) return name;
  const extension = /\.\w{1,20}$/.exec(name)?.[0] ?? '';
  // Decoded as a stream, so that a character that was cut is left out.
  const start = bytes.subarray(0, MAX_NAME_BYTES - extension.length);
  return new TextDecoder().decode(start, { stream: true }) + extension;
}

/** Returns undefined for malformed UTF-8, so that the plain form is used. */
function decodeName(encoded: string): string | undefined {
  try {
    return decodeURIComponent(/^UTF-8'[^']*'(.+)/i.exec(encoded)?.[1] ?? '%');
  } catch {
    return undefined;
  }
}
