import { systemClock, type Clock } from '../clock.js';
import type { Cancellation } from '../http-adapter.js';

/** Waits for a time; rejects immediately on cancellation. */
export function pause(clock: Clock, cancellation: Cancellation, waitMs: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = clock.setTimer(resolve, waitMs);
    cancellation.listen((reason) => {
      clock.clearTimer(timer);
      reject(reason as Error);
    });
  });
}

/**
 * Waits, or returns early when the signal is aborted.
 *
 * @param waitMs - Delay in milliseconds.
 * @param signal - Ends the wait.
 * @param clock - Source of timers.
 */
export function wait(
  waitMs: number,
  signal: AbortSignal | undefined,
  clock: Pick<Clock, 'setTimer' | 'clearTimer'> = systemClock,
): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      clock.clearTimer(timer);
      signal?.removeEventListener('abort', end);
      resolve();
    };
    const timer = clock.setTimer(end, waitMs);
    signal?.addEventListener('abort', end, { once: true });
    if (signal?.aborted === true) end();
  });
}
