import type { Client } from '../client.js';
import type { HttpResponse } from '../http-adapter.js';
import type { Limiting } from '../rate-limits/rate-limiter.js';
import type { Attempt } from './attempt.js';
import { attemptRequest } from './build-request.js';
import type { BuiltRequest } from './build-request.js';

/**
 * Sends an attempt through the rate limiter, the middleware and the adapter.
 *
 * A cancellation ends each wait, even when the rate limiter, the function that returns the key, or a middleware never
 * settles.
 */
export async function exchange(
  client: Client,
  attempt: Attempt,
  request: BuiltRequest,
): Promise<HttpResponse> {
  const { rateLimiter, credential, codec } = client.settings;
  const { call, cancellation, deadlines } = attempt;
  if (rateLimiter !== undefined) await wait(attempt, passRateLimiter(attempt, rateLimiter));
  const read = credential.read();
  const key = typeof read === 'string' ? read : await wait(attempt, read);
  if (cancellation.cancelled) throw cancellation.reason;
  deadlines.enter('connect', call.timeouts.connectMs);
  const sent = client.http(attemptRequest(request, attempt, { ...client.settings, key }));
  const response = await cancellation.race(sent, ({ body }) => body.cancel());
  if (cancellation.cancelled) {
    // Cancelled since the head arrived: the adapter had no reader to notify, and will not notify a later one.
    response.body.cancel();
    throw cancellation.reason;
  }
  return codec === undefined ? response : { ...response, headers: codec.decodeHeaders(response.headers) };
}

/** Waits for the permission to send, and returns it at once when it comes after a cancellation. */
async function passRateLimiter(attempt: Attempt, rateLimiter: Limiting): Promise<void> {
  attempt.hold(await rateLimiter.acquire(attempt.cancellation.signal));
}

/** Waits with the total deadline alone. */
function wait<T>({ cancellation, deadlines }: Attempt, work: Promise<T>): Promise<T> {
  deadlines.leave();
  return cancellation.race(work);
}
