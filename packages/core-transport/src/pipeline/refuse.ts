import type { ClientSettings } from '../client-settings.js';
import type { HttpBody, HttpResponse } from '../http-adapter.js';
import type { Attempt } from './attempt.js';
import { readBody } from './read-body.js';
import { serviceError } from './service-error.js';
import { decodeUtf8 } from '../utf8.js';

/**
 * Reads an unsuccessful response and throws its error.
 *
 * @throws {ApiError} For an error of the service.
 * @throws {UnexpectedResponseError} For a redirect or a 1xx status.
 */
export async function refuse(
  attempt: Attempt,
  { status, body }: HttpResponse,
  settings: Pick<ClientSettings, 'ceilings' | 'clock' | 'codec' | 'credential'>,
): Promise<never> {
  const { call, deadlines } = attempt;
  if (status < 400) {
    body.cancel();
    const what =
      status >= 300
        ? 'redirects are not followed, because they would expose the key'
        : 'expected a final status';
    throw attempt.unexpected('unexpected_redirect', `status ${status}: ${what}`);
  }
  deadlines.enter('body', call.timeouts.bodyMs);
  const text = await readText(attempt, body, settings.ceilings.errorBytes);
  throw serviceError(attempt, status, text, settings);
}

/** Reads the body of an error response. If it breaks off, the status is still reported. */
async function readText({ cancellation }: Attempt, body: HttpBody, maxBytes: number): Promise<string> {
  try {
    return decodeUtf8((await readBody(body, maxBytes, cancellation)).bytes);
  } catch (error) {
    if (cancellation.cancelled) throw error;
    return '';
  }
}
