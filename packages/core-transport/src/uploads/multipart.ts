import { ParlanceError, safeCause } from '../errors/parlance-error.js';
import { ConfigError } from '../errors/request-errors.js';
import { joinBytes } from '../utf8.js';
import { FileOnDisk } from './file-on-disk.js';

/** A serialized request body. */
export interface WrittenBody {
  readonly contentType: string;
  /** Length in bytes; undefined if it is unknown until the body is read. */
  readonly contentLength: number | undefined;
  readonly body: Uint8Array | AsyncIterable<Uint8Array>;
  /** False if the body can be read only once. */
  readonly repeatable: boolean;
}

type Bytes = Uint8Array | Blob | AsyncIterable<Uint8Array>;

interface Part {
  readonly name: string;
  readonly filename: string | undefined;
  readonly contentType: string | undefined;
  readonly data: Bytes;
}

const encoder = new TextEncoder();

/**
 * Serializes a record as `multipart/form-data`. Bytes, Blobs, streams and `{ filename, contentType, data }` become files,
 * everything else text; an array becomes several parts with the same name. Blobs, files on disk and streams are read while
 * the body is sent. Only a body with a stream cannot be retried.
 *
 * Resources with uploads pass it as `write`, so that it is not bundled with clients that have none.
 *
 * @param record - The fields of the form.
 * @throws {ConfigError} When a file's data, name or content type is invalid.
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
  const repeatable = pieces.every(isRepeatable);
  const body = pieces.every((piece) => piece instanceof Uint8Array) ? joinBytes(pieces) : streamOf(pieces);
  return { contentType, contentLength, repeatable, body };
}

/** Copies the bytes of the caller, which are sent later. */
function streamOf(pieces: readonly Bytes[]): AsyncIterable<Uint8Array> {
  const fixed = pieces.map((piece) => (piece instanceof Uint8Array ? piece.slice() : piece));
  return { [Symbol.asyncIterator]: () => readAll(fixed) };
}

function isRepeatable(piece: Bytes): boolean {
  return piece instanceof Uint8Array || piece instanceof Blob || piece instanceof FileOnDisk;
}

function partOf(name: string, value: unknown): Part {
  const bare = typeof value === 'string' ? undefined : bytesOf(value);
  if (bare !== undefined) return filePart(name, { data: bare });
  if (typeof value === 'object' && value !== null && 'data' in value) return filePart(name, value);
  return { name, filename: undefined, contentType: undefined, data: encoder.encode(textOf(name, value)) };
}

interface FileFields {
  readonly data: unknown;
  readonly filename?: unknown;
  readonly contentType?: unknown;
}

function filePart(name: string, fields: FileFields): Part {
  const data = bytesOf(fields.data);
  if (data === undefined)
    throw new ConfigError(
      name,
      `${name}.data must be bytes, text, a Blob, or a stream or async iterable of bytes`,
    );
  const own = data instanceof Blob ? (data as Blob & { readonly name?: string }) : undefined;
  const { filename = own?.name ?? name, contentType = own?.type || undefined } = fields;
  if (typeof filename !== 'string') throw new ConfigError(name, `${name}.filename must be a string`);
  if (contentType !== undefined && typeof contentType !== 'string')
    throw new ConfigError(name, `${name}.contentType must be a string`);
  return { name, filename, contentType, data };
}

/** Undefined when the data is of another type. */
function bytesOf(data: unknown): Bytes | undefined {
  if (typeof data === 'string') return encoder.encode(data);
  if (data instanceof Uint8Array || data instanceof Blob) return data;
  if (data instanceof ArrayBuffer) return new Uint8Array(data);
  if (typeof data !== 'object' || data === null) return undefined;
  if (Symbol.asyncIterator in data) return data as AsyncIterable<Uint8Array>;
  // Not every browser can iterate a web stream.
  return data instanceof ReadableStream ? iterate(data as ReadableStream<Uint8Array>) : undefined;
}

async function* iterate(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array, undefined> {
  const reader = stream.getReader();
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) yield read.value;
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

function textOf(name: string, value: unknown): string {
  try {
    return typeof value === 'object' ? JSON.stringify(value) : String(value);
  } catch {
    // A cycle or a BigInt.
    throw new ConfigError(name, `${name} must be representable as JSON`);
  }
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

/** Undefined when the size is known only after the content has been read. */
function sizeOf(piece: Bytes): number | undefined {
  if (piece instanceof Uint8Array) return piece.byteLength;
  if (piece instanceof FileOnDisk) return piece.size();
  return piece instanceof Blob ? piece.size : undefined;
}

async function* readAll(pieces: readonly Bytes[]): AsyncGenerator<Uint8Array, undefined> {
  try {
    for (const piece of pieces) yield* chunksOf(piece);
  } catch (error) {
    if (ParlanceError.is(error)) throw error;
    const message = 'the content of the upload could not be read to its end';
    throw new ParlanceError('upload_unreadable', message, { cause: safeCause(error) });
  }
}

async function* chunksOf(piece: Bytes): AsyncGenerator<Uint8Array, undefined> {
  if (piece instanceof Uint8Array) {
    yield piece;
    return;
  }
  const chunks = piece instanceof Blob ? iterate(piece.stream() as ReadableStream<Uint8Array>) : piece;
  for await (const chunk of chunks) yield requireBytes(chunk);
}

function requireBytes(chunk: unknown): Uint8Array {
  if (chunk instanceof Uint8Array) return chunk;
  throw new ParlanceError(
    'upload_unreadable',
    `a chunk of the upload must be a Uint8Array, not of type ${typeof chunk}`,
  );
}
