import { Refusals } from './refusals.js';
import { SendLog } from './send-log.js';

/** Calls are sent at up to this multiple of the rate until the window is used up, because an early refusal costs less. */
const FRONT = 3;
/** Calls per round trip while the rate is a first guess. As many can be refused before the first refusal arrives. */
const IN_DOUBT = 16;
/** Factors by which the rate is raised after a calm period: while it is a first guess, and later. */
const FIRST_RAISE = 2;
const RAISE = 1.25;
/** Length of a calm period in holds: initially, and after many refusals. It includes at least `LEAST_CALM_CALLS`. */
const FEWEST_CALM_HOLDS = 8;
const MOST_CALM_HOLDS = 16;
const LEAST_CALM_CALLS = 40;
/** A refusal reduces the rate to at most this fraction, unless more has been admitted. */
const LOWER = 0.8;
/** A refusal after few calls reduces the rate to no less than this fraction. */
const LEAST = 0.5;
/** How much timer lateness is compensated. */
const CATCH_UP_MS = 10;
/** A rate that has not been reached for this long is dropped. */
const FORGET_MS = 60_000;

/**
 * Learns the limit of a service that reports it only through 429 responses with a `retry-after` hint.
 *
 * A 429 holds all calls back for the duration of its hint. The number of calls admitted before it, divided by the time
 * that they took, is the rate that the service admits; see {@link Refusals}. The first rate is a guess, because other
 * clients may have used part of the limit: it is doubled until it is refused. After that, the rate is raised by a
 * quarter after each calm period, and each refusal makes the next calm period longer.
 *
 * After a hold, one call is sent in the first round trip and twice as many in each following one, so that a hint that
 * was too short costs few requests.
 */
export class LearnedPace {
  readonly #log: SendLog = new SendLog();
  readonly #random: () => number;
  #refusals: Refusals;
  /** Calls per millisecond; undefined before the first refusal. */
  #rate: number | undefined;
  /** The rate at the last refusal; undefined until a rate has been refused. */
  #refusedRate: number | undefined;
  #calmHolds = FEWEST_CALM_HOLDS;
  #changedAt = -Infinity;
  /** When a call last had to wait for the rate. */
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
    if (this.#rate === undefined) return 0;
    let delay = this.#windowDelay(this.#rate, now);
    if (delay > 0) {
      this.#reachedAt = now;
      if (this.#isCalm(this.#rate, now)) delay = this.#windowDelay(this.#raise(this.#rate, now), now);
    }
    return Math.max(0, delay, this.#nextAt - now);
  }

  /** Records a call that is being sent. */
  sent(now: number): void {
    this.#forgetIfUnused(now);
    if (this.#rate !== undefined)
      this.#nextAt = Math.max(this.#nextAt, now - CATCH_UP_MS) + this.#spacing(this.#rate, now);
    this.#log.add(now);
  }

  /** Records the response to a call that was sent at `sentAt`. */
  responded(sentAt: number, now: number): void {
    this.#refusals.responded(sentAt, now);
  }

  /** Records a 429 with its hint, in response to a call that was sent at `sentAt`. */
  refused(sentAt: number, now: number, hintMs: number): void {
    this.#log.remove(sentAt);
    this.#refusals.add(now, hintMs);
  }

  /** Whether the rate is a first guess that no second refusal has confirmed. */
  get #isInDoubt(): boolean {
    return this.#refusedRate === undefined;
  }

  #endHold(): void {
    const { isNew, before, throughout, isFew } = this.#refusals.endHold();
    if (isNew) {
      if (this.#refusedRate !== undefined) this.#calmHolds = Math.min(2 * this.#calmHolds, MOST_CALM_HOLDS);
      this.#refusedRate = this.#rate;
    }
    const refused = this.#refusedRate;
    if (refused === undefined) this.#rate = before;
    else {
      const admitted = Math.max(throughout, Math.min(before, LOWER * refused));
      this.#rate = Math.min(refused, isFew ? Math.max(admitted, LEAST * refused) : admitted);
    }
    // Nothing was admitted before the first refusal.
    if (this.#rate === 0) this.#rate = 1 / this.#refusals.holdMs;
    this.#changedAt = this.#refusals.releasedAt;
  }

  /** Returns how long until a window as long as the last hold has room for another call. */
  #windowDelay(rate: number, now: number): number {
    const calls = Math.max(1, Math.round(rate * this.#refusals.holdMs));
    return this.#log.nthLastAt(calls) + calls / rate - now;
  }

  /** Returns the time between two calls. */
  #spacing(rate: number, now: number): number {
    const { roundTripMs, releasedAt, holdMs } = this.#refusals;
    const sinceRelease = now - releasedAt;
    const slowStart = roundTripMs / 2 ** (sinceRelease / roundTripMs);
    const inDoubt = this.#isInDoubt ? roundTripMs / IN_DOUBT / 2 ** (sinceRelease / (4 * holdMs)) : 0;
    return Math.max(1 / (FRONT * rate), slowStart, inDoubt);
  }

  /** Returns whether the rate can be raised. */
  #isCalm(rate: number, now: number): boolean {
    const { holdMs } = this.#refusals;
    const calmMs = this.#isInDoubt ? holdMs / 2 : Math.max(this.#calmHolds * holdMs, LEAST_CALM_CALLS / rate);
    return now - this.#changedAt >= calmMs;
  }

  #raise(rate: number, now: number): number {
    this.#changedAt = now;
    this.#rate = rate * (this.#isInDoubt ? FIRST_RAISE : RAISE);
    return this.#rate;
  }

  #forgetIfUnused(now: number): void {
    if (this.#rate === undefined) return;
    const { releasedAt, holdMs } = this.#refusals;
    if (now - Math.max(this.#reachedAt, releasedAt) <= Math.max(FORGET_MS, 30 * holdMs)) return;
    this.#rate = undefined;
    this.#refusedRate = undefined;
    this.#refusals = new Refusals(this.#log, this.#random);
    this.#calmHolds = FEWEST_CALM_HOLDS;
    this.#nextAt = -Infinity;
  }
}
