import type { HttpResponse } from '../http-adapter.js';
import { hintWaitMs } from '../rate-limits/pace.js';
import type { Permit, PermitRequest } from '../rate-limits/rate-limiter.js';
import type { Attempt } from './attempt.js';
import { attemptRequest, type BuiltRequest } from './build-request.js';
import type { CallRun } from './call-run.js';
import { pause } from './pause.js';
import { rateLimitWaitError } from './rate-limit-wait-error.js';
import { startDeadline } from './start-deadline.js';

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

/**
 * Acquires the permit to send an attempt.
 *
 * @returns Undefined if there was nothing to wait for. The total deadline is suspended during the wait.
 */
function acquirePermit(run: CallRun, attempt: Attempt): Promise<void> | undefined {
  const { rateLimiter } = run.client.settings;
  const acquired = rateLimiter.acquire(permitRequest(run, attempt));
  if (isPromise(acquired) || run.heldUntil !== -Infinity) return waitForPermit(run, attempt, acquired);
  attempt.hold(acquired);
  return undefined;
}

async function waitForPermit(
  run: CallRun,
  attempt: Attempt,
  acquired: Permit | Promise<Permit>,
): Promise<void> {
  const { clock, random } = run.client.settings;
  const startedAt = clock.now();
  const { maxWaitMs } = run.call.rateLimit;
  const leftMs = maxWaitMs - run.waitedMs;
  const expire = (): void => attempt.cancellation.cancel(rateLimitWaitError(run, maxWaitMs));
  const cancelDeadline = leftMs === Infinity ? undefined : startDeadline(clock, expire, leftMs);
  attempt.deadlines.suspendTotal();
  run.waitStarted(attempt);
  try {
    // A permit that arrives too late is released immediately.
    const hold = Promise.resolve(acquired).then((permit) => attempt.hold(permit));
    await attempt.cancellation.race(hold);
    // A user-supplied rate limiter may ignore `retry-after`.
    const hintMs = run.heldUntil - clock.now();
    if (hintMs > 0) await pause(clock, attempt.cancellation, hintWaitMs(hintMs, random()));
  } finally {
    cancelDeadline?.();
    attempt.startedAt = clock.now();
    attempt.deadlines.resumeTotal();
    run.waitEnded(attempt, attempt.startedAt - startedAt);
  }
}

function permitRequest({ call, estimate, waitedMs }: CallRun, attempt: Attempt): PermitRequest {
  const { operation, cancellation, number } = attempt;
  return {
    operation: operation.id,
    limit: estimate.limit,
    priority: call.priority,
    attempt: number,
    waitedMs,
    maxOutputTokens: estimate.maxOutputTokens,
    // Lazy: most permits are granted immediately, without reading the estimate and the signal.
    get estimatedInputTokens() {
      return estimate.inputTokens;
    },
    get signal() {
      return cancellation.signal;
    },
  };
}

function isPromise(value: Permit | Promise<Permit>): value is Promise<Permit> {
  return typeof (value as Promise<Permit>).then === 'function';
}

/** Waits for the key with only the total deadline. */
function waitForKey({ call, cancellation, deadlines }: Attempt, key: Promise<string>): Promise<string> {
  deadlines.enter('key', call.timeouts.keyMs);
  return cancellation.race(key);
}
