import { ConfigError } from '../errors/request-errors.js';
import { joinBytes } from '../pipeline/utf8.js';
import type { WrittenBody } from './written-body.js';

type Bytes = Uint8Array | Blob | AsyncIterable<Uint8Array>;

interface Part {
  readonly name: string;
  readonly filename: string | undefined;
  readonly contentType: string | undefined;
  readonly data: Bytes;
}

const encoder = new TextEncoder();

/**
 * Serializes a record as `multipart/form-data`. Bytes, Blobs and `{ filename, contentType, data }` become files,
 * everything else text; an array becomes several parts with the same name. A body with a Blob or stream is streamed;
 * any other is buffered and can be retried.
 *
 * Resources with uploads pass it as `write`, so that it is not bundled with clients that have none.
 *
 * @param record - The fields of the form.
 * @throws {ConfigError} When a file's data or content type is invalid.
 */
export function writeMultipart(record: object): WrittenBody {
  const boundary = `----parlance-${crypto.randomUUID()}`;
  const parts = Object.entries(record).flatMap(([name, value]: [string, unknown]) =>
    (Array.isArray(value) ? value : [value])
      .filter((one) => one !== undefined)
      .map((one) => partOf(name, one)),
  );
  const pieces: Bytes[] = [];
  for (const part of parts)
    pieces.push(encoder.encode(headOf(boundary, part)), part.data, encoder.encode('\r\n'));
  pieces.push(encoder.encode(`--${boundary}--\r\n`));
  const contentType = `multipart/form-data; boundary=${boundary}`;
  const sizes = pieces.map(sizeOf);
  const contentLength = sizes.includes(undefined)
    ? undefined
    : sizes.reduce((sum: number, size) => sum + (size ?? 0), 0);
  const repeatable = pieces.every((piece) => piece instanceof Uint8Array);
  const body = repeatable ? joinBytes(pieces, contentLength ?? 0) : stream(pieces);
  return { contentType, contentLength, repeatable, body };
}

function partOf(name: string, value: unknown): Part {
  if (value instanceof Uint8Array) return { name, filename: name, contentType: undefined, data: value };
  if (value instanceof Blob) {
    const filename = 'name' in value && typeof value.name === 'string' ? value.name : name;
    return { name, filename, contentType: value.type || undefined, data: value };
  }
  if (typeof value === 'object' && value !== null && 'data' in value) {
    const {
      data,
      filename = name,
      contentType,
    } = value as { data: unknown; filename?: string; contentType?: string };
    return { name, filename, contentType, data: bytesOf(name, data) };
  }
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  return { name, filename: undefined, contentType: undefined, data: encoder.encode(text) };
}

function bytesOf(name: string, data: unknown): Bytes {
  if (typeof data === 'string') return encoder.encode(data);
  if (data instanceof Uint8Array || data instanceof Blob) return data;
  if (data instanceof ArrayBuffer) return new Uint8Array(data);
  if (typeof data === 'object' && data !== null && Symbol.asyncIterator in data)
    return data as AsyncIterable<Uint8Array>;
  throw new ConfigError(name, `${name}.data must be bytes, text, a Blob or an async iterable of bytes`);
}

function headOf(boundary: string, part: Part): string {
  const file = part.filename === undefined ? '' : `; filename="${quoted(part.filename)}"`;
  const type = part.filename === undefined ? '' : `\r\ncontent-type: ${typeOf(part)}`;
  return `--${boundary}\r\ncontent-disposition: form-data; name="${quoted(part.name)}"${file}${type}\r\n\r\n`;
}

/** Percent-encodes characters that could end the value or the header, as browsers do. */
function quoted(text: string): string {
  return text.replaceAll('\r', '%0D').replaceAll('\n', '%0A').replaceAll('"', '%22').toWellFormed();
}

function typeOf({ name, contentType = 'application/octet-stream' }: Part): string {
  if (!/^[\x20-\x7e]+$/.test(contentType))
    throw new ConfigError(name, `${name}.contentType must be a media type without control characters`);
  return contentType;
}

function sizeOf(piece: Bytes): number | undefined {
  if (piece instanceof Uint8Array) return piece.byteLength;
  return piece instanceof Blob ? piece.size : undefined;
}

async function* stream(pieces: readonly Bytes[]): AsyncGenerator<Uint8Array, undefined> {
  for (const piece of pieces) {
    if (piece instanceof Uint8Array) yield piece;
    else if (piece instanceof Blob) yield* piece.stream() as unknown as AsyncIterable<Uint8Array>;
    else yield* piece;
  }
}
