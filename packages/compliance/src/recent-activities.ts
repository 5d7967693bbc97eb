/** Remembers the activities that a tail has emitted last, within a bound. */
import { filterDigest } from '@parlance/core-transport/internal';
import type { Activity } from '@parlance/schemas/compliance';
import { instantMs, type ActivityTailCheckpoint, type TailStart } from './activity-tail-options.js';
import { timeMs } from './activity-windows.js';

/** With more, a checkpoint could exceed 9 kB. In denser logs, less than `lagMs` is remembered. */
const MAX_RECENT = 500;

/**
 * The activities that were emitted during the last `lagMs`. Memory and checkpoint have the same content, so that a tail
 * that is resumed detects the same late activities.
 */
export class RecentActivities {
  readonly #lagMs: number;
  /** Digests, with the times of the activities. */
  readonly #times: Map<string, number>;
  #fromMs: number;

  /**
   * @param start - Where the tail starts.
   * @param lagMs - How long activities are remembered.
   */
  constructor({ since, recent }: TailStart, lagMs: number) {
    const sinceMs = instantMs(since);
    this.#lagMs = lagMs;
    // A checkpoint does not have the times: the first window reads them again.
    this.#times = new Map(recent?.digests.map((digest) => [digest, sinceMs]));
    this.#fromMs = recent?.from ?? sinceMs + 1;
  }

  /** All emitted activities from this time on are remembered, in milliseconds since 1970. */
  get fromMs(): number {
    return this.#fromMs;
  }

  /** The part of the checkpoint. */
  get checkpoint(): ActivityTailCheckpoint['recent'] {
    return { from: this.#fromMs, digests: [...this.#times.keys()] };
  }

  /** Returns whether an activity has been emitted. */
  has(activity: Activity): boolean {
    return this.#times.has(digestOf(activity));
  }

  /** Remembers an activity that is emitted, and forgets those that are too old by then, or too many. */
  add(activity: Activity, atMs: number): void {
    this.#times.set(digestOf(activity), timeMs(activity) ?? atMs);
    for (const [digest, ms] of this.#times) {
      if (ms >= atMs - this.#lagMs && this.#times.size <= MAX_RECENT) return;
      this.#times.delete(digest);
      this.#fromMs = Math.max(this.#fromMs, ms + 1);
    }
  }
}

/** An activity without an id is known by its content. */
function digestOf(activity: Activity): string {
  return filterDigest(activity.id ?? activity);
}
