import type { HttpResponse } from '../http-adapter.js';
import type { Call } from './call.js';
import { checkHead } from './check-head.js';
import { checkDrift } from './drift.js';
import { readBody } from './read-body.js';
import { unexpected } from './status.js';
import { decodeUtf8 } from './utf8.js';

/** What a call resolves to. */
export interface JsonReply {
  readonly data: unknown;
  readonly response: undefined;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly requestId: string | null;
}

/**
 * Reads a JSON answer and ends the call. Whatever is not a JSON object in a complete body of the right type is an
 * error, never data.
 */
export async function readJson(call: Call, response: HttpResponse): Promise<JsonReply> {
  checkHead(call, response, 'application/json');
  call.deadlines.enter('body', call.timeouts.bodyMs);
  const { ceilings, codec } = call.core;
  const { bytes, isCut } = await readBody(call, response.body, ceilings.responseBytes);
  if (isCut)
    throw unexpected(call, response, [
      'response_too_large',
      `the answer is larger than maxResponseBytes (${ceilings.responseBytes})`,
    ]);
  const text = decodeUtf8(bytes);
  if (text.trim() === '') throw unexpected(call, response, ['empty_body', 'the answer has no body']);
  const value = parseObject(call, response, ['the answer', text]);
  const data = codec === undefined ? value : (codec.decodeResponse(call.operation, value) as object);
  checkDrift(call, response, ['response', data]);
  call.end(undefined, data);
  const { status, headers } = response;
  return { data, response: undefined, status, headers, requestId: call.requestId };
}

/**
 * Parses a JSON object.
 *
 * @throws {UnexpectedResponseError} When the text is something else.
 */
export function parseObject(
  call: Call,
  response: HttpResponse,
  [what, text]: readonly [what: string, text: string],
): object {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // The engine's own message quotes the text, which may hold anything.
    throw unexpected(call, response, ['invalid_json', `${what} is not valid JSON`]);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw unexpected(call, response, ['not_an_object', `${what} is JSON but no object`]);
  return value;
}
