import type { ClientSettings } from '../client-settings.js';
import type { HttpBody } from '../http-adapter.js';
import type { Attempt } from './attempt.js';
import { checkDrift } from './check-drift.js';
import { checkHead } from './check-head.js';
import { readBody } from './read-body.js';
import { decodeUtf8 } from '../utf8.js';

/**
 * Reads a JSON response: an object, or null if the operation allows it.
 *
 * @throws {UnexpectedResponseError} When the response is not a complete JSON object with the right content type.
 */
export async function readJson(
  attempt: Attempt,
  body: HttpBody,
  { ceilings, codec, validation }: Pick<ClientSettings, 'ceilings' | 'codec' | 'validation'>,
): Promise<object | null> {
  if (attempt.status === 204 && attempt.operation.mayBeNull === true) {
    body.cancel();
    return null;
  }
  checkHead(attempt, body, 'application/json');
  const { call, deadlines, cancellation } = attempt;
  deadlines.enter('body', call.timeouts.bodyMs);
  const { bytes, isCut } = await readBody(body, ceilings.responseBytes, cancellation);
  if (isCut)
    throw attempt.unexpected(
      'response_too_large',
      `the response is larger than maxResponseBytes (${ceilings.responseBytes})`,
    );
  const text = decodeUtf8(bytes);
  if (text.trim() === '') throw attempt.unexpected('empty_body', 'the response has no body');
  if (attempt.operation.mayBeNull === true && text.trim() === 'null') return null;
  const value = parseObject(attempt, 'the response', text);
  const data = codec === undefined ? value : (codec.decodeResponse(call.operation, value) as object);
  attempt.used(data);
  checkDrift(attempt, 'response', data, validation);
  return data;
}

/**
 * Parses a JSON object.
 *
 * @throws {UnexpectedResponseError} When the text is not a JSON object.
 */
export function parseObject(attempt: Attempt, what: string, text: string): object {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // The engine's message is not used: it quotes the text, which may be sensitive.
    throw attempt.unexpected('invalid_json', `${what} is not valid JSON`);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw attempt.unexpected('not_an_object', `${what} is JSON but not an object`);
  return value;
}
