import type { ClientSettings } from '../client-settings.js';
import { apiErrorOf } from '../errors/api-error.js';
import type { HttpBody, HttpResponse } from '../http-adapter.js';
import type { Attempt } from './attempt.js';
import { errorRecord } from './error-body.js';
import { readBody } from './read-body.js';
import { retryAfterMs } from './retry-policy.js';
import { decodeUtf8 } from '../utf8.js';

type RefuseSettings = Pick<ClientSettings, 'ceilings' | 'clock' | 'codec' | 'credential'>;

/**
 * Reads an unsuccessful response and throws its error.
 *
 * @throws {ApiError} For an error of the service.
 * @throws {UnexpectedResponseError} For a redirect or a 1xx status.
 */
export async function refuse(
  attempt: Attempt,
  { status, headers, body }: HttpResponse,
  settings: RefuseSettings,
): Promise<never> {
  const { call, deadlines, operation } = attempt;
  if (status < 400) {
    body.cancel();
    const what =
      status >= 300
        ? 'redirects are not followed, because they would expose the key'
        : 'expected a final status';
    throw attempt.unexpected('unexpected_redirect', `status ${status}: ${what}`);
  }
  deadlines.enter('body', call.timeouts.bodyMs);
  const parsed = await readErrorBody(attempt, body, settings);
  const record = errorRecord(parsed);
  throw apiErrorOf({
    status,
    type: record.type,
    message: settings.credential.redact(record.message ?? 'no error message'),
    requestId: attempt.requestId ?? record.requestId,
    operation: operation.id,
    headers,
    body: parsed,
    retryable: false,
    retryAfterMs: retryAfterMs(headers, settings.clock.wallNow()),
    attempts: attempt.facts().attempts,
  });
}

/** Reads the body of an error response as JSON, else as text. If the body breaks off, the status is still reported. */
async function readErrorBody(
  { cancellation, operation }: Attempt,
  body: HttpBody,
  { ceilings, codec, credential }: RefuseSettings,
): Promise<unknown> {
  let text: string;
  try {
    text = decodeUtf8((await readBody(body, ceilings.errorBytes, cancellation)).bytes);
  } catch (error) {
    if (cancellation.cancelled) throw error;
    return '';
  }
  text = credential.redact(text);
  try {
    const parsed: unknown = JSON.parse(text);
    return codec === undefined ? parsed : codec.decodeResponse(operation, parsed);
  } catch {
    return text;
  }
}
