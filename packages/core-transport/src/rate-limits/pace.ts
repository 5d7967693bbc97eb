/** A speed: at most so many calls in any window of that length. */
export interface Pace {
  readonly calls: number;
  readonly windowMs: number;
}

/** The faster of two paces. */
export function faster(one: Pace, other: Pace): Pace {
  return one.calls * other.windowMs > other.calls * one.windowMs ? one : other;
}

/** The pace of so many calls within a time, with a window of about `windowMs` and at least one call in it. */
export function paceOf(calls: number, timeMs: number, windowMs: number): Pace {
  const inWindow = Math.max(1, Math.round((calls * windowMs) / timeMs));
  return { calls: inWindow, windowMs: (inWindow * timeMs) / Math.max(1, calls) };
}
