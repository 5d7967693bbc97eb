import { ApiError } from '../errors/api-error.js';
import type { ParlanceError } from '../errors/parlance-error.js';
import { ConnectionError, TimeoutError } from '../errors/request-errors.js';
import { StreamError } from '../errors/response-errors.js';
import type { Clock } from '../clock.js';
import type { Attempt } from './attempt.js';
import type { AttemptRecord } from './attempt-record.js';
import type { Call } from './call.js';
import type { CallRun } from './call-run.js';
import type { CallCancellation } from './cancellation.js';
import { backoffMs, mayRetry, shouldRetryHeader } from './retry-policy.js';

/** Why an attempt failed. */
interface Failure {
  /** What was thrown. */
  readonly error: unknown;
  /** Whether the request can be sent again. */
  readonly isRepeatable: boolean;
}

/**
 * Records a failed attempt, then waits for the next one.
 *
 * @throws {ParlanceError} The error of the call, when there is no next attempt.
 */
export async function retryOrThrow(run: CallRun, attempt: Attempt, failure: Failure): Promise<void> {
  const { call, cancellation, deadlines, failed, observer } = run;
  const { clock } = run.client.settings;
  const error = attempt.explain(failure.error);
  attempt.release();
  deadlines.leave();
  const waitMs = nextWaitMs(run, error, failure.isRepeatable);
  failed.push({
    attempt: attempt.number,
    status: attempt.status,
    code: error.code,
    requestId: attempt.requestId,
    durationMs: clock.now() - attempt.startedAt,
    waitMs,
  });
  observer.attemptFailed(attempt, error, waitMs);
  if (waitMs === null) {
    markMaybeApplied(error, call, failed);
    throw error;
  }
  await pause(clock, cancellation, waitMs);
}

/** How long to wait before the next attempt, in milliseconds; null when there is none. */
function nextWaitMs(run: CallRun, error: ParlanceError, isRepeatable: boolean): number | null {
  const { call, deadlines, failed } = run;
  const { state, settings } = run.client;
  const cause = StreamError.is(error) ? error.cause : error;
  const isWorthIt = isWorthRetrying(call, cause);
  if (ApiError.is(cause) || ConnectionError.is(cause)) cause.retryable = isWorthIt;
  if (!isWorthIt || !isRepeatable || state.isClosed) return null;
  if (failed.length >= call.retries.maxRetries) return null;
  const hint = ApiError.is(cause) ? cause.retryAfterMs : null;
  if (hint !== null && hint > call.retries.maxHintMs) return null;
  const waitMs = hint ?? backoffMs(failed.length, call.retries, settings.random());
  if (waitMs >= deadlines.remainingMs()) return null;
  return state.retryBudget.take() ? waitMs : null;
}

function isWorthRetrying({ operation, idempotencyKey }: Call, cause: Error): boolean {
  const { replay } = operation;
  const facts = { replay, hasIdempotencyKey: idempotencyKey !== undefined };
  if (TimeoutError.is(cause) && cause.phase === 'total') return false;
  if (ConnectionError.is(cause))
    return mayRetry({ ...facts, status: null, sent: cause.sent, shouldRetry: null });
  if (!ApiError.is(cause)) return false;
  const { status, headers } = cause;
  // An error event within a stream has no status; whether it is retryable follows from its type.
  if (status === null) return cause.retryable && replay !== 'create';
  return mayRetry({ ...facts, status, sent: true, shouldRetry: shouldRetryHeader(headers) });
}

/** Marks the final error of a call of which an attempt may have taken effect. */
function markMaybeApplied(error: ParlanceError, { operation }: Call, failed: readonly AttemptRecord[]): void {
  const { method, replay } = operation;
  // A response that was cut has the status of success: the request took effect, but its result was lost.
  const hasUnclear = failed
    .slice(0, -1)
    .some(({ status }) => status === null || status < 300 || status >= 500);
  if (ApiError.is(error)) error.maybeApplied = hasUnclear && error.status === 404 && method === 'DELETE';
  else if (ConnectionError.is(error))
    error.maybeApplied = (error.sent || hasUnclear) && (replay === 'idempotent' || replay === 'create');
}

/** Waits; rejects at once when the call is cancelled. */
function pause(clock: Clock, cancellation: CallCancellation, waitMs: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = clock.setTimer(resolve, waitMs);
    cancellation.listen((reason) => {
      clock.clearTimer(timer);
      reject(reason as Error);
    });
  });
}
