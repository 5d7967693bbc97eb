/** Which permits a process receives. Pure functions over the state that all processes share. */
import type { CallPriority } from '@parlance/core-transport';

/** Requests per minute before a response has reported the limit, if no bound is set. */
const ASSUMED_REQUESTS_PER_MINUTE = 300;

/** Part of the limit that is used, so that small differences between clocks of client and service do no harm. */
const HEADROOM = 0.98;

/** For how long a process reserves permits at a time. */
const LEASE_MS = 500;

/** Permits that nobody used in time can be used this much later, so that a late timer costs no throughput. */
const CATCH_UP_MS = 250;

/** How much earlier than others interactive requests are sent, by delaying later permits. */
const INTERACTIVE_LEAD_MS = 1_000;

/** How long bulk requests wait for a process that has more urgent ones. */
const BUSY_MS = 1_000;

/** Times of processes that waited for each other's transactions differ by less. */
const CLOCK_TOLERANCE_MS = 1_000;

/** After a 429 the pace is reduced, because other tools use the same limit; it recovers over time. */
const SLOWDOWN = 0.9;
const SLOWEST_PACE = 0.1;
const RECOVERY_PER_MS = 0.01 / 1_000;

/** State of a limit. Times are milliseconds by the database's clock. */
export interface LimitState {
  /** Requests per minute; null until a response has reported them. */
  readonly requestsPerMinute: number | null;
  /** Part of the limit in use after 429s, up to 1. */
  readonly pace: number;
  /** When `pace` was set. */
  readonly pacedAt: number;
  /** When the next permit is free. */
  readonly nextAt: number;
  /** No request is sent before this time. */
  readonly pausedUntil: number;
  /** Until when more urgent requests than bulk are waiting somewhere. */
  readonly busyUntil: number;
}

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

/** Permits at fixed times, relative to the grant. */
export interface Grant {
  /** Number of permits; 0 if the process has to ask again after `waitMs`. */
  readonly permits: number;
  /** Milliseconds until the first permit can be used. */
  readonly waitMs: number;
  /** Milliseconds between permits. */
  readonly intervalMs: number;
}

/** Grants the next permits. */
export function grantPermits(
  stored: LimitState,
  request: LeaseRequest,
  now: number,
): { readonly state: LimitState; readonly grant: Grant } {
  const state = afterClockChange(stored, now);
  const pace = recovered(state, now);
  const intervalMs = intervalOf(state, request, pace);
  if (request.priority === 'bulk' && state.busyUntil > now) {
    return { state, grant: { permits: 0, waitMs: state.busyUntil - now, intervalMs } };
  }
  const permits = Math.max(1, Math.min(request.waiting, Math.floor(LEASE_MS / intervalMs)));
  const leadMs = request.priority === 'interactive' ? INTERACTIVE_LEAD_MS : 0;
  const nextAt = Math.max(state.nextAt, now - CATCH_UP_MS, state.pausedUntil);
  const startAt = Math.max(nextAt - leadMs, now - CATCH_UP_MS, state.pausedUntil);
  const isUrgent = request.priority !== 'bulk' && request.waiting > permits;
  return {
    state: {
      ...state,
      pace,
      pacedAt: now,
      nextAt: nextAt + permits * intervalMs,
      busyUntil: isUrgent ? now + BUSY_MS : state.busyUntil,
    },
    grant: { permits, waitMs: startAt - now, intervalMs },
  };
}

/** Pauses all processes after a 429. Of several for the same cause, only the first reduces the pace. */
export function pauseFor(stored: LimitState, pauseMs: number, now: number): LimitState {
  const state = afterClockChange(stored, now);
  const pausedUntil = Math.max(state.pausedUntil, now + pauseMs);
  if (state.pausedUntil > now) return { ...state, pausedUntil };
  return {
    ...state,
    pausedUntil,
    pace: Math.max(SLOWEST_PACE, recovered(state, now) * SLOWDOWN),
    pacedAt: now,
  };
}

/** Moves all times back with the clock, if it was set back, so that nobody waits for the difference. */
function afterClockChange(state: LimitState, now: number): LimitState {
  const backMs = state.pacedAt - now;
  if (backMs <= CLOCK_TOLERANCE_MS) return state;
  return {
    ...state,
    pacedAt: now,
    nextAt: state.nextAt - backMs,
    pausedUntil: state.pausedUntil - backMs,
    busyUntil: state.busyUntil - backMs,
  };
}

function recovered({ pace, pacedAt }: LimitState, now: number): number {
  return Math.min(1, pace + Math.max(0, now - pacedAt) * RECOVERY_PER_MS);
}

function intervalOf({ requestsPerMinute }: LimitState, request: LeaseRequest, pace: number): number {
  const bound = request.requestsPerMinute;
  const limit = Math.min(requestsPerMinute ?? bound ?? ASSUMED_REQUESTS_PER_MINUTE, bound ?? Infinity);
  return 60_000 / (limit * (1 - request.reserve) * HEADROOM * pace);
}
