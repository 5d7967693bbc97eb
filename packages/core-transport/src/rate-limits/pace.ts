/** A maximum number of calls in any window of a length. */
export interface Pace {
  readonly calls: number;
  readonly windowMs: number;
}

/** Returns the faster of two paces. */
export function faster(one: Pace, other: Pace): Pace {
  return one.calls * other.windowMs > other.calls * one.windowMs ? one : other;
}

/** Returns the pace of `calls` within `timeMs`, with a window of about `windowMs` that fits at least one call. */
export function paceOf(calls: number, timeMs: number, windowMs: number): Pace {
  const inWindow = Math.max(1, Math.round((calls * windowMs) / timeMs));
  return { calls: inWindow, windowMs: (inWindow * timeMs) / Math.max(1, calls) };
}
