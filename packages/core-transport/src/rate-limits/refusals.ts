import type { SendLog } from './send-log.js';

/** Consecutive refusals without a success after which each hold is twice as long as the last. */
const PATIENCE = 4;
const LONGEST_HOLD_MS = 60_000;
/** A rate is measured over at least this many calls, if there were as many. */
const MEASURED_CALLS = 20;
/** A refusal after fewer calls than this reveals little about the limit. */
const FEW_CALLS = 10;

/** What the refusals until the end of a hold reveal about the limit. Rates are in calls per millisecond. */
export interface Verdict {
  /** False when nothing was admitted since the previous hold, because its hint was too short. */
  readonly isNew: boolean;
  /**
   * Rate of the calls admitted before the hold, over a time as long as the hold. Correct if the hint is the length of a
   * window or the time in which a bucket refills; too high if it is the rest of a window.
   */
  readonly before: number;
  /**
   * Rate of the calls admitted since an earlier hold, over the whole time including holds. Correct if the hint is the
   * time until there is room; too low if it is longer. 0 before the second refusal.
   */
  readonly throughout: number;
  /** Whether only few calls were admitted since the previous hold. */
  readonly isFew: boolean;
}

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
  #episodeStart = -Infinity;
  /** Ends of the most recent episodes, oldest first. Calls are counted from the first of them. */
  #releases: number[] = [];
  #emptyHolds = 0;
  #roundTripMs = Infinity;

  constructor(log: SendLog, random: () => number) {
    this.#log = log;
    this.#random = random;
  }

  /** Shortest time that the service took to respond. */
  get roundTripMs(): number {
    return this.#roundTripMs;
  }

  /** End of the last hold. */
  get releasedAt(): number {
    return this.#releases.at(-1) ?? -Infinity;
  }

  /** Length of the last episode, in milliseconds. */
  get holdMs(): number {
    return this.releasedAt - this.#episodeStart;
  }

  /** Whether calls are held back, or a hold has expired but {@link Refusals.endHold} has not been called. */
  get isHolding(): boolean {
    return this.#holdStart !== undefined;
  }

  /** Returns how long the hold still lasts, in milliseconds. */
  delayMs(now: number): number {
    return Math.max(0, this.#heldUntil - now);
  }

  /** Records a response to a call that was sent at `sentAt`. */
  responded(sentAt: number, now: number): void {
    this.#roundTripMs = Math.max(1, Math.min(this.#roundTripMs, now - sentAt));
  }

  /** Records a refusal. */
  add(now: number, hintMs: number): void {
    this.#holdStart ??= now;
    const patience = 2 ** Math.max(0, this.#emptyHolds - PATIENCE);
    const holdMs = Math.max(hintMs, Math.min(hintMs * patience, LONGEST_HOLD_MS));
    // A little later than the hint, with jitter to spread processes.
    this.#heldUntil = Math.max(this.#heldUntil, now + holdMs * (1.01 + 0.04 * this.#random()));
  }

  /** Ends a hold. */
  endHold(): Verdict {
    const isNew = this.#log.lastAt >= this.releasedAt;
    if (isNew) {
      this.#episodeStart = this.#holdStart ?? 0;
      this.#emptyHolds = 0;
    } else {
      this.#emptyHolds += 1;
      this.#releases.pop();
    }
    this.#holdStart = undefined;
    const verdict = { isNew, ...this.#measure(this.#heldUntil) };
    this.#releases.push(this.#heldUntil);
    return verdict;
  }

  #measure(end: number): Omit<Verdict, 'isNew'> {
    const start = this.#episodeStart;
    const measuredAt = this.#log.nthLastAt(MEASURED_CALLS);
    while (this.#releases.length > 1 && (this.#releases[1] as number) < measuredAt) this.#releases.shift();
    // Extends a hold that is too short to measure a rate over.
    const from = Math.min(2 * start - end, measuredAt === -Infinity ? start : measuredAt - 1);
    const [first] = this.#releases;
    return {
      before: this.#log.count(from, start) / (start - from),
      throughout: first === undefined ? 0 : this.#log.count(first, start) / (end - first),
      isFew: this.#log.count(this.releasedAt, start) < FEW_CALLS,
    };
  }
}
