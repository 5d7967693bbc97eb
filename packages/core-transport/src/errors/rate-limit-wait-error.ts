import type { AttemptRecord } from './request-errors.js';
import { RateLimitError } from './api-error.js';

/** The call that waited for too long. */
interface WaitingCall {
  readonly call: { readonly operation: { readonly id: string } };
  readonly failed: readonly AttemptRecord[];
  /** The last 429 response; undefined if the call was never sent. */
  readonly refusal: RateLimitError | undefined;
}

const HELP =
  'send fewer calls at a time, raise rateLimit.maxWaitMs, or share a localRateLimiter() between clients';

/** Creates the error of a call whose wait for a rate limit would exceed `rateLimit.maxWaitMs`. */
export function rateLimitWaitError(run: WaitingCall, maxWaitMs: number): RateLimitError {
  const { call, failed, refusal } = run;
  const retryAfterMs = refusal?.retryAfterMs ?? null;
  const hint =
    retryAfterMs === null ? '' : ` (the service requested a wait of ${Math.ceil(retryAfterMs)} ms)`;
  return new RateLimitError({
    status: refusal?.status ?? null,
    type: 'rate_limit_error',
    message: `not sent within rateLimit.maxWaitMs (${maxWaitMs} ms)${hint}: ${HELP}`,
    requestId: refusal?.requestId ?? null,
    operation: call.operation.id,
    headers: refusal?.headers ?? {},
    body: refusal?.body ?? null,
    retryable: false,
    retryAfterMs,
    attempts: failed,
  });
}
