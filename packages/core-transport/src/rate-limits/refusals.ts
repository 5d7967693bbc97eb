import type { SendLog } from './send-log.js';
import { faster, paceOf } from './pace.js';
import type { Pace } from './pace.js';

/** Consecutive refusals without a success after which each hold is twice as long as the last. */
const PATIENCE = 4;
const LONGEST_HOLD_MS = 60_000;
/** Refusals are rare when there are this many successes to each. */
const RARE = 10;

/**
 * Tracks the refusals of a service: how long they hold calls back, and what they reveal about its limit.
 *
 * Refusals until the end of a hold are one episode. If nothing was admitted after a hold, the hint was too short and
 * the next hold belongs to the same episode.
 */
export class Refusals {
  readonly #random: () => number;
  readonly #log: SendLog;
  /** Start of the current hold; undefined while calls are admitted. */
  #holdStart: number | undefined;
  #heldUntil = -Infinity;
  #episodeStart = 0;
  /** End of the last hold. */
  #releasedAt = -Infinity;
  /** End of the last hold of the previous episode. */
  #cycleStart = -Infinity;
  #emptyHolds = 0;
  /** Refusals of the episode. */
  #count = 0;
  /** The hint, if all refusals so far had the same one; null once they differ. */
  #hint: number | null | undefined;
  #roundTripMs = Infinity;

  constructor(log: SendLog, random: () => number) {
    this.#log = log;
    this.#random = random;
  }

  /** Shortest time that the service took to refuse a call. */
  get roundTripMs(): number {
    return this.#roundTripMs;
  }

  /** End of the last hold. */
  get releasedAt(): number {
    return this.#releasedAt;
  }

  /** Whether calls are held back, or a hold has expired but {@link Refusals.endHold} has not been called. */
  get isHolding(): boolean {
    return this.#holdStart !== undefined;
  }

  /** Returns how long the hold still lasts, in milliseconds. */
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
    // A little later than the hint, with jitter to spread processes.
    this.#heldUntil = Math.max(this.#heldUntil, now + holdMs * (1.01 + 0.04 * this.#random()));
  }

  /**
   * Ends a hold.
   *
   * @returns The pace that the service admitted before the refusal, and whether this was a new episode.
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
    // Correct if the hint is the length of a window, or proportional to the excess.
    const before = paceOf(this.#log.count(start - holdMs, start), holdMs, holdMs);
    if (this.#cycleStart === -Infinity || this.#hint !== null) return before;
    // Correct if the hint is the rest of a window; too slow if it is longer.
    const cycleMs = this.#releasedAt - this.#cycleStart;
    const cycle = paceOf(this.#log.count(this.#cycleStart, start), cycleMs, holdMs);
    return isRare ? faster(before, cycle) : cycle;
  }
}
