/** Parsing of `multipart/form-data`. */
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
  readonly data: Uint8Array;
}

const MAX_PARTS = 1000;
const MAX_HEADER_BYTES = 16_384;

/**
 * Parses a form.
 *
 * @param body - The complete body.
 * @param contentType - Content type of the request, including the boundary.
 * @throws {Refusal} 400 when the form is malformed.
 */
export function readMultipart(body: string | Uint8Array | null, contentType: string): readonly Part[] {
  const boundary = /;\s*boundary=(?:"([^"\r\n]{1,70})"|([^\s;"]{1,70}))/i.exec(contentType);
  const name = boundary?.[1] ?? boundary?.[2];
  if (name === undefined) throw malformed('the boundary is missing');
  const bytes = Buffer.from(body ?? '');
  const delimiter = Buffer.from(`\r\n--${name}`);
  const parts: Part[] = [];
  // The first boundary has no line break before it.
  let at =
    bytes.indexOf(`--${name}`) === 0 ? delimiter.length - 2 : bytes.indexOf(delimiter) + delimiter.length;
  if (at < delimiter.length - 2) throw malformed('the first boundary is missing');
  while (bytes.toString('latin1', at, at + 2) !== '--') {
    const start = bytes.indexOf('\r\n', at) + 2;
    const end = bytes.indexOf(delimiter, Math.max(start - 2, at));
    if (start < 2 || end < 0) throw malformed('the last boundary is missing');
    if (parts.length === MAX_PARTS) throw malformed(`it has more than ${MAX_PARTS} parts`);
    parts.push(readPart(bytes.subarray(start, Math.max(end, start))));
    at = end + delimiter.length;
  }
  return parts;
}

function readPart(bytes: Buffer): Part {
  const headerEnd = bytes.indexOf('\r\n\r\n');
  if (headerEnd < 0 || headerEnd > MAX_HEADER_BYTES) throw malformed('a part has no header');
  // Only CRLF ends a line: a name may contain other line breaks of JavaScript, such as U+2028.
  const header = bytes.toString('utf8', 0, headerEnd);
  const disposition = /(?:^|\r\n)content-disposition:\s*form-data\b([^\r\n]*)/i.exec(header)?.[1] ?? '';
  const name = parameterOf(disposition, 'name');
  if (name === undefined) throw malformed('a part has no name');
  return {
    name,
    filename: parameterOf(disposition, 'filename'),
    contentType:
      /(?:^|\r\n)content-type:[ \t]*([^\r\n]+?)[ \t]*(?:\r\n|$)/i.exec(header)?.[1] ?? 'text/plain',
    data: new Uint8Array(bytes.subarray(headerEnd + 4)),
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
