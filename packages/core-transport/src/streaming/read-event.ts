import { apiErrorOf, statusOfType } from '../errors/api-error.js';
import type { ApiError } from '../errors/api-error.js';
import type { HttpResponse } from '../http-adapter.js';
import type { Call } from '../pipeline/call.js';
import { parseObject } from '../pipeline/decode-json.js';
import { checkDrift } from '../pipeline/drift.js';
import { retryAfterMs } from '../pipeline/retry-policy.js';
import { errorRecord } from '../pipeline/status.js';

/**
 * Reads one server-sent event.
 *
 * @returns The event; null for a ping or one without data.
 * @throws {ApiError} For an error event.
 * @throws {UnexpectedResponseError} When its data is no JSON object.
 */
export function readEvent(
  call: Call,
  response: HttpResponse,
  [data, name]: readonly [data: string, name: string],
): object | null {
  if (name === 'ping' || data === '') return null;
  const value = parseObject(call, response, ['an event', data]);
  const { codec } = call.core;
  const { type } = value as { type?: unknown };
  if (type === 'ping') return null;
  if (name === 'error' || type === 'error') throw errorEvent(call, response, redacted(call, data));
  const event = codec === undefined ? value : (codec.decodeEvent(call.operation, value) as object);
  checkDrift(call, response, ['event', event]);
  return event;
}

/** The body of an error event without the key, should the service repeat it. */
function redacted(call: Call, data: string): unknown {
  const { credential, codec } = call.core;
  try {
    const body: unknown = JSON.parse(credential.redact(data));
    return codec === undefined ? body : codec.decodeResponse(call.operation, body);
  } catch {
    return null;
  }
}

function errorEvent(call: Call, response: HttpResponse, body: unknown): ApiError {
  const record = errorRecord(body);
  const { clock } = call.core;
  const status = record.type === null ? 0 : statusOfType(record.type);
  return apiErrorOf({
    status: null,
    type: record.type,
    message: record.message ?? 'no error message',
    requestId: call.requestId ?? record.requestId,
    operation: call.operation.id,
    headers: response.headers,
    body,
    retryable: status === 429 || status >= 500,
    retryAfterMs: retryAfterMs(response.headers, clock.wallNow()),
    attempts: call.attempts,
  });
}
