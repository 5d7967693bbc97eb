/**
 * When the next call of a limit may be sent, from the responses so far: pure functions over plain data, for the limiter of a
 * process and for one that processes share.
 *
 * A service may report its limit only through 429 responses with a hint. A 429 holds all calls back for its hint. The calls
 * admitted before it, divided by the time that they took, are the rate that the service admits. The first rate is a guess,
 * because other clients may have used part of the limit: it is doubled until it is refused. After that it is raised by a quarter
 * after each calm period.
 *
 * The simulation in `adaptive-rate-limiter.test.ts` chose the constants: batches of 400 calls to services with 15 kinds of limits
 * and hints, 25 of each. Each comment names what is lost there without the constant.
 */

/** Calls are sent at up to this multiple of the rate until a window is used up. If sent evenly, batches take up to 40 % longer,
 * because a refusal late in a window costs most of the next one. */
const FRONT = 3;
/** Calls per round trip while the rate is a guess, because as many can be refused at once. Without it, up to 42 % are refused. */
const IN_DOUBT = 16;
/** Factor by which a guess is raised. With 1.25, the longest batches in windows of random length take 10 % longer. */
const FIRST_RAISE = 2;
/** Factor by which a rate that was refused before is raised. */
const RAISE = 1.25;
/** Length of a calm period in holds. With half of it, batches in sliding windows are refused more often and take 5 % longer. */
const CALM_HOLDS = 12;
/** Length of a calm period in calls. Without it, 42 % of the calls to small buckets are refused, since their hints are short. */
const CALM_CALLS = 40;
/** A refusal reduces the rate to this part, unless more has been admitted. Without it, batches in sliding windows take 30 % longer. */
const LOWER = 0.8;
/** A rate is measured over at least so many calls. With fewer, single batches with short hints take four times as long. */
const MEASURED_CALLS = 10;
/** A window that is almost as long as the last hold is made as long, because the service would refuse the first calls of the next one.
 * Without it, batches whose first responses take long take up to 20 % longer. */
const ALMOST = 0.97;
/** How much timer lateness is compensated. */
const CATCH_UP_MS = 10;
/** A rate that has not been reached for this long is dropped. */
const FORGET_MS = 60_000;
/** Before the first refusal, calls that are further apart are not counted together. */
const GAP_MS = 1_000;
/** A time in the past that JSON can represent. */
const NEVER: number = Number.MIN_SAFE_INTEGER;
/** A window of exactly ten calls has room for ten. */
const ROUNDING_ERROR = 0.01;
/** Longest spread of a hinted wait. */
const MAX_SPREAD_MS = 10_000;

/** What the responses of a limit have revealed. Times are in milliseconds of one clock, rates in calls per millisecond. */
export interface Pace {
  /** Rate that the service admits; null until it has refused a call. */
  readonly rate: number | null;
  /** Rate that the service last refused; null while `rate` is a first guess. */
  readonly refusedRate: number | null;
  /** When `rate` was set. */
  readonly changedAt: number;
  /** When calls last had to wait for `rate`. */
  readonly reachedAt: number;
  /** Start of the current hold; null while calls are admitted. */
  readonly heldFrom: number | null;
  /** No call is sent before this time. */
  readonly heldUntil: number;
  /** End of the current hold by the hint alone. */
  readonly hintedUntil: number;
  /** Start of the last hold, or of the first of several in a row between which nothing was admitted. */
  readonly episodeFrom: number;
  /** From there to the end of the last hold by its hint. */
  readonly holdMs: number;
  /** End of the last hold. */
  readonly releasedAt: number;
  /** Calls admitted since `admittedFrom`: the end of the last hold, or of a gap after it. */
  readonly admitted: number;
  readonly admittedFrom: number;
  /** Calls admitted from `countedFrom` until `episodeFrom`. */
  readonly counted: number;
  readonly countedFrom: number;
  /** The same for the period before, in which at least {@link MEASURED_CALLS} were admitted. */
  readonly earlier: number;
  readonly earlierFrom: number;
  /** Start of the current window, which is as long as the last hold, and calls sent in it. */
  readonly windowFrom: number;
  readonly windowCalls: number;
  /** Calls of the window before, if it ended when the current one started. */
  readonly previousCalls: number;
  /** When the last call was sent. */
  readonly lastAt: number;
  /** When the next call may be sent, to spread calls. */
  readonly nextAt: number;
  /** Shortest time that the service took to respond. */
  readonly roundTripMs: number;
}

/** The pace of a limit that nothing is known about. */
export const UNKNOWN_PACE: Pace = {
  rate: null,
  refusedRate: null,
  changedAt: 0,
  reachedAt: 0,
  heldFrom: null,
  heldUntil: 0,
  hintedUntil: 0,
  episodeFrom: 0,
  holdMs: 0,
  releasedAt: NEVER,
  admitted: 0,
  admittedFrom: 0,
  counted: 0,
  countedFrom: 0,
  earlier: 0,
  earlierFrom: 0,
  windowFrom: NEVER,
  windowCalls: 0,
  previousCalls: 0,
  lastAt: NEVER,
  nextAt: 0,
  roundTripMs: 60_000,
};

/** Returns when the next call may be sent: now, in the past, or later. Apply {@link advanced} first. */
export function permittedAt(pace: Pace): number {
  if (pace.heldFrom !== null) return pace.heldUntil;
  return Math.max(pace.nextAt, pace.releasedAt, windowEnd(pace));
}

/** Applies what the passing of time changes: a hold ends, or the rate is raised after a calm period, or forgotten. */
export function advanced(pace: Pace, now: number): Pace {
  if (pace.heldFrom !== null) return now < pace.heldUntil ? pace : released(pace, pace.heldFrom);
  const { rate, holdMs } = pace;
  if (rate === null) return pace;
  if (windowEnd(pace) > now) {
    const isGuess = pace.refusedRate === null;
    const calmMs = isGuess ? holdMs / 2 : Math.max(CALM_HOLDS * holdMs, CALM_CALLS / rate);
    if (now - pace.changedAt < calmMs) return { ...pace, reachedAt: now };
    return { ...pace, reachedAt: now, rate: rate * (isGuess ? FIRST_RAISE : RAISE), changedAt: now };
  }
  const isUnused = now - Math.max(pace.reachedAt, pace.releasedAt) > Math.max(FORGET_MS, 30 * holdMs);
  return isUnused ? { ...UNKNOWN_PACE, roundTripMs: pace.roundTripMs } : pace;
}

/**
 * Records a call that is sent.
 *
 * @param leastMs - Least time until the next call, because of a limit that is known.
 */
export function sent(pace: Pace, now: number, leastMs: number = 0): Pace {
  const windowMs = windowMsOf(pace);
  const gapMs = now - Math.max(pace.lastAt, pace.releasedAt);
  const isGap = gapMs > Math.max(GAP_MS, pace.rate === null ? 0 : 2 * windowMs);
  const { windowCalls, windowFrom } = pace;
  const window =
    // As in `windowEnd`, so that rounding makes no difference.
    now < windowFrom + windowMs
      ? { windowCalls: windowCalls + 1 }
      : { windowFrom: now, windowCalls: 1, previousCalls: now < windowFrom + 2 * windowMs ? windowCalls : 0 };
  return {
    ...pace,
    ...window,
    ...(isGap && { admittedFrom: now, counted: 0, earlier: 0 }),
    admitted: isGap ? 1 : pace.admitted + 1,
    lastAt: now,
    nextAt: Math.max(pace.nextAt, now - CATCH_UP_MS) + Math.max(leastMs, spacing(pace, now)),
  };
}

/** Records how long the service took to respond. */
export function responded(pace: Pace, roundTripMs: number): Pace {
  return roundTripMs < pace.roundTripMs ? { ...pace, roundTripMs: Math.max(1, roundTripMs) } : pace;
}

/** A 429 with a hint. */
export interface Refusal {
  /** When the call was sent. */
  readonly sentAt: number;
  /** How long the service asks to wait. */
  readonly hintMs: number;
  /** A number from 0 to less than 1, to spread clients that are refused together. */
  readonly random: number;
}

/** Records a 429, in response to a call that was recorded by {@link sent}. */
export function refused(pace: Pace, { sentAt, hintMs, random }: Refusal, now: number): Pace {
  return {
    ...pace,
    ...without(pace, sentAt),
    heldFrom: pace.heldFrom ?? now,
    hintedUntil: Math.max(pace.hintedUntil, now + hintMs),
    heldUntil: Math.max(pace.heldUntil, now + hintWaitMs(hintMs, random)),
  };
}

/**
 * Returns how long to wait for a hint: up to a quarter longer, and at most ten seconds, so that clients that were refused together
 * return spread out.
 *
 * @param random - A number from 0 to less than 1.
 */
export function hintWaitMs(hintMs: number, random: number): number {
  return hintMs + random * Math.min(hintMs / 4, MAX_SPREAD_MS);
}

/** A refused call was not admitted in the period in which it was sent. */
function without(pace: Pace, sentAt: number): Partial<Pace> {
  const { admitted, counted, earlier, windowCalls, previousCalls } = pace;
  const window =
    sentAt >= pace.windowFrom
      ? { windowCalls: Math.max(0, windowCalls - 1) }
      : { previousCalls: Math.max(0, previousCalls - 1) };
  if (sentAt >= pace.admittedFrom) return { ...window, admitted: Math.max(0, admitted - 1) };
  return counted > 0 ? { counted: counted - 1 } : { earlier: Math.max(0, earlier - 1) };
}

/** Ends a hold, and measures the rate that the service admitted before it. */
function released(pace: Pace, heldFrom: number): Pace {
  const isFirst = pace.rate === null;
  // A hold after which nothing was admitted had a hint that was too short: the next one continues it.
  const isNew = isFirst || pace.admitted > 0 || pace.admittedFrom > pace.releasedAt;
  const episodeFrom = isNew ? heldFrom : pace.episodeFrom;
  const holdMs = pace.hintedUntil - episodeFrom;
  const counted = pace.counted + (isNew ? pace.admitted : 0);
  const countedFrom = pace.counted === 0 && isNew ? pace.admittedFrom : pace.countedFrom;
  const calls = pace.earlier + counted;
  const from = pace.earlier > 0 ? pace.earlierFrom : countedFrom;
  // Correct if the hint is the length of a window, or the time in which a bucket fills; too high if it is the rest of a window.
  const recent = isNew && !isFirst ? recentCalls(pace, episodeFrom, holdMs) : 0;
  const before =
    recent >= MEASURED_CALLS
      ? recent / Math.max(episodeFrom - pace.windowFrom, holdMs)
      : calls / Math.max(episodeFrom - from, holdMs);
  // Correct if the hint is the time until there is room; too low if it is longer.
  const throughout = isFirst ? 0 : calls / (pace.hintedUntil - from);
  const isComplete = counted >= MEASURED_CALLS;
  const refusedRate = isNew ? pace.rate : pace.refusedRate;
  const rate =
    refusedRate === null
      ? before
      : Math.min(refusedRate, Math.max(throughout, Math.min(before, LOWER * refusedRate)));
  return {
    ...pace,
    // Nothing was admitted before the first refusal.
    rate: rate > 0 ? rate : 1 / holdMs,
    refusedRate,
    changedAt: pace.heldUntil,
    heldFrom: null,
    episodeFrom,
    holdMs,
    releasedAt: pace.heldUntil,
    admitted: 0,
    admittedFrom: pace.heldUntil,
    counted: isComplete ? 0 : counted,
    countedFrom,
    earlier: isComplete ? counted : pace.earlier,
    earlierFrom: isComplete ? countedFrom : pace.earlierFrom,
    windowFrom: NEVER,
    windowCalls: 0,
    previousCalls: 0,
  };
}

/** Estimates the calls in the time before a hold that was as long as the hold. */
function recentCalls(
  { windowFrom, windowCalls, previousCalls }: Pace,
  heldFrom: number,
  holdMs: number,
): number {
  return windowCalls + previousCalls * Math.max(0, 1 - (heldFrom - windowFrom) / holdMs);
}

/** Number of calls of a window. */
function windowCallsOf({ holdMs, rate }: Pace): number {
  return rate === null ? Infinity : Math.max(1, Math.floor(rate * holdMs + ROUNDING_ERROR));
}

/** Length of a window; unlimited while the rate is unknown. */
function windowMsOf(pace: Pace): number {
  const windowMs = windowCallsOf(pace) / (pace.rate ?? 1);
  return windowMs > ALMOST * pace.holdMs ? Math.max(windowMs, pace.holdMs) : windowMs;
}

/** Returns when the next window starts if the current one is used up, else 0. */
function windowEnd(pace: Pace): number {
  return pace.windowCalls < windowCallsOf(pace) ? 0 : pace.windowFrom + windowMsOf(pace);
}

/** Returns the time between two calls after a refusal. */
function spacing({ rate, refusedRate, roundTripMs, releasedAt, holdMs }: Pace, now: number): number {
  if (rate === null) return 0;
  // One call in the first round trip and twice as many in each following one, so that a hint that was too short costs few.
  const slowStart = roundTripMs / 2 ** ((now - releasedAt) / roundTripMs);
  const inDoubt =
    refusedRate === null ? roundTripMs / IN_DOUBT / 2 ** ((now - releasedAt) / (4 * holdMs)) : 0;
  return Math.max(1 / (FRONT * rate), slowStart, inDoubt);
}
