import { faster } from './pace.js';
import type { Pace } from './pace.js';
import { Refusals } from './refusals.js';
import { SendLog } from './send-log.js';
import type { Sent } from './send-log.js';

/** Calls are sent at up to this many times the pace, until the window is used up. */
const FRONT = 3;
/** A refusal slows down to no less than this part of the pace. */
const LEAST = 0.5;
/** How much a calm time speeds up. */
const RAISE = 1.25;
/** Windows without a refusal before more is tried: at first, and after many refusals. */
const FEWEST_CALM = 4;
const MOST_CALM = 16;
const LEAST_CALM_MS = 3000;
/** How late timers may be made up for. */
const CATCH_UP_MS = 10;
/** A pace that has not been reached for so long is forgotten. */
const FORGET_MS = 60_000;

/**
 * Learns what a service admits that reports nothing but 429 with a hint how long to wait.
 *
 * A 429 holds all calls back for as long as its hint. The calls that were admitted before it, counted over a time as long
 * as the hold, are what the service admits in such a time: a fixed window, a sliding window and a token bucket all take
 * that many again. They are then sent early in each window, spread over a third of it, because calls still waiting at
 * its end are lost time.
 *
 * The first count can be too low, when others had used up part of the limit, so the first window tries twice as many,
 * and doubles until it is refused. After that a little more is tried now and then, more rarely after each refusal.
 */
export class LearnedPace {
  readonly #log: SendLog = new SendLog();
  readonly #random: () => number;
  #refusals: Refusals;
  /** Undefined before the first refusal. */
  #pace: Pace | undefined;
  /** Whether the first count has been confirmed by a second refusal. */
  #isConfirmed = false;
  /** Whether calls may be sent without regard to how many are refused before the first refusal is known. */
  #isReliable = false;
  #calmWindows = FEWEST_CALM;
  #changedAt = -Infinity;
  /** When the window was last found used up. */
  #reachedAt = -Infinity;
  /** No call is sent before this, to spread them. */
  #nextAt = -Infinity;

  constructor(random: () => number) {
    this.#random = random;
    this.#refusals = new Refusals(this.#log, random);
  }

  /** How long a call must wait, in milliseconds. */
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
      // While the pace is in doubt, few calls are sent before a refusal can be known.
      const least = this.#isReliable ? 0 : this.#refusals.roundTripMs / 4;
      this.#nextAt = Math.max(this.#nextAt, now - CATCH_UP_MS) + Math.max(spread, least);
    }
    return this.#log.add(now);
  }

  /** Records that the service refused a call and asks to wait. */
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

  /** How long until the window has room for another call. */
  #windowDelay({ calls, windowMs }: Pace, now: number): number {
    const admitted = this.#isConfirmed ? calls : 2 * calls;
    return this.#log.nthLastAt(admitted) + windowMs - now;
  }

  /** Whether more can be tried. */
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
