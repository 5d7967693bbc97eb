/** Which permits a process receives. Pure functions over the state that all processes share. */
import type { CallPriority } from '@parlance/core-transport';
import {
  advanced,
  permittedAt,
  refused,
  responded,
  sent,
  UNKNOWN_PACE,
  type Pace,
} from '@parlance/core-transport/internal';

/** Requests per minute before a response has reported the limit, if no bound is set. */
const ASSUMED_REQUESTS_PER_MINUTE = 300;

/** Part of the limit that is used, so that small differences between clocks of client and service do no harm. */
const HEADROOM = 0.98;

/** For how long a process reserves permits at a time. */
const LEASE_MS = 500;

/**
 * Permits of this time are reserved even if fewer requests wait, so that a limit of many thousands a minute does not cost a transaction for
 * each request. Those that nobody uses are lost.
 */
const AHEAD_MS = 10;

/** Permits that nobody used in time can be used this much later, so that a late timer costs no throughput. */
const CATCH_UP_MS = 250;

/** How much earlier than others interactive requests are sent, by delaying later permits. */
const INTERACTIVE_LEAD_MS = 1_000;

/** How long bulk requests wait for a process that has more urgent ones. */
const BUSY_MS = 1_000;

/** Times of processes that waited for each other's transactions differ by less. */
const CLOCK_TOLERANCE_MS = 1_000;

/** State of a limit. Times are milliseconds since 1970. */
export interface LimitState {
  /** Requests per minute; null until a response has reported them. */
  readonly requestsPerMinute: number | null;
  /** What 429s have revealed, and when the next request may be sent. */
  readonly pace: Pace;
  /** Until when more urgent requests than bulk are waiting somewhere. */
  readonly busyUntil: number;
  /** When the state was changed last. */
  readonly savedAt: number;
  /** How far these times are ahead of the database's clock: by how much it was set back, so that nobody waits for the difference. */
  readonly aheadMs: number;
}

/** The state of a limit that nothing is known about. */
export const UNKNOWN_LIMIT: LimitState = {
  requestsPerMinute: null,
  pace: UNKNOWN_PACE,
  busyUntil: 0,
  savedAt: 0,
  aheadMs: 0,
};

/** What a process asks for. */
export interface LeaseRequest {
  /** Highest class of its waiting requests. Those that have waited long count as a higher class. */
  readonly priority: CallPriority;
  /** Number of its waiting requests of this class, from 1. */
  readonly waiting: number;
  /** Part of the limit that is left to other tools, from 0 to below 1. */
  readonly reserve: number;
  /** Upper bound on the limit; null if only the service's own counts. */
  readonly requestsPerMinute: number | null;
}

/** Permits at fixed times. */
export interface Grant {
  /** When each permit can be used, in milliseconds after the grant; empty if the process has to ask again. */
  readonly permits: readonly number[];
  /** Milliseconds until it asks again. */
  readonly waitMs: number;
}

/** Grants the next permits at a time of the database's clock. */
export function grantPermits(
  stored: LimitState,
  request: LeaseRequest,
  clock: number,
): { readonly state: LimitState; readonly grant: Grant } {
  const current = atTime(stored, clock);
  const now = current.savedAt;
  const state = { ...current, pace: advanced(current.pace, now) };
  const isBusy = request.priority === 'bulk' && state.busyUntil > now;
  const heldMs = state.pace.heldFrom === null ? 0 : state.pace.heldUntil - now;
  const waitMs = Math.max(heldMs, isBusy ? state.busyUntil - now : 0);
  if (waitMs > 0) return { state, grant: { permits: [], waitMs } };
  const { pace, permits } = nextPermits(state.pace, request, { intervalMs: intervalOf(state, request), now });
  const isUrgent = request.priority !== 'bulk' && request.waiting > permits.length;
  const busyUntil = isUrgent ? now + BUSY_MS : state.busyUntil;
  return { state: { ...state, pace, busyUntil }, grant: { permits, waitMs: 0 } };
}

function nextPermits(
  before: Pace,
  { priority, waiting }: LeaseRequest,
  { intervalMs, now }: { readonly intervalMs: number; readonly now: number },
): { readonly pace: Pace; readonly permits: readonly number[] } {
  let pace = before;
  const times: number[] = [];
  let reservedMs: number;
  do {
    const at = Math.max(permittedAt(pace), now - CATCH_UP_MS);
    pace = sent(pace, at, intervalMs);
    times.push(at - now);
    reservedMs = pace.nextAt - now - (times[0] ?? 0);
  } while (reservedMs <= (times.length < waiting ? LEASE_MS : AHEAD_MS) - intervalMs);
  const leadMs = priority === 'interactive' ? INTERACTIVE_LEAD_MS : 0;
  const earlierMs = Math.min(leadMs, (times[0] ?? 0) + CATCH_UP_MS);
  return { pace, permits: times.map((time) => time - earlierMs) };
}

/** A 429 that a process received. */
export interface LimitRefusal {
  /** How long ago the request was sent. */
  readonly sentAgoMs: number;
  /** How long the service asks to wait. */
  readonly hintMs: number;
  /** A number from 0 to less than 1. */
  readonly random: number;
}

/** Holds all processes back after a 429. */
export function holdAfter(
  stored: LimitState,
  { sentAgoMs, hintMs, random }: LimitRefusal,
  clock: number,
): LimitState {
  const state = atTime(stored, clock);
  const now = state.savedAt;
  const pace = responded(advanced(state.pace, now), sentAgoMs);
  return { ...state, pace: refused(pace, { sentAt: now - sentAgoMs, hintMs, random }, now) };
}

/** Returns for how long all processes are held back, in milliseconds; 0 or less if they are not. */
export function heldMs(state: LimitState, clock: number): number {
  return state.pace.heldUntil - atTime(state, clock).savedAt;
}

function atTime(state: LimitState, clock: number): LimitState {
  const now = clock + state.aheadMs;
  const backMs = state.savedAt - now;
  if (backMs <= CLOCK_TOLERANCE_MS) return { ...state, savedAt: now };
  return { ...state, aheadMs: state.aheadMs + backMs };
}

function intervalOf({ requestsPerMinute }: LimitState, request: LeaseRequest): number {
  const bound = request.requestsPerMinute;
  const limit = Math.min(requestsPerMinute ?? bound ?? ASSUMED_REQUESTS_PER_MINUTE, bound ?? Infinity);
  return 60_000 / (limit * (1 - request.reserve) * HEADROOM);
}
