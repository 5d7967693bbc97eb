import type { Clock } from '../clock.js';

/** A timer that is this late shows that the process was suspended, or its event loop blocked, in milliseconds. */
const LATE_MS = 50;
/** Turns of the event loop that read what arrived while the process was suspended: enough for full socket buffers. */
const TURNS = 10;

/**
 * Calls `expire` after a time. If the process was suspended or blocked, what has arrived since is read first, and can
 * cancel the deadline: a suspended process is not a stalled server.
 *
 * @returns A function that cancels the deadline.
 */
export function startDeadline(clock: Clock, expire: () => void, delayMs: number): () => void {
  const expiresAt = clock.now() + delayMs;
  let isCancelled = false;
  const timer = clock.setTimer(() => {
    const isLate = clock.now() - expiresAt > LATE_MS;
    afterTurns(isLate ? TURNS : 0, () => {
      if (!isCancelled) expire();
    });
  }, delayMs);
  return () => {
    isCancelled = true;
    clock.clearTimer(timer);
  };
}

/** Calls back after turns of the event loop, each of which reads from all sockets. */
function afterTurns(count: number, callback: () => void): void {
  if (count === 0) callback();
  else nextTurn(() => afterTurns(count - 1, callback));
}

/** `setImmediate` does not exist in browsers. */
function nextTurn(callback: () => void): void {
  if (typeof setImmediate === 'function') setImmediate(callback);
  else setTimeout(callback, 0);
}
