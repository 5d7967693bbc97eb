/**
 * Creates responses. All response headers and error bodies are created in this file.
 *
 * Rules: CMP-006, GEN-001, GEN-002, MAG-001.
 */
import type { World } from '../world/world.js';
import type { Arrival } from './arrival.js';
import type { BytesResult } from './handler-result.js';
import type { FakeResponse } from './message.js';
import { Refusal, textOf, type RefusalParts } from './refusal.js';

/** Response header that names the rule a rejected request violated. */
export const RULE_HEADER = 'x-parlance-rule';

const EXPOSED =
  'request-id, retry-after, retry-after-ms, x-should-retry, vendor-organization-id, vendor-workspace-id, x-parlance-rule, ' +
  ['requests', 'tokens', 'input-tokens', 'output-tokens']
    .flatMap((family) => ['limit', 'remaining', 'reset'].map((part) => `vendor-ratelimit-${family}-${part}`))
    .join(', ');

/** Creates a JSON response. */
export function respondJson(arrival: Arrival, result: unknown): FakeResponse {
  return { status: 200, headers: headersOf(arrival, 'application/json'), body: JSON.stringify(result) };
}

/** Creates a response of bytes. */
export function respondBytes(arrival: Arrival, result: BytesResult): FakeResponse {
  const headers = { ...headersOf(arrival, 'application/octet-stream'), ...result.headers };
  return { status: 200, headers, body: result.data };
}

/** Creates a response of JSON lines. */
export function respondLines(arrival: Arrival, body: FakeResponse['body']): FakeResponse {
  return { status: 200, headers: headersOf(arrival, 'application/x-jsonl'), body };
}

/** Creates a response of server-sent events. */
export function respondEvents(arrival: Arrival, body: FakeResponse['body']): FakeResponse {
  const headers = headersOf(arrival, 'text/event-stream; charset=utf-8');
  headers['cache-control'] = 'no-cache';
  return { status: 200, headers, body };
}

/** Creates an error response. */
export function respondError(arrival: Arrival, parts: RefusalParts): FakeResponse {
  const headers = headersOf(arrival, 'application/json');
  if (parts.rule !== null) headers[RULE_HEADER] = parts.rule;
  Object.assign(headers, parts.headers);
  return { status: parts.status, headers, body: JSON.stringify(errorBody(arrival.requestId, parts)) };
}

/** Creates the body of an error response. */
export function errorBody(requestId: string, parts: RefusalParts): Readonly<Record<string, unknown>> {
  return {
    type: 'error',
    error: { type: parts.type, message: textOf(parts.message), ...parts.details },
    request_id: requestId,
  };
}

/** Converts a thrown value into a refusal. Anything but a {@link Refusal} is a bug of the emulator and becomes a 500. */
export function refusalOf(error: unknown): RefusalParts {
  if (error instanceof Refusal) return error.parts;
  const message = error instanceof Error ? error.message : String(error);
  return { status: 500, type: 'api_error', rule: 'GEN-026', message: `The emulator failed: ${message}` };
}

function headersOf(arrival: Arrival, contentType: string): Record<string, string> {
  const headers: Record<string, string> = { 'content-type': contentType, 'request-id': arrival.requestId };
  if (arrival.world !== undefined) {
    headers['vendor-organization-id'] = arrival.world.organizationId;
    Object.assign(headers, dateHeader(arrival.world));
    if (arrival.keyKind === 'api-key') headers['vendor-workspace-id'] = arrival.world.workspaceId;
  }
  if (arrival.gauge !== undefined) Object.assign(headers, arrival.gauge.headers());
  if (arrival.origin !== undefined) {
    headers['access-control-allow-origin'] = '*';
    headers['access-control-expose-headers'] = EXPOSED;
  }
  return headers;
}

/**
 * Creates the header `date`, from which clients learn the time of the service. With a `skip` clock there is none, because a client that waits
 * for that time would wait forever.
 */
export function dateHeader({ clock }: World): { readonly date?: string } {
  return clock.mode === 'skip' ? {} : { date: new Date(clock.now()).toUTCString() };
}

/** Creates the response to a CORS preflight request. */
export function respondPreflight(requestedHeaders: string | undefined): FakeResponse {
  return {
    status: 204,
    headers: {
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'GET, POST, DELETE',
      'access-control-allow-headers': requestedHeaders ?? '*',
      'access-control-max-age': '600',
    },
    body: '',
  };
}
