import type { ClientSettings } from '../client-settings.js';
import type { Attempt } from '../pipeline/attempt.js';
import { checkDrift } from '../pipeline/check-drift.js';
import { parseObject } from '../pipeline/read-json.js';
import { serviceError } from '../pipeline/service-error.js';
import type { SseEvent } from './sse-decoder.js';

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
  settings: Pick<ClientSettings, 'clock' | 'codec' | 'credential' | 'validation'>,
): object | null {
  if (name === 'ping' || data === '') return null;
  const value = parseObject(attempt, 'an event', data);
  const { type } = value as { type?: unknown };
  if (type === 'ping') return null;
  if (name === 'error' || type === 'error') throw serviceError(attempt, null, data, settings);
  const { codec, validation } = settings;
  const event = codec === undefined ? value : (codec.decodeEvent(attempt.operation, value) as object);
  checkDrift(attempt, 'event', event, validation);
  return event;
}
