import { AbortedError, ApiError, ConnectionError, CursorRefusedError } from '@parlance/core-transport';
import type { Clock, ParlanceError, ResponseFacts } from '@parlance/core-transport';
import { filterDigest, systemClock, wait } from '@parlance/core-transport/internal';
import { listActivities, type Activity, type ActivityListParams } from '@parlance/schemas/compliance';
import { instantMs, tailSettings } from './activity-tail-options.js';
import type { ActivityTailCheckpoint, ActivityTailOptions, TailSettings } from './activity-tail-options.js';
import { ActivityWindows, timeMs, type ActivityWindow, type ListActivities } from './activity-windows.js';
import { RecentActivities } from './recent-activities.js';
import { rejectParams } from './reject-params.js';

/** Filters of a tail. */
export type ActivityTailParams = Omit<ActivityListParams, 'created_at' | 'after_id' | 'before_id'>;

/** The activities of one time window, with the status, headers and request id of the response. */
export interface ActivityTailPage extends ResponseFacts {
  /** The activities, oldest first. Empty if nothing happened. */
  readonly data: Activity[];
  /** How many of them, at the start of `data`, became visible more than `lagMs` late. */
  readonly lateCount: number;
  /** Checkpoint after this page. */
  readonly checkpoint: ActivityTailCheckpoint;
}

/** Constructor argument of an {@link ActivityTail}. */
export interface ActivityTailParts {
  /** Filters. */
  readonly params: ActivityTailParams;
  /** Options of the tail. */
  readonly options: ActivityTailOptions;
  /** Source of time and timers. Defaults to the system clock. */
  readonly clock?: Pick<Clock, 'wallNow' | 'setTimer' | 'clearTimer'> | undefined;
}

const OPERATION = 'activities.tail';
const OWN_PARAMS = ['created_at', 'after_id', 'before_id'];
const FIRST_WAIT_MS = 1000;
const MAX_WAIT_MS = 60_000;

/**
 * The audit log as it grows, oldest activity first. `for await` yields each activity once, {@link ActivityTail.pages}
 * yields pages. The tail ends at `until`, when you leave the loop, when the signal is aborted, or with a permanent
 * error.
 *
 * The tail stays `lagMs` behind the current time, so that activities that become visible up to `lagMs` late are still
 * in order. It also rechecks the last `lagMs` before each window, and when it is resumed, and emits activities that were even
 * later, out of order.
 */
export class ActivityTail implements AsyncIterable<Activity> {
  readonly #windows: ActivityWindows;
  readonly #settings: TailSettings;
  readonly #filters: string;
  readonly #clock: Pick<Clock, 'wallNow' | 'setTimer' | 'clearTimer'>;
  readonly #recent: RecentActivities;
  /** With `#skip`, the checkpoint. */
  #since: string;
  #skip: number;
  #lateCount = 0;
  /** Whether the next window is the first one after a checkpoint. */
  #isResumed: boolean;
  #isCaughtUp = false;
  /** How far the clock of the service is behind the local one. */
  #behindMs = 0;

  /**
   * @param list - Lists activities.
   * @param parts - Filters and options.
   * @throws `ConfigError` For an invalid or unknown option, or a checkpoint of another list.
   * @internal
   */
  constructor(list: ListActivities, { params, options, clock = systemClock }: ActivityTailParts) {
    rejectParams(params, OPERATION, listActivities, OWN_PARAMS);
    const { limit: _limit, ...filters } = params;
    this.#filters = filterDigest(filters);
    this.#settings = tailSettings(options, { filters: this.#filters, nowMs: clock.wallNow() });
    this.#windows = new ActivityWindows(list, params, this.#settings.call);
    this.#clock = clock;
    this.#since = this.#settings.start.since;
    this.#skip = this.#settings.start.skip;
    this.#isResumed = this.#settings.start.recent !== undefined;
    this.#recent = new RecentActivities(this.#settings.start, this.#settings.lagMs);
  }

  /** Checkpoint after the last activity or page that was yielded. Save it after processing that activity or page. */
  get checkpoint(): ActivityTailCheckpoint {
    const { checkpoint: recent } = this.#recent;
    return { operation: OPERATION, filters: this.#filters, since: this.#since, skip: this.#skip, recent };
  }

  /** Number of activities that became visible more than `lagMs` late. If it grows, increase `lagMs`. */
  get lateCount(): number {
    return this.#lateCount;
  }

  /** Yields the activities, oldest first. */
  async *[Symbol.asyncIterator](): AsyncGenerator<Activity, undefined> {
    for (let window = await this.#next(); window !== undefined; window = await this.#next()) {
      for (const activity of window.late) {
        this.#passLate(activity);
        yield activity;
      }
      for (const activity of window.activities) {
        this.#pass(activity);
        yield activity;
      }
      this.#finish(window);
    }
  }

  /** Yields a page for each window of time, including empty ones: at least one every `intervalMs`. */
  async *pages(): AsyncGenerator<ActivityTailPage, undefined> {
    for (let window = await this.#next(); window !== undefined; window = await this.#next()) {
      const { late, activities, status, headers, requestId } = window;
      for (const activity of late) this.#passLate(activity);
      for (const activity of activities) this.#pass(activity);
      this.#finish(window);
      const data = [...late, ...activities];
      yield { data, lateCount: late.length, checkpoint: this.checkpoint, status, headers, requestId };
    }
  }

  /** Returns the next window once it can be read; undefined at the end. */
  async #next(): Promise<TailWindow | undefined> {
    const { untilMs, lagMs, intervalMs } = this.#settings;
    for (;;) {
      const fromMs = instantMs(this.#since);
      if (fromMs >= untilMs) return undefined;
      if (this.#isCaughtUp)
        await this.#wait(Math.min(intervalMs, Math.max(untilMs + lagMs - this.#now(), 1)));
      const endMs = Math.min(this.#now() - lagMs, untilMs);
      const window = endMs > fromMs ? await this.#available(fromMs, endMs) : undefined;
      if (window !== undefined) return window;
      this.#caughtUp();
    }
  }

  /**
   * Reads a window, waiting while the service is unavailable; undefined if its clock has not reached the window yet.
   */
  async #available(fromMs: number, endMs: number): Promise<TailWindow | undefined> {
    for (let failures = 1; ; failures += 1) {
      try {
        return await this.#read(fromMs, endMs);
      } catch (error) {
        if (!isTemporary(error)) throw error;
        this.#isCaughtUp = false;
        this.#windows.failed();
        const hint = ApiError.is(error) ? error.retryAfterMs : null;
        const waitMs = hint ?? Math.min(FIRST_WAIT_MS * 2 ** (failures - 1), MAX_WAIT_MS);
        this.#settings.onWaiting({ error, failures, waitMs });
        await this.#wait(waitMs);
      }
    }
  }

  async #read(fromMs: number, endMs: number): Promise<TailWindow | undefined> {
    const recheckMs = Math.max(this.#recent.fromMs, fromMs - this.#settings.lagMs);
    let earlier: readonly Activity[] = [];
    if (recheckMs < fromMs && (this.#isCaughtUp || this.#isResumed)) {
      const from = new Date(recheckMs).toISOString();
      // A tail that was stopped for long has too much to read for one page.
      const span = { from, fromMs: recheckMs, endMs: this.#isCaughtUp ? endMs : fromMs };
      const whole = await this.#windows.readWhole(span);
      if (this.#isCaughtUp && whole !== undefined) return this.#settle(whole, fromMs, endMs);
      earlier = whole?.activities ?? [];
    }
    const window = await this.#windows.read({ from: this.#since, fromMs, endMs });
    // Emitted activities that are not remembered are counted.
    const rest = this.#recent.fromMs > fromMs ? window.activities.slice(this.#skip) : window.activities;
    return this.#settle({ ...window, activities: [...earlier, ...rest] }, fromMs, endMs);
  }

  /** Separates late activities, and drops activities that are too recent by the clock of the service. */
  #settle(window: ActivityWindow, fromMs: number, latestMs: number): TailWindow | undefined {
    const serviceMs = Date.parse(window.headers['date'] ?? '');
    if (!Number.isNaN(serviceMs)) this.#behindMs = Math.max(0, this.#clock.wallNow() - serviceMs);
    const endMs = Math.min(window.endMs, this.#now() - this.#settings.lagMs);
    if (endMs <= fromMs) return undefined;
    const atMs = (activity: Activity): number => timeMs(activity) ?? fromMs;
    const read = window.activities.filter((activity) => atMs(activity) < endMs);
    const isNew = (activity: Activity): boolean => atMs(activity) > fromMs || !this.#recent.has(activity);
    const late = read.filter((activity) => atMs(activity) < fromMs && isNew(activity));
    const activities = read.filter((activity) => atMs(activity) >= fromMs && isNew(activity));
    return { ...window, read, late, activities, endMs, isLatest: endMs >= latestMs || endMs < window.endMs };
  }

  /** Moves the checkpoint past an activity. */
  #pass(activity: Activity): void {
    this.#recent.add(activity, timeMs(activity) ?? instantMs(this.#since));
    if ((timeMs(activity) ?? 0) > instantMs(this.#since)) {
      this.#since = activity.created_at as string;
      this.#skip = 1;
    } else this.#skip += 1;
  }

  #passLate(activity: Activity): void {
    this.#recent.add(activity, instantMs(this.#since));
    this.#lateCount += 1;
  }

  /** Moves the checkpoint past a window. */
  #finish({ read, endMs, isLatest }: TailWindow): void {
    // Those of a checkpoint have no times yet.
    for (const activity of read) this.#recent.add(activity, endMs);
    this.#since = new Date(endMs).toISOString();
    this.#skip = 0;
    this.#isResumed = false;
    if (isLatest) this.#caughtUp();
  }

  #caughtUp(): void {
    if (this.#isCaughtUp) return;
    this.#isCaughtUp = true;
    this.#settings.onCaughtUp(this.checkpoint);
  }

  #now(): number {
    return this.#clock.wallNow() - this.#behindMs;
  }

  /** Waits; rejects when the signal is aborted. */
  async #wait(ms: number): Promise<void> {
    const { signal } = this.#settings.call;
    await wait(ms, signal, this.#clock);
    if (signal?.aborted === true)
      throw new AbortedError({ operation: OPERATION, attempts: [], requestId: null }, signal.reason);
  }
}

/** A window that is ready to be emitted. */
interface TailWindow extends ActivityWindow {
  /** All activities until its end, with those before it that were emitted already. */
  readonly read: readonly Activity[];
  /** Activities before the window that became visible after they should have been emitted. */
  readonly late: readonly Activity[];
  /** Whether later activities cannot be read yet. */
  readonly isLatest: boolean;
}

/** Returns whether an error may go away: the service is unavailable, or a cursor expired while a window was read. */
function isTemporary(error: unknown): error is ParlanceError {
  if (ConnectionError.is(error) || CursorRefusedError.is(error)) return true;
  return ApiError.is(error) && error.status !== null && (error.status === 429 || error.status >= 500);
}
