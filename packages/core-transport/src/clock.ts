/** The transport's source of time. Tests supply their own. */
export interface Clock {
  /** Monotonic time in milliseconds. */
  now(): number;
  /** Wall-clock time in milliseconds since 1970. */
  wallNow(): number;
  /** Calls `callback` after `delayMs` milliseconds. The timer keeps the process alive. */
  setTimer(callback: () => void, delayMs: number): unknown;
  /** Clears a timer. */
  clearTimer(timer: unknown): void;
}

const LONGEST_TIMER_MS = 2_147_483_647;

/** The system clock. */
export const systemClock: Clock = {
  now: () => performance.now(),
  wallNow: () => Date.now(),
  setTimer: (callback, delayMs) => setTimeout(callback, Math.min(delayMs, LONGEST_TIMER_MS)),
  clearTimer: (timer) => clearTimeout(timer as ReturnType<typeof setTimeout>),
};
