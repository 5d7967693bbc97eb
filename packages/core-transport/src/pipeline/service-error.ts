import type { ClientSettings } from '../client-settings.js';
import { apiErrorOf, statusOfType, type ApiError } from '../errors/api-error.js';
import type { Attempt } from './attempt.js';
import { retryAfterMs } from './retry-policy.js';

/**
 * Creates the error that the service reports in the body of a response or in an event of a stream.
 *
 * @param attempt - The attempt, whose response has arrived.
 * @param status - Status of the response; null for an event.
 * @param text - The body or the data of the event.
 * @param settings - Settings of the client.
 */
export function serviceError(
  attempt: Attempt,
  status: number | null,
  text: string,
  settings: Pick<ClientSettings, 'clock' | 'codec' | 'credential'>,
): ApiError {
  const { operation, headers } = attempt;
  const { clock, credential } = settings;
  const body = parseBody(attempt, text, settings);
  const { type, message, requestId } = errorRecord(body);
  const typeStatus = statusOfType(type);
  return apiErrorOf({
    status,
    type,
    message: credential.redact(message ?? 'no error message'),
    requestId: attempt.requestId ?? requestId,
    operation: operation.id,
    headers,
    body,
    // An event has no status, so its type decides.
    retryable: status === null && (typeStatus === 429 || typeStatus >= 500),
    retryAfterMs: retryAfterMs(headers, clock.wallNow()),
    attempts: attempt.facts().attempts,
  });
}

/** Parses a body as JSON, else returns its text. The key is removed in case the service echoes it. */
function parseBody(
  { operation }: Attempt,
  text: string,
  { codec, credential }: Pick<ClientSettings, 'codec' | 'credential'>,
): unknown {
  const redacted = credential.redact(text);
  try {
    const body: unknown = JSON.parse(redacted);
    return codec === undefined ? body : codec.decodeResponse(operation, body);
  } catch {
    return redacted;
  }
}

type ErrorRecord = Readonly<Record<'type' | 'message' | 'requestId', string | null>>;

/** Reads an error body of either known shape. All fields are null for any other shape. */
function errorRecord(body: unknown): ErrorRecord {
  const outer = body as
    { error?: { type?: unknown; message?: unknown }; request_id?: unknown } | null | undefined;
  const error = typeof outer === 'object' ? outer?.error : undefined;
  return {
    type: typeof error?.type === 'string' ? error.type : null,
    message: typeof error?.message === 'string' ? error.message : null,
    requestId: typeof outer === 'object' && typeof outer?.request_id === 'string' ? outer.request_id : null,
  };
}
