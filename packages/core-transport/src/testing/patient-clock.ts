import type { FaultServer } from '@parlance/testing/fault-server';
import { systemClock } from '../clock.js';
import type { Clock } from '../clock.js';

/** Waits between the attempts of a test are shorter, deadlines longer, in milliseconds. */
const LONGEST_WAIT_MS = 10;

/**
 * The system clock, except that deadlines start when a server has received all requests of a test: they pass because
 * the server is silent, never because the machine is busy.
 */
export function patientClock(server: FaultServer, requests: number): Clock {
  return {
    ...systemClock,
    setTimer(callback, delayMs) {
      const cancel = new AbortController();
      const start = (): void => {
        const timer = systemClock.setTimer(callback, delayMs);
        cancel.signal.addEventListener('abort', () => systemClock.clearTimer(timer));
      };
      if (delayMs <= LONGEST_WAIT_MS) start();
      else void server.received(requests).then(() => cancel.signal.aborted || start());
      return cancel;
    },
    clearTimer: (timer) => (timer as AbortController).abort(),
  };
}
