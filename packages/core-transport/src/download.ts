import type { ResponseFacts } from './api-promise.js';
import { decodeUtf8, joinBytes } from './pipeline/utf8.js';

/** An answer whose body has begun to arrive. */
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

  /** @param body - The answer. */
  constructor({ status, headers, requestId, stream }: OpenBody) {
    this.status = status;
    this.headers = headers;
    this.requestId = requestId;
    this.#stream = stream;
  }

  /** Content type; null when the server named none. */
  get contentType(): string | null {
    return this.headers['content-type'] ?? null;
  }

  /** Length in bytes; null when the server did not tell. */
  get sizeBytes(): number | null {
    const length = this.headers['content-length'] ?? '';
    return /^\d+$/.test(length) ? Number(length) : null;
  }

  /**
   * File name from `content-disposition`; null when there is none. It names a file in the folder to which it is joined:
   * folders, drives and control characters are left out, and `..` is no name.
   */
  get filename(): string | null {
    const { plain, encoded } = namesIn(this.headers['content-disposition'] ?? '');
    const name = decodeName(encoded) ?? plain;
    const own = name
      ?.replace(CONTROL, '')
      .split(/[/\\]|^[a-z]:/i)
      .pop();
    return own === undefined || /^\.{0,2}$/.test(own) ? null : own;
  }

  /** The bytes as a web stream. */
  toReadableStream(): ReadableStream<Uint8Array> {
    return this.#stream;
  }

  /** Gives the bytes piece by piece. */
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

  /** Closes the connection, if it is still open. */
  async [Symbol.asyncDispose](): Promise<void> {
    if (!this.#stream.locked) await this.#stream.cancel();
  }
}

// oxlint-disable-next-line no-control-regex -- they are what is left out.
const CONTROL = /[\u0000-\u001F\u007F]/g;
/** A parameter; `;` and `=` within quotes are part of its value. */
const PARAMETER = /;\s*([^\s=;]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;\s]*))/g;

/** The file name as it stands in a header field, in each of its two forms. */
interface Names {
  plain?: string | undefined;
  encoded?: string | undefined;
}

function namesIn(disposition: string): Names {
  const names: Names = {};
  for (const [, parameter, quoted, bare] of disposition.matchAll(PARAMETER)) {
    const value = quoted?.replace(/\\(.)/g, '$1') ?? bare;
    if (/^filename$/i.test(parameter ?? '')) names.plain ??= value;
    else if (/^filename\*$/i.test(parameter ?? '')) names.encoded ??= value;
  }
  return names;
}

/** Undefined when it is not UTF-8, so that the plain form counts. */
function decodeName(encoded: string | undefined): string | undefined {
  try {
    const text = /^UTF-8'[^']*'(.*)$/i.exec(encoded ?? '')?.[1];
    return text === undefined ? undefined : decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
