import type { SendLog } from './send-log.js';
import { faster, paceOf } from './pace.js';
import type { Pace } from './pace.js';

/** Refused again and again without a success in between: from then on the hold is twice as long each time. */
const PATIENCE = 4;
const LONGEST_HOLD_MS = 60_000;
/** Refusals are rare when there are this many successes to each. */
const RARE = 10;

/**
 * The refusals of a service: how long they hold calls back, and what they say about its limit.
 *
 * Refusals until the end of a hold are one episode. If nothing was admitted after a hold, the hint was too short, and the
 * next hold belongs to the same episode.
 */
export class Refusals {
  readonly #random: () => number;
  readonly #log: SendLog;
  /** Start of the present hold; undefined while calls are admitted. */
  #holdStart: number | undefined;
  #heldUntil = -Infinity;
  #episodeStart = 0;
  /** End of the last hold. */
  #releasedAt = -Infinity;
  /** End of the last hold of the episode before this one. */
  #cycleStart = -Infinity;
  #emptyHolds = 0;
  /** Refusals of the episode. */
  #count = 0;
  /** The hint of all refusals so far; null once they differ. */
  #hint: number | null | undefined;
  #roundTripMs = Infinity;

  constructor(log: SendLog, random: () => number) {
    this.#log = log;
    this.#random = random;
  }

  /** The least time that the service took to refuse a call. */
  get roundTripMs(): number {
    return this.#roundTripMs;
  }

  /** End of the last hold. */
  get releasedAt(): number {
    return this.#releasedAt;
  }

  /** Whether calls are held back, or were until now and {@link Refusals.endHold} has not been called. */
  get isHolding(): boolean {
    return this.#holdStart !== undefined;
  }

  /** How long the hold lasts, in milliseconds. */
  delayMs(now: number): number {
    return Math.max(0, this.#heldUntil - now);
  }

  /** Records a refusal of a call that was sent at `sentAt`. */
  add(sentAt: number, now: number, hintMs: number): void {
    this.#count += 1;
    this.#roundTripMs = Math.min(this.#roundTripMs, now - sentAt);
    this.#hint = this.#hint === undefined || this.#hint === hintMs ? hintMs : null;
    this.#holdStart ??= now;
    const patience = 2 ** Math.max(0, this.#emptyHolds - PATIENCE);
    const holdMs = Math.max(hintMs, Math.min(hintMs * patience, LONGEST_HOLD_MS));
    // A little later than the hint, and not at the same time as other processes.
    this.#heldUntil = Math.max(this.#heldUntil, now + holdMs * (1.01 + 0.04 * this.#random()));
  }

  /**
   * Ends a hold.
   *
   * @returns What the service admits by what it admitted before the refusal, and whether the refusal was a new one.
   */
  endHold(): { readonly pace: Pace; readonly isNew: boolean; readonly isRare: boolean } {
    const isNew = this.#releasedAt === -Infinity || this.#log.count(this.#releasedAt) > 0;
    if (isNew) {
      this.#cycleStart = this.#releasedAt;
      this.#episodeStart = this.#holdStart ?? 0;
      this.#emptyHolds = 0;
    } else this.#emptyHolds += 1;
    this.#holdStart = undefined;
    this.#releasedAt = this.#heldUntil;
    const isRare = this.#count * RARE < this.#log.count(this.#cycleStart, this.#episodeStart);
    const pace = this.#measure(isRare);
    if (isNew) this.#count = 0;
    return { pace, isNew, isRare };
  }

  #measure(isRare: boolean): Pace {
    const start = this.#episodeStart;
    const holdMs = this.#releasedAt - start;
    // Right where the hint is the length of a window, or in proportion to what was sent too much.
    const before = paceOf(this.#log.count(start - holdMs, start), holdMs, holdMs);
    if (this.#cycleStart === -Infinity || this.#hint !== null) return before;
    // Right where the hint is the rest of a window; too slow where it is longer than that.
    const cycleMs = this.#releasedAt - this.#cycleStart;
    const cycle = paceOf(this.#log.count(this.#cycleStart, start), cycleMs, holdMs);
    return isRare ? faster(before, cycle) : cycle;
  }
}
