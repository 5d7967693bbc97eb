import type { Clock } from '../clock.js';
import type { DeadlinePhase } from '../errors/request-errors.js';
import { startDeadline } from './start-deadline.js';

/**
 * The deadlines of one call on one timer. Extending a deadline only changes a number; a timer that fires too early is
 * set again. Most calls therefore set one timer and clear it once.
 */
export class Deadlines {
  /** Name of the current phase. */
  phase: DeadlinePhase = 'connect';
  /** Length of the current phase, in milliseconds. */
  phaseMs: number = Infinity;
  readonly #clock: Clock;
  readonly #onExpire: (phase: DeadlinePhase, timeoutMs: number) => void;
  readonly #totalMs: number;
  #totalAt: number;
  #suspendedMs: number = Infinity;
  #phaseAt: number = Infinity;
  #cancelTimer: (() => void) | undefined;
  #timerAt: number = Infinity;

  constructor(clock: Clock, totalMs: number, onExpire: (phase: DeadlinePhase, timeoutMs: number) => void) {
    this.#clock = clock;
    this.#onExpire = onExpire;
    this.#totalMs = totalMs;
    this.#totalAt = totalMs === Infinity ? Infinity : clock.now() + totalMs;
  }

  /**
   * Starts a phase, which ends the previous one.
   *
   * @param restMs - Time left of a phase that was interrupted. Default: all of it.
   */
  enter(phase: DeadlinePhase, timeoutMs: number, restMs: number = timeoutMs): void {
    this.phase = phase;
    this.phaseMs = timeoutMs;
    this.#expireAfter(restMs);
  }

  /** Restarts the current phase. */
  touch(): void {
    this.#expireAfter(this.phaseMs);
  }

  /** Milliseconds left until the end of the current phase. */
  phaseLeftMs(): number {
    return this.#phaseAt === Infinity ? Infinity : this.#phaseAt - this.#clock.now();
  }

  #expireAfter(ms: number): void {
    this.#phaseAt = ms === Infinity ? Infinity : this.#clock.now() + ms;
    if (this.#phaseAt < this.#timerAt || this.#totalAt < this.#timerAt) this.#schedule();
  }

  /** Ends the current phase; only the total deadline remains. */
  leave(): void {
    this.#phaseAt = Infinity;
    if (this.#totalAt === Infinity) this.#clear();
    else if (this.#totalAt < this.#timerAt) this.#schedule();
  }

  /** Lifts the total deadline, for responses that may last indefinitely once they have started. */
  liftTotal(): void {
    this.#totalAt = Infinity;
  }

  /** Pauses the total deadline and ends the current phase. */
  suspendTotal(): void {
    this.#phaseAt = Infinity;
    this.#suspendedMs = this.remainingMs();
    this.#totalAt = Infinity;
    this.#clear();
  }

  /** Resumes the total deadline with the time that was left. */
  resumeTotal(): void {
    if (this.#suspendedMs === Infinity) return;
    this.#totalAt = this.#clock.now() + this.#suspendedMs;
    this.#suspendedMs = Infinity;
    this.#schedule();
  }

  /** Milliseconds left until the total deadline. */
  remainingMs(): number {
    return this.#totalAt === Infinity ? Infinity : this.#totalAt - this.#clock.now();
  }

  /** Ends all deadlines. */
  stop(): void {
    this.#suspendedMs = Infinity;
    this.#phaseAt = Infinity;
    this.#totalAt = Infinity;
    this.#clear();
  }

  #schedule(): void {
    this.#clear();
    const at = Math.min(this.#phaseAt, this.#totalAt);
    if (at === Infinity) return;
    this.#timerAt = at;
    this.#cancelTimer = startDeadline(this.#clock, this.#fire, Math.max(0, at - this.#clock.now()));
  }

  #clear(): void {
    this.#cancelTimer?.();
    this.#cancelTimer = undefined;
    this.#timerAt = Infinity;
  }

  readonly #fire = (): void => {
    this.#cancelTimer = undefined;
    this.#timerAt = Infinity;
    // System timers can fire a fraction of a millisecond early.
    const now = this.#clock.now() + 1;
    if (this.#totalAt <= now) this.#onExpire('total', this.#totalMs);
    else if (this.#phaseAt <= now) this.#onExpire(this.phase, this.phaseMs);
    else this.#schedule();
  };
}
