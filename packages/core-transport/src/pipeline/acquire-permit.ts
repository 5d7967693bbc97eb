import { rateLimitWaitError } from '../errors/rate-limit-wait-error.js';
import { hintWaitMs } from '../rate-limits/pace.js';
import type { Permit, PermitRequest } from '../rate-limits/rate-limiter.js';
import type { Attempt } from './attempt.js';
import type { CallRun } from './call-run.js';
import { pause } from './pause.js';
import { startDeadline } from './start-deadline.js';

/**
 * Acquires the permit to send an attempt.
 *
 * @returns Undefined if there was nothing to wait for. The total deadline is suspended during the wait.
 */
export function acquirePermit(run: CallRun, attempt: Attempt): Promise<void> | undefined {
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
