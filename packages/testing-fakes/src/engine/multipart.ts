/** Parsing of `multipart/form-data` while it arrives. */
import type { Content, ContentWriter } from '../world/content.js';
import { badRequest } from './refusal.js';

/** One part of a form. */
export interface Part {
  /** Field name. */
  readonly name: string;
  /** File name; undefined for a plain field. */
  readonly filename: string | undefined;
  /** Content type as sent; `text/plain` when missing. */
  readonly contentType: string;
  /** Content. */
  readonly content: Content;
}

/** Reads a form in pieces. */
export interface FormReader {
  /**
   * Reads the next piece of the body.
   *
   * @throws {Refusal} 400 when the form is malformed.
   */
  push(piece: Uint8Array): void;
  /**
   * Returns the parts of the complete form.
   *
   * @throws {Refusal} 400 when the form is incomplete.
   */
  end(): readonly Part[];
  /** Frees the contents that no world has stored. */
  discard(): void;
}

const MAX_PARTS = 1000;
const MAX_HEADER_BYTES = 16_384;
const LINE = '\r\n';
const HEADER_END = '\r\n\r\n';

/**
 * Creates a reader.
 *
 * @param contentType - Content type of the request, including the boundary.
 * @param createWriter - Creates the writer of a part's content.
 * @throws {Refusal} 400 when the content type has no boundary.
 */
export function createFormReader(contentType: string, createWriter: () => ContentWriter): FormReader {
  const boundary = /;\s*boundary=(?:"([^"\r\n]{1,70})"|([^\s;"]{1,70}))/i.exec(contentType);
  const name = boundary?.[1] ?? boundary?.[2];
  if (name === undefined) throw malformed('the boundary is missing');
  return new PieceReader(Buffer.from(`\r\n--${name}`), createWriter);
}

/** Part of the form that the next byte belongs to. */
type Place = 'preamble' | 'boundary' | 'header' | 'content' | 'epilogue';

class PieceReader implements FormReader {
  readonly #delimiter: Buffer;
  readonly #createWriter: () => ContentWriter;
  readonly #writers: ContentWriter[] = [];
  readonly #parts: Part[] = [];
  #place: Place = 'preamble';
  #head: Omit<Part, 'content'> | undefined;
  /** Bytes that cannot be interpreted yet. The first boundary needs no line break before it, so the body starts with one. */
  #rest: Buffer = Buffer.from(LINE);

  constructor(delimiter: Buffer, createWriter: () => ContentWriter) {
    this.#delimiter = delimiter;
    this.#createWriter = createWriter;
  }

  push(piece: Uint8Array): void {
    if (this.#place === 'epilogue') return;
    const bytes = Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength);
    this.#rest = this.#rest.byteLength === 0 ? bytes : Buffer.concat([this.#rest, bytes]);
    while (this.#step());
  }

  end(): readonly Part[] {
    if (this.#place === 'preamble') throw malformed('the first boundary is missing');
    if (this.#place !== 'epilogue') throw malformed('the last boundary is missing');
    return this.#parts;
  }

  discard(): void {
    for (const writer of this.#writers) writer.discard();
  }

  /** Reads up to the next change of place. Returns false when it needs more bytes. */
  #step(): boolean {
    switch (this.#place) {
      case 'preamble':
        return this.#skipPreamble();
      case 'boundary':
        return this.#readBoundary();
      case 'header':
        return this.#readHeader();
      case 'content':
        return this.#readContent();
      case 'epilogue':
        this.#rest = Buffer.alloc(0);
        return false;
    }
  }

  #skipPreamble(): boolean {
    const found = this.#rest.indexOf(this.#delimiter);
    if (found >= 0) return this.#advance(found + this.#delimiter.byteLength, 'boundary');
    this.#advance(this.#beforeDelimiter(), 'preamble');
    return false;
  }

  /** Reads the end of a boundary line. Two dashes after the boundary end the form. */
  #readBoundary(): boolean {
    if (this.#rest.byteLength < 2) return false;
    if (this.#rest.toString('latin1', 0, 2) === '--') return this.#advance(2, 'epilogue');
    const end = this.#rest.indexOf(LINE);
    if (end > MAX_HEADER_BYTES || (end < 0 && this.#rest.byteLength > MAX_HEADER_BYTES))
      throw malformed('a boundary line is too long');
    return end >= 0 && this.#advance(end + LINE.length, 'header');
  }

  #readHeader(): boolean {
    const end = this.#rest.indexOf(HEADER_END);
    const next = this.#rest.indexOf(this.#delimiter);
    const isTooLong = (end < 0 ? this.#rest.byteLength : end) > MAX_HEADER_BYTES;
    if (isTooLong || (next >= 0 && (end < 0 || next < end))) throw malformed('a part has no header');
    if (end < 0) return false;
    if (this.#parts.length === MAX_PARTS) throw malformed(`it has more than ${MAX_PARTS} parts`);
    this.#head = readHead(this.#rest.toString('utf8', 0, end));
    this.#writers.push(this.#createWriter());
    return this.#advance(end + HEADER_END.length, 'content');
  }

  #readContent(): boolean {
    const found = this.#rest.indexOf(this.#delimiter);
    const writer = this.#writers.at(-1) as ContentWriter;
    const end = found < 0 ? this.#beforeDelimiter() : found;
    if (end > 0) writer.write(this.#rest.subarray(0, end));
    if (found < 0) {
      this.#advance(end, 'content');
      return false;
    }
    this.#parts.push({ ...(this.#head as Omit<Part, 'content'>), content: writer.end() });
    return this.#advance(found + this.#delimiter.byteLength, 'boundary');
  }

  /** Number of bytes that cannot belong to a delimiter whose end has not arrived. */
  #beforeDelimiter(): number {
    return Math.max(0, this.#rest.byteLength - this.#delimiter.byteLength + 1);
  }

  #advance(length: number, place: Place): boolean {
    this.#rest = this.#rest.subarray(length);
    this.#place = place;
    return true;
  }
}

function readHead(header: string): Omit<Part, 'content'> {
  // Only CRLF ends a line: a name may contain other line breaks of JavaScript, such as U+2028.
  const disposition = /(?:^|\r\n)content-disposition:\s*form-data\b([^\r\n]*)/i.exec(header)?.[1] ?? '';
  const name = parameterOf(disposition, 'name');
  if (name === undefined) throw malformed('a part has no name');
  return {
    name,
    filename: parameterOf(disposition, 'filename'),
    contentType: /(?:^|\r\n)content-type:([^\r\n]+)/i.exec(header)?.[1]?.trim() || 'text/plain',
  };
}

function parameterOf(disposition: string, name: string): string | undefined {
  const extended = new RegExp(String.raw`;\s*${name}\*=utf-8''([^;\s]+)`, 'i').exec(disposition)?.[1];
  if (extended !== undefined) return decode(extended);
  const plain = new RegExp(String.raw`;\s*${name}=(?:"((?:[^"\\]|\\.)*)"|([^;\s]+))`, 'i').exec(disposition);
  const text = plain?.[1] ?? plain?.[2];
  // Browsers percent-encode quotes and line breaks in names.
  return text?.replaceAll(/%22|%0D|%0A/gi, decode).replaceAll(/\\(["\\])/g, '$1');
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw malformed('a name is not valid percent-encoding');
  }
}

function malformed(why: string): Error {
  return badRequest('GEN-003', '', `The request body is not a valid form: ${why}.`);
}
