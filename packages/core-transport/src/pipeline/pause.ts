import type { Clock } from '../clock.js';
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
