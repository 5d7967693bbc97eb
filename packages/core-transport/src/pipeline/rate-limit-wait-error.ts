import { RateLimitError } from '../errors/api-error.js';
import type { CallRun } from './call-run.js';

const HELP =
  'send fewer calls at a time, raise rateLimit.maxWaitMs, or share a localRateLimiter() between clients';

/** Creates the error of a call whose wait for a rate limit would exceed `rateLimit.maxWaitMs`. */
export function rateLimitWaitError(run: CallRun, maxWaitMs: number): RateLimitError {
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
