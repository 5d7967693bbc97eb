import { ApiError, RateLimitError } from '../errors/api-error.js';
import type { ParlanceError } from '../errors/parlance-error.js';
import { ConnectionError, TimeoutError, type AttemptRecord } from '../errors/request-errors.js';
import { StreamError } from '../errors/response-errors.js';
import type { Attempt } from './attempt.js';
import type { Call } from './call.js';
import type { CallRun } from './call-run.js';
import { pause } from './pause.js';
import { rateLimitWaitError } from './rate-limit-wait-error.js';
import { isLasting, mayRetry, retryWaitMs, shouldRetryHeader } from './retry-policy.js';

/** What follows a failed attempt. */
interface NextStep {
  /** How long to wait, in milliseconds. */
  readonly waitMs: number;
  /** Whether the wait happens in the rate limiter. */
  readonly isHeld: boolean;
}

/**
 * Records a failed attempt, then waits for the next one.
 *
 * @param thrown - Why it failed.
 * @param isRepeatable - Whether the request can be sent again.
 * @throws {ParlanceError} The error of the call, if there is no next attempt.
 */
export async function retryOrThrow(
  run: CallRun,
  attempt: Attempt,
  thrown: unknown,
  isRepeatable: boolean,
): Promise<void> {
  const { call, cancellation, deadlines, failed, observer } = run;
  const { clock } = run.client.settings;
  const error = attempt.explain(thrown);
  attempt.release();
  deadlines.leave();
  const next = nextStep(run, error, isRepeatable);
  const waitMs = next?.waitMs ?? null;
  failed.push({
    attempt: attempt.number,
    status: attempt.status,
    code: error.code,
    requestId: attempt.requestId,
    durationMs: clock.now() - attempt.startedAt,
    waitMs,
  });
  observer.attemptFailed(attempt, error, waitMs);
  if (next === null) {
    markMaybeApplied(error, call, failed);
    throw isOverdue(run, error) ? rateLimitWaitError(run, call.rateLimit.maxWaitMs) : error;
  }
  if (next.isHeld) run.heldUntil = clock.now() + next.waitMs;
  else await pause(clock, cancellation, next.waitMs);
}

function nextStep(run: CallRun, error: ParlanceError, isRepeatable: boolean): NextStep | null {
  const { call, deadlines, retries } = run;
  const { state, settings } = run.client;
  const cause = StreamError.is(error) ? error.cause : error;
  const isWorthIt = isWorthRetrying(call, cause);
  if (ApiError.is(cause) || ConnectionError.is(cause)) cause.retryable = isWorthIt;
  if (!isWorthIt || !isRepeatable || state.isClosed) return null;
  const hintMs = ApiError.is(cause) ? cause.retryAfterMs : null;
  if (isHinted(cause)) {
    run.refusal = cause;
    return isOverdue(run, cause) ? null : { waitMs: cause.retryAfterMs, isHeld: true };
  }
  if (retries >= call.retries.maxRetries) return null;
  if (hintMs !== null && hintMs > call.retries.maxHintMs) return null;
  const waitMs = retryWaitMs(hintMs, retries, { delays: call.retries, random: settings.random() });
  if (waitMs >= deadlines.remainingMs() || !state.retryBudget.take()) return null;
  run.retries += 1;
  return { waitMs, isHeld: false };
}

/** Returns whether an error is a 429 with a hint, which is a wait for the rate limiter and not a retry. */
function isHinted(error: Error): error is RateLimitError & { readonly retryAfterMs: number } {
  return RateLimitError.is(error) && error.status !== null && (error.retryAfterMs ?? 0) > 0;
}

/** Returns whether the call would exceed `rateLimit.maxWaitMs`. */
function isOverdue({ call, waitedMs, refusal }: CallRun, error: Error): boolean {
  return error === refusal && isHinted(error) && waitedMs + error.retryAfterMs > call.rateLimit.maxWaitMs;
}

function isWorthRetrying({ operation }: Call, cause: Error): boolean {
  const { replay } = operation;
  if (TimeoutError.is(cause) && cause.phase === 'total') return false;
  if (ConnectionError.is(cause))
    return !isLasting(cause.code) && mayRetry({ replay, status: null, sent: cause.sent, shouldRetry: null });
  if (!ApiError.is(cause)) return false;
  const { status, headers } = cause;
  // An error event in a stream has no status; its type decides.
  if (status === null) return cause.retryable && replay !== 'create';
  return mayRetry({ replay, status, sent: true, shouldRetry: shouldRetryHeader(headers) });
}

/** Marks the final error of a call if one of its attempts may have taken effect. */
function markMaybeApplied(error: ParlanceError, { operation }: Call, failed: readonly AttemptRecord[]): void {
  const { method, replay } = operation;
  // A response that broke off has a success status: the request took effect, but its result is lost.
  const hasUnclear = failed
    .slice(0, -1)
    .some(({ status }) => status === null || status < 300 || status >= 500);
  if (ApiError.is(error)) error.maybeApplied = hasUnclear && error.status === 404 && method === 'DELETE';
  else if (ConnectionError.is(error))
    error.maybeApplied = (error.sent || hasUnclear) && (replay === 'idempotent' || replay === 'create');
}
