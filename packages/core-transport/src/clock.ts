/** Time as the transport sees it; tests bring their own. */
export interface Clock {
  /** Milliseconds that never go back. */
  now(): number;
  /** Milliseconds since 1970. */
  wallNow(): number;
  /** Calls back after a time; the timer keeps the process alive. */
  setTimer(callback: () => void, delayMs: number): unknown;
  /** Removes a timer. */
  clearTimer(timer: unknown): void;
}

const LONGEST_TIMER_MS = 2_147_483_647;

/** The machine's clock. */
export const systemClock: Clock = {
  now: () => performance.now(),
  wallNow: () => Date.now(),
  setTimer: (callback, delayMs) => setTimeout(callback, Math.min(delayMs, LONGEST_TIMER_MS)),
  clearTimer: (timer) => clearTimeout(timer as ReturnType<typeof setTimeout>),
};
