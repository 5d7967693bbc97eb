import { faster } from './pace.js';
import type { Pace } from './pace.js';
import { Refusals } from './refusals.js';
import { SendLog } from './send-log.js';
import type { Sent } from './send-log.js';

/** Calls are sent at up to this many times the pace, until the window is used up. */
const FRONT = 3;
/** A refusal reduces the pace to no less than this fraction. */
const LEAST = 0.5;
/** Factor by which the pace is raised after a period without refusals. */
const RAISE = 1.25;
/** Windows without a refusal before the pace is raised: initially, and after many refusals. */
const FEWEST_CALM = 4;
const MOST_CALM = 16;
const LEAST_CALM_MS = 3000;
/** How much timer lateness is compensated. */
const CATCH_UP_MS = 10;
/** A pace that has not been reached for this long is dropped. */
const FORGET_MS = 60_000;

/**
 * Learns the limit of a service that reports it only through 429 responses with a `retry-after` hint.
 *
 * A 429 holds all calls back for the duration of its hint. The number of calls admitted in the same duration before
 * the 429 is what the service admits per such window; this is true for fixed windows, sliding windows and token
 * buckets alike. Calls are then sent early in each window, spread over its first third, so that no capacity is left
 * unused at its end.
 *
 * The first count can be too low if other clients used part of the limit. The first window therefore tries twice as
 * many, and keeps doubling until it is refused. After that, the pace is raised a little now and then, less often
 * after each refusal.
 */
export class LearnedPace {
  readonly #log: SendLog = new SendLog();
  readonly #random: () => number;
  #refusals: Refusals;
  /** Undefined before the first refusal. */
  #pace: Pace | undefined;
  /** Whether the first count has been confirmed by a second refusal. */
  #isConfirmed = false;
  /** Whether calls may be sent at full pace, regardless of how many are in flight before a refusal arrives. */
  #isReliable = false;
  #calmWindows = FEWEST_CALM;
  #changedAt = -Infinity;
  /** When the window was last used up. */
  #reachedAt = -Infinity;
  /** Earliest time of the next call, to spread calls over the window. */
  #nextAt = -Infinity;

  constructor(random: () => number) {
    this.#random = random;
    this.#refusals = new Refusals(this.#log, random);
  }

  /** Returns how long a call must wait, in milliseconds. */
  delayMs(now: number): number {
    if (this.#refusals.isHolding) {
      const delay = this.#refusals.delayMs(now);
      if (delay > 0) return delay;
      this.#endHold();
    }
    if (this.#pace === undefined) return 0;
    let delay = this.#windowDelay(this.#pace, now);
    if (delay > 0) {
      this.#reachedAt = now;
      if (this.#isCalm(this.#pace, now)) delay = this.#windowDelay(this.#raise(this.#pace, now), now);
    }
    return Math.max(0, delay, this.#nextAt - now);
  }

  /** Records a call that is being sent. */
  sent(now: number): Sent {
    this.#forgetIfUnused(now);
    const pace = this.#pace;
    if (pace !== undefined) {
      const spread = pace.windowMs / (FRONT * pace.calls);
      // While the pace is uncertain, limit the calls in flight before a refusal can arrive.
      const least = this.#isReliable ? 0 : this.#refusals.roundTripMs / 4;
      this.#nextAt = Math.max(this.#nextAt, now - CATCH_UP_MS) + Math.max(spread, least);
    }
    return this.#log.add(now);
  }

  /** Records a 429 with its hint. */
  refused(sent: Sent, now: number, hintMs: number): void {
    this.#log.remove(sent);
    this.#refusals.add(sent.at, now, hintMs);
  }

  #endHold(): void {
    const { pace, isNew, isRare } = this.#refusals.endHold();
    if (isNew && this.#pace !== undefined) {
      this.#isConfirmed = true;
      this.#calmWindows = Math.min(2 * this.#calmWindows, MOST_CALM);
    }
    if (isNew) this.#isReliable = this.#isConfirmed && isRare;
    const { calls, windowMs } = this.#pace ?? pace;
    this.#pace = this.#isConfirmed ? faster(pace, { calls, windowMs: windowMs / LEAST }) : pace;
    this.#changedAt = this.#refusals.releasedAt;
  }

  /** Returns how long until the window has room for another call. */
  #windowDelay({ calls, windowMs }: Pace, now: number): number {
    const admitted = this.#isConfirmed ? calls : 2 * calls;
    return this.#log.nthLastAt(admitted) + windowMs - now;
  }

  /** Returns whether the pace can be raised. */
  #isCalm({ windowMs }: Pace, now: number): boolean {
    const calmMs = this.#isConfirmed ? Math.max(this.#calmWindows * windowMs, LEAST_CALM_MS) : windowMs;
    return now - this.#changedAt >= calmMs;
  }

  #raise({ calls, windowMs }: Pace, now: number): Pace {
    this.#changedAt = now;
    this.#pace = { calls: this.#isConfirmed ? Math.ceil(RAISE * calls) : 2 * calls, windowMs };
    return this.#pace;
  }

  #forgetIfUnused(now: number): void {
    if (this.#pace === undefined) return;
    const usedAt = Math.max(this.#reachedAt, this.#refusals.releasedAt);
    if (now - usedAt <= Math.max(FORGET_MS, 30 * this.#pace.windowMs)) return;
    this.#pace = undefined;
    this.#refusals = new Refusals(this.#log, this.#random);
    this.#isConfirmed = false;
    this.#isReliable = false;
    this.#calmWindows = FEWEST_CALM;
    this.#nextAt = -Infinity;
  }
}
