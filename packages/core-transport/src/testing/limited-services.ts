/** Simulated services with the common kinds of rate limit, for tests of the rate limiters. */

/** Admits a request by returning null, or rejects it with a hint how long to wait, in milliseconds. */
export type LimitedService = (now: number) => number | null;

/** A number of requests per time window. */
export interface ServiceLimit {
  readonly calls: number;
  readonly windowMs: number;
}

/** Which hint a service sends: the length of its window, the time until there is room, or a constant. */
export type Hint = 'window' | 'rest' | number;

/** Consecutive windows of equal length; the first one starts at `offset`. */
export function fixedWindow({ calls, windowMs }: ServiceLimit, hint: Hint, offset = 0): LimitedService {
  let current = -1;
  let count = 0;
  return (now) => {
    const window = Math.floor((now + offset) / windowMs);
    if (window !== current) [current, count] = [window, 0];
    if (count < calls) {
      count += 1;
      return null;
    }
    return hintMs(hint, windowMs, (window + 1) * windowMs - offset - now);
  };
}

/** Windows that each start with the first request after the previous window, with lengths from `lengths`. */
export function lazyWindow(calls: number, lengths: () => number, hint: Hint): LimitedService {
  let start = -Infinity;
  let windowMs = 0;
  let count = 0;
  return (now) => {
    if (now >= start + windowMs) [start, windowMs, count] = [now, lengths(), 0];
    if (count < calls) {
      count += 1;
      return null;
    }
    return hintMs(hint, windowMs, start + windowMs - now);
  };
}

/** A sliding window: `calls` requests in any window of the length. */
export function slidingWindow({ calls, windowMs }: ServiceLimit, hint: Hint): LimitedService {
  const admitted: number[] = [];
  return (now) => {
    while (admitted.length > 0 && (admitted[0] as number) <= now - windowMs) admitted.shift();
    if (admitted.length < calls) {
      admitted.push(now);
      return null;
    }
    return hintMs(hint, windowMs, (admitted[0] as number) + windowMs - now);
  };
}

/** A token bucket that refills continuously. */
export function tokenBucket(capacity: number, perMs: number, hint: Hint): LimitedService {
  let level = capacity;
  let at = 0;
  return (now) => {
    level = Math.min(capacity, level + (now - at) * perMs);
    at = now;
    if (level >= 1) {
      level -= 1;
      return null;
    }
    return hintMs(hint, capacity / perMs, (1 - level) / perMs);
  };
}

function hintMs(hint: Hint, windowMs: number, restMs: number): number {
  return Math.max(1, Math.ceil(typeof hint === 'number' ? hint : hint === 'window' ? windowMs : restMs));
}
