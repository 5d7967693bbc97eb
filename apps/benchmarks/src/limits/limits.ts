/** The kinds of limits that the batches run into. */
import type { Limit } from './limited-server.ts';

/** Input tokens that the replies of the server report. */
const TOKENS_PER_REQUEST = 12;

/** Windows that start with the first request after the end of the previous one. The hint is the length of a window. */
export function windows(requests: number, windowMs: number): Limit {
  let startedAt = -Infinity;
  let count = 0;
  return (now) => {
    if (now >= startedAt + windowMs) [startedAt, count] = [now, 0];
    count += 1;
    return count > requests ? { retryAfterMs: windowMs } : {};
  };
}

/**
 * A bucket of one minute, scaled, that refills continuously. Reports its limit, remainder and reset.
 *
 * @param capacity - Size of the bucket, which starts full. Default: the limit of a minute.
 */
// oxlint-disable-next-line max-params -- the capacity is rarely set.
export function bucket(
  measure: 'requests' | 'input_tokens',
  perMinute: number,
  minuteMs: number,
  capacity: number = perMinute,
): Limit {
  const amount = measure === 'requests' ? 1 : TOKENS_PER_REQUEST;
  const perMs = perMinute / minuteMs;
  const prefix = `vendor-ratelimit-${measure.replace('_', '-')}`;
  let level = capacity;
  let at = 0;
  return (now) => {
    level = Math.min(capacity, level + (now - at) * perMs);
    at = now;
    const isAdmitted = level >= amount;
    if (isAdmitted) level -= amount;
    const headers = {
      [`${prefix}-limit`]: String(perMinute),
      [`${prefix}-remaining`]: String(Math.floor(level)),
      [`${prefix}-reset`]: new Date(Date.now() + (capacity - level) / perMs).toISOString(),
    };
    return isAdmitted ? { headers } : { headers, retryAfterMs: (amount - level) / perMs };
  };
}
