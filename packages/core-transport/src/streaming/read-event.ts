import type { ClientSettings } from '../client-settings.js';
import { apiErrorOf, statusOfType, type ApiError } from '../errors/api-error.js';
import type { Attempt } from '../pipeline/attempt.js';
import { checkDrift } from '../pipeline/check-drift.js';
import { errorRecord } from '../pipeline/error-body.js';
import { parseObject } from '../pipeline/read-json.js';
import { retryAfterMs } from '../pipeline/retry-policy.js';
import type { SseEvent } from './sse-decoder.js';

type EventSettings = Pick<ClientSettings, 'clock' | 'codec' | 'credential' | 'validation'>;

/**
 * Reads one server-sent event.
 *
 * @returns The event; null for a ping or an event without data.
 * @throws {ApiError} For an error event.
 * @throws {UnexpectedResponseError} When its data is not a JSON object.
 */
export function readEvent(
  attempt: Attempt,
  { data, event: name }: SseEvent,
  settings: EventSettings,
): object | null {
  if (name === 'ping' || data === '') return null;
  const value = parseObject(attempt, 'an event', data);
  const { type } = value as { type?: unknown };
  if (type === 'ping') return null;
  if (name === 'error' || type === 'error') throw errorEvent(attempt, data, settings);
  const { codec, validation } = settings;
  const event = codec === undefined ? value : (codec.decodeEvent(attempt.operation, value) as object);
  checkDrift(attempt, 'event', event, validation);
  return event;
}

function errorEvent(attempt: Attempt, data: string, settings: EventSettings): ApiError {
  const { operation, headers } = attempt;
  const body = errorBody(attempt, data, settings);
  const record = errorRecord(body);
  const status = statusOfType(record.type);
  return apiErrorOf({
    status: null,
    type: record.type,
    message: record.message ?? 'no error message',
    requestId: attempt.requestId ?? record.requestId,
    operation: operation.id,
    headers,
    body,
    retryable: status === 429 || status >= 500,
    retryAfterMs: retryAfterMs(headers, settings.clock.wallNow()),
    attempts: attempt.facts().attempts,
  });
}

/** Returns the body of an error event, with the key removed in case the service echoes it. */
function errorBody({ operation }: Attempt, data: string, { codec, credential }: EventSettings): unknown {
  try {
    const body: unknown = JSON.parse(credential.redact(data));
    return codec === undefined ? body : codec.decodeResponse(operation, body);
  } catch {
    return null;
  }
}
