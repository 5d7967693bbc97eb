import type { HttpResponse } from '../http-adapter.js';
import { acquirePermit } from './acquire-permit.js';
import type { Attempt } from './attempt.js';
import { attemptRequest, type BuiltRequest } from './build-request.js';
import type { CallRun } from './call-run.js';

/**
 * Sends an attempt through the rate limiter, the middleware and the adapter.
 *
 * Every wait ends with a cancellation, even if the rate limiter, the function that returns the key, or a middleware
 * never settles.
 */
export async function exchange(run: CallRun, attempt: Attempt, request: BuiltRequest): Promise<HttpResponse> {
  const { client, call } = run;
  const { credential, codec } = client.settings;
  const { cancellation, deadlines } = attempt;
  const permit = acquirePermit(run, attempt);
  if (permit !== undefined) await permit;
  const read = credential.read();
  const key = typeof read === 'string' ? read : await waitForKey(attempt, read);
  if (cancellation.cancelled) throw cancellation.reason;
  deadlines.enter('connect', call.timeouts.connectMs);
  const sent = client.http(attemptRequest(request, attempt, key, client.settings));
  const response = await cancellation.race(sent, ({ body }) => body.cancel());
  if (cancellation.cancelled) {
    // Cancelled after the head arrived: the adapter had no reader to notify, and will not notify a later one.
    response.body.cancel();
    throw cancellation.reason;
  }
  return codec === undefined ? response : { ...response, headers: codec.decodeHeaders(response.headers) };
}

/** Waits for the key with only the total deadline. */
function waitForKey({ call, cancellation, deadlines }: Attempt, key: Promise<string>): Promise<string> {
  deadlines.enter('key', call.timeouts.keyMs);
  return cancellation.race(key);
}
