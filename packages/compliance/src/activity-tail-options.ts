import type { CallOptions, ParlanceError } from '@parlance/core-transport';
import {
  checkCallOptions,
  checkRecord,
  finiteDuration,
  isA,
  must,
  ownCheckpoint,
  requireObject,
  wrong,
} from '@parlance/core-transport/internal';

/**
 * A point from which any process can resume a tail. Store it as JSON of at most 9 kB. Only valid for the same filters.
 */
export interface ActivityTailCheckpoint {
  /** Always `activities.tail`. */
  readonly operation: 'activities.tail';
  /** Digest of the filters. */
  readonly filters: string;
  /** RFC 3339 time before which all activities have been emitted. */
  readonly since: string;
  /** Number of activities at or after `since` that have been emitted as well. */
  readonly skip: number;
  /**
   * The activities that were emitted last, from which a resumed tail knows which ones became visible late. `from` is in
   * milliseconds since 1970: `digests` has those of all emitted activities from then on, at most 500.
   */
  readonly recent?: { readonly from: number; readonly digests: readonly string[] } | undefined;
}

/** Passed to `onWaiting` when the service is unavailable and the tail waits before it retries. */
export interface ActivityTailWaiting {
  /** The error of the last request: a `ConnectionError`, a `RateLimitError` or a `ServerError`. */
  readonly error: ParlanceError;
  /** Number of consecutive failures, starting at 1. The client had already retried each of them. */
  readonly failures: number;
  /** Time until the next request, in milliseconds. */
  readonly waitMs: number;
}

/** Options of a tail. */
export interface ActivityTailOptions extends CallOptions {
  /**
   * RFC 3339 time to start at, or the checkpoint of an earlier tail. Activities before that are not emitted. Defaults
   * to the current time.
   */
  readonly resumeFrom?: string | ActivityTailCheckpoint | null | undefined;
  /**
   * RFC 3339 time to end at, exclusive. The tail ends once all earlier activities have been emitted. Defaults to
   * never.
   */
  readonly until?: string | undefined;
  /**
   * How late an activity may become visible, in milliseconds. Activities are emitted once they are this old. Defaults to
   * 60,000.
   */
  readonly lagMs?: number | undefined;
  /** Polling interval once the tail has caught up, in milliseconds. Defaults to 10,000. */
  readonly intervalMs?: number | undefined;
  /**
   * Called when the tail has caught up, that is, has emitted all activities older than `lagMs`: once after the
   * backlog, and again after each outage of the service.
   */
  readonly onCaughtUp?: ((checkpoint: ActivityTailCheckpoint) => void) | undefined;
  /**
   * Called when the service is unavailable and the tail waits before it retries. Without a `signal`, it retries
   * indefinitely.
   */
  readonly onWaiting?: ((waiting: ActivityTailWaiting) => void) | undefined;
}

/** Where a tail starts. */
export type TailStart = Pick<ActivityTailCheckpoint, 'since' | 'skip' | 'recent'>;

/** The checked options of a tail. */
export interface TailSettings {
  readonly start: TailStart;
  /** Milliseconds since 1970; `Infinity` for a tail without end. */
  readonly untilMs: number;
  readonly lagMs: number;
  readonly intervalMs: number;
  readonly onCaughtUp: (checkpoint: ActivityTailCheckpoint) => void;
  readonly onWaiting: (waiting: ActivityTailWaiting) => void;
  readonly call: CallOptions;
}

/**
 * Checks the options of a tail and applies the defaults.
 *
 * @param options - The options.
 * @param context - Digest of the filters, and the current time in milliseconds since 1970.
 * @throws `ConfigError` Names the first option that is invalid or unknown.
 */
export function tailSettings(
  options: ActivityTailOptions,
  { filters, nowMs }: { readonly filters: string; readonly nowMs: number },
): TailSettings {
  requireObject('options', options);
  const { resumeFrom, until, lagMs = 60_000, intervalMs = 10_000, ...others } = options;
  const { onCaughtUp = () => undefined, onWaiting = () => undefined, ...call } = others;
  checkCallOptions(call, 'call');
  checkRecord(
    '',
    { lagMs, intervalMs, onCaughtUp, onWaiting, until },
    {
      lagMs: finiteDuration,
      intervalMs: finiteDuration,
      onCaughtUp: isA('function'),
      onWaiting: isA('function'),
      until: must('an RFC 3339 time, e.g. 2026-06-01T00:00:00Z', isTime),
    },
  );
  const untilMs = until === undefined ? Infinity : instantMs(until);
  const start = startOf(resumeFrom ?? new Date(nowMs).toISOString(), filters);
  return { start, untilMs, lagMs, intervalMs, onCaughtUp, onWaiting, call };
}

const CHECKPOINT = { since: '', skip: 0, 'recent?': { from: 0, digests: [''] } };

function startOf(resumeFrom: string | ActivityTailCheckpoint, filters: string): TailStart {
  const own = { operation: 'activities.tail', filters } as const;
  const start =
    typeof resumeFrom === 'string'
      ? { since: resumeFrom, skip: 0 }
      : ownCheckpoint(resumeFrom, own, CHECKPOINT);
  if (!isTime(start?.since) || !(start.skip >= 0))
    throw wrong(
      'resumeFrom',
      'must be an RFC 3339 time, e.g. 2026-06-01T00:00:00Z, or a checkpoint of activities.tail',
    );
  return start;
}

// Shorter than the pattern of the contract, which bundles would need only for this. The service rejects the rest.
function isTime(value: unknown): value is string {
  const [, day] =
    /^(\d{4}-\d\d-\d\d)T\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/i.exec(String(value)) ?? [];
  const isDay = day !== undefined && new Date(day).toJSON()?.startsWith(day);
  return isDay === true && !Number.isNaN(instantMs(value as string));
}

/** Converts an RFC 3339 time, which may be a leap second, to milliseconds since 1970. */
export function instantMs(time: string): number {
  const withoutLeap = time.toUpperCase().replace(/(?<=^.{16}:)60/, '59');
  return Date.parse(withoutLeap) + (withoutLeap === time.toUpperCase() ? 0 : 1000);
}
