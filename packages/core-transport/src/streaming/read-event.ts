import { apiErrorOf, statusOfType } from '../errors/api-error.js';
import type { ApiError } from '../errors/api-error.js';
import { UnexpectedResponseError } from '../errors/response-errors.js';
import type { HttpResponse } from '../http-adapter.js';
import type { Call } from '../pipeline/call.js';
import { reportDrift } from '../pipeline/decode-json.js';
import { retryAfterMs } from '../pipeline/retry-policy.js';
import { errorRecord, unexpected } from '../pipeline/status.js';

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
  let value: unknown;
  try {
    value = JSON.parse(data);
  } catch {
    throw unexpected(call, response, ['invalid_json', 'an event is not valid JSON']);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw unexpected(call, response, ['not_an_object', 'an event is JSON but no object']);
  const { codec, validation } = call.core;
  const { type } = value as { type?: unknown };
  if (type === 'ping') return null;
  if (name === 'error' || type === 'error') throw errorEvent(call, response, redacted(call, data));
  const event = codec === undefined ? value : (codec.decodeEvent(call.operation, value) as object);
  if (validation !== undefined && validation.responses !== 'off') checkEventDrift(call, response, event);
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

function checkEventDrift(call: Call, response: HttpResponse, event: object): void {
  const { validation } = call.core;
  const issues = validation?.checkEvent(call.operation, event) ?? [];
  if (issues.length === 0) return;
  if (validation?.responses === 'throw')
    throw new UnexpectedResponseError(
      'contract_drift',
      `an event differs from the contract at ${issues[0]?.path}`,
      {
        ...call.facts(),
        status: response.status,
        headers: response.headers,
        issues,
      },
    );
  reportDrift(call, { operation: call.operation.id, part: 'event', issues, requestId: call.requestId });
}
