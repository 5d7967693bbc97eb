/**
 * Receiving of request bodies: only after the key has been accepted, and up to the operation's limit.
 *
 * Rules: BAT-002.
 */
import type { Operation } from '@parlance/schemas';
import { parsedJson } from '../input/json.js';
import { readContent, type ContentWriter } from '../world/content.js';
import { bytesOf, maxBodyBytes, tooLarge } from './body.js';
import { headerOf, requireContentType } from './headers.js';
import type { FakeRequest } from './message.js';
import { createFormReader, type FormReader, type Part } from './multipart.js';

/** The body of a request. */
export type ReceivedBody =
  | {
      readonly kind: 'whole';
      /** All bytes; null when there is no body, or it was not read. */
      readonly bytes: string | Uint8Array | null;
    }
  | {
      readonly kind: 'form';
      readonly parts: readonly Part[];
      /** Frees the contents that no world has stored. */
      readonly discard: () => void;
    }
  | { readonly kind: 'rejected'; readonly error: unknown };

/** The body of a request that has none, or is rejected without reading it. */
export const NO_BODY: ReceivedBody = { kind: 'whole', bytes: null };

/** How to receive a body. */
export interface Reception {
  readonly operation: Operation;
  /** Id of the rule that requires the content type. */
  readonly contentTypeRule: string;
  /** Creates the writer of a file's content. */
  readonly createWriter: () => ContentWriter;
}

/**
 * Receives the body of an operation. An invalid body is returned as `rejected`, because other checks come first.
 *
 * @throws When the connection fails.
 */
export async function receiveBody(request: FakeRequest, reception: Reception): Promise<ReceivedBody> {
  const { operation } = reception;
  const limit = maxBodyBytes(operation);
  const length = headerOf(request.headers, 'content-length');
  if (length !== undefined && Number(length) > limit) return rejected(tooLarge(operation));
  if (operation.upload === 'multipart') return receiveForm(request, reception);
  const bytes = await readWhole(request.body, limit);
  return bytes === undefined ? rejected(tooLarge(operation)) : { kind: 'whole', bytes };
}

async function receiveForm(
  request: FakeRequest,
  { operation, contentTypeRule, createWriter }: Reception,
): Promise<ReceivedBody> {
  let form: FormReader;
  try {
    requireContentType(operation, request.headers, contentTypeRule);
    form = createFormReader(headerOf(request.headers, 'content-type') ?? '', createWriter);
  } catch (error) {
    return rejected(error);
  }
  const limit = maxBodyBytes(operation);
  let problem: unknown;
  try {
    let size = 0;
    for await (const piece of piecesOf(request.body)) {
      size += piece.byteLength;
      problem = size > limit ? tooLarge(operation) : problemOf(() => form.push(piece));
      if (problem !== undefined) break;
    }
  } catch (error) {
    // The connection failed.
    form.discard();
    throw error;
  }
  let parts: readonly Part[] = [];
  problem ??= problemOf(() => (parts = form.end()));
  if (problem === undefined) return { kind: 'form', parts, discard: () => form.discard() };
  form.discard();
  return rejected(problem);
}

/** Returns what is thrown: the form is malformed, or its files cannot be stored. */
function problemOf(read: () => unknown): unknown {
  try {
    read();
    return undefined;
  } catch (error) {
    return error;
  }
}

function rejected(error: unknown): ReceivedBody {
  return { kind: 'rejected', error };
}

function piecesOf(body: FakeRequest['body']): Iterable<Uint8Array> | AsyncIterable<Uint8Array> {
  if (body === null) return [];
  return typeof body === 'string' || body instanceof Uint8Array ? [Buffer.from(body)] : body;
}

/**
 * Reads a body. Stops once it is larger than the limit.
 *
 * @returns Undefined if it is too large.
 */
export async function readWhole(
  body: FakeRequest['body'],
  limit: number,
): Promise<string | Uint8Array | null | undefined> {
  if (body === null || typeof body === 'string' || body instanceof Uint8Array)
    return bytesOf(body) > limit ? undefined : body;
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of body) {
    pieces.push(piece);
    size += piece.byteLength;
    if (size > limit) return undefined;
  }
  return pieces.length === 1 ? (pieces[0] as Uint8Array) : Buffer.concat(pieces);
}

/** Whether a body contains a text. */
export function bodyContains(received: ReceivedBody, text: string): boolean {
  if (received.kind === 'rejected') return false;
  if (received.kind === 'form')
    return received.parts.some(({ content }) => readContent(content).includes(text));
  const { bytes } = received;
  if (bytes === null) return false;
  return typeof bytes === 'string'
    ? bytes.includes(text)
    : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes(text);
}

/** Returns the JSON of a body; undefined if there is none, or it is not JSON. */
export function jsonOf(received: ReceivedBody): unknown {
  if (received.kind !== 'whole' || received.bytes === null) return undefined;
  return parsedJson(Buffer.from(received.bytes).toString());
}
