import type { Operation } from '@parlance/schemas/kit';
import type { ClientSettings } from '../client-settings.js';
import { ParlanceError } from '../errors/parlance-error.js';
import { InvalidParamsError } from '../errors/request-errors.js';
import type { HttpRequest } from '../http-adapter.js';
import type { Codec } from '../naming/naming-codec.js';
import type { Attempt } from './attempt.js';
import type { Call } from './call.js';
import type { WrittenBody } from '../uploads/multipart.js';
import { buildHeaders } from './build-headers.js';
import { queryString } from './query-string.js';

/** The request of a call. All attempts send it, with a few headers added per attempt. */
export interface BuiltRequest {
  readonly parts: Pick<HttpRequest, 'method' | 'origin' | 'path' | 'headers' | 'body'>;
  /** False if the body is a stream, which can be sent only once. */
  readonly isRepeatable: boolean;
}

/** A serialized body. */
type BuiltBody = Pick<HttpRequest, 'body'> & Partial<Omit<WrittenBody, 'body'>>;

/** Builds the request of a call. Reads all user input, so that later changes to it have no effect. */
export function buildRequest(call: Call, settings: ClientSettings): BuiltRequest {
  const { baseUrl, codec } = settings;
  const built = buildBody(call, codec);
  const parts = {
    method: call.operation.method,
    origin: baseUrl.origin,
    path: call.input.url === undefined ? baseUrl.prefix + buildPath(call, codec) : pathOf(call, baseUrl),
    headers: buildHeaders(call, settings, built),
    body: built.body,
  };
  return { parts, isRepeatable: built.repeatable ?? true };
}

/** Adds the headers of an attempt to the request. */
export function attemptRequest(
  { parts }: BuiltRequest,
  attempt: Attempt,
  key: string,
  { keyHeader, codec }: Pick<ClientSettings, 'keyHeader' | 'codec'>,
): HttpRequest {
  const { call, cancellation, deadlines } = attempt;
  const headers: Record<string, string> = { ...parts.headers, ...attempt.observer.headers() };
  if (attempt.number > 1) headers['x-client-retry-count'] = String(attempt.number - 1);
  headers[keyHeader] = keyHeader === 'authorization' ? `Bearer ${key}` : key;
  return {
    ...parts,
    headers: codec === undefined ? headers : codec.encodeHeaders(headers),
    cancellation,
    connectMs: call.timeouts.connectMs,
    onQueued: () => deadlines.enter('queue', call.timeouts.queueMs),
    onConnected: () => {
      attempt.sent = true;
      deadlines.enter('headers', call.timeouts.headersMs);
    },
    onSending: () => {
      if (attempt.status === null) deadlines.enter('sendGap', call.timeouts.sendGapMs);
    },
    onSent: () => {
      if (attempt.status === null) deadlines.enter('headers', call.timeouts.headersMs);
    },
  };
}

/**
 * Returns the path of a URL from a response.
 *
 * @throws {ParlanceError} When the URL is on another origin, which must not receive the key.
 */
function pathOf({ operation, input }: Call, { origin }: ClientSettings['baseUrl']): string {
  const url = URL.parse(input.url ?? '');
  if (url?.origin === origin) return url.pathname + url.search;
  const found = url === null ? 'a URL that is not absolute' : `a URL on ${url.origin}`;
  throw new ParlanceError(
    'foreign_url',
    `${operation.id}: the service returned ${found}; the key is sent only to ${origin}, the origin of baseUrl`,
  );
}

function buildPath({ operation, input }: Call, codec: Codec | undefined): string {
  let { params, query } = input;
  if (codec !== undefined) {
    if (params !== undefined) params = codec.encodeParams(operation, params);
    if (query !== undefined) query = codec.encodeQuery(operation, query);
  }
  return writePath(operation, params) + queryString(operation, query);
}

/**
 * Builds the path of an operation with its parameters percent-encoded.
 *
 * @throws {InvalidParamsError} When a parameter is not a valid path segment.
 */
function writePath({ id, path }: Operation, params: Readonly<Record<string, string>> | undefined): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeSegment(id, name, params?.[name]));
}

const PLAIN = /^[\w-]+$/;

function encodeSegment(operation: string, name: string, value: unknown): string {
  if (typeof value !== 'string') throw invalidSegment(operation, name, 'must be a string');
  if (PLAIN.test(value)) return value;
  if (value === '') throw invalidSegment(operation, name, 'must not be empty');
  // Servers resolve these two segments even if the dots are percent-encoded.
  if (value === '.' || value === '..') throw invalidSegment(operation, name, 'must not be `.` or `..`');
  try {
    return encodeURIComponent(value);
  } catch {
    throw invalidSegment(operation, name, 'must be well-formed Unicode');
  }
}

function invalidSegment(operation: string, name: string, message: string): InvalidParamsError {
  return new InvalidParamsError(operation, [
    { path: name, rule: 'path-segment', message, kind: 'string', code: 'value' },
  ]);
}

function buildBody({ operation, input }: Call, codec: Codec | undefined): BuiltBody {
  if (input.body === undefined) return { body: null };
  if (input.write !== undefined) return input.write(input.body as object);
  const body = codec === undefined ? input.body : codec.encodeBody(operation, input.body);
  try {
    return { body: JSON.stringify(body), contentType: 'application/json' };
  } catch {
    // A cycle or a BigInt. The engine's message is not used: it may quote values.
    throw new InvalidParamsError(operation.id, [
      { path: '', rule: 'json', message: 'must be JSON-serializable', kind: 'object', code: 'type' },
    ]);
  }
}
