/** The clock of a world. It neither uses nor patches the global timers of a test, except in `running` mode. */
import { FIRST_MS, LAST_MS } from './instant.js';

/**
 * How the clock of a world moves.
 *
 * - `skip`: time is frozen while the world is busy, and jumps ahead whenever it only waits. Waits take no real time.
 * - `manual`: time moves only with {@link Clock.advance} and {@link Clock.set}; waits end when it reaches them.
 * - `running`: time follows real time, multiplied by `factor`.
 */
export type ClockMode = 'skip' | 'manual' | 'running';

/** Clock of a world. Streams, sessions and rate limits follow it. */
export interface Clock {
  /** How time moves. */
  readonly mode: ClockMode;
  /** Speed of a `running` clock, as a multiple of real time. */
  readonly factor: number;
  /** Whether the clock has stopped, because its world was dropped or replaced. */
  readonly isStopped: boolean;
  /** Returns the current world time, in milliseconds since 1970. */
  now(): number;
  /** Returns the current world time as RFC 3339, in UTC, with milliseconds. */
  iso(): string;
  /**
   * Moves time forward and ends the waits that are due.
   *
   * @throws {RangeError} When `ms` is negative or not finite, or time would leave the years 1 to 9999.
   */
  advance(ms: number): void;
  /**
   * Sets the time, forwards or backwards, and ends the waits that are due.
   *
   * @throws {RangeError} When the time is outside of the years 1 to 9999.
   */
  set(ms: number): void;
  /** Changes the mode and, for `running`, the speed. `factor` defaults to 1. */
  run(mode: ClockMode, factor?: number): void;
  /** Waits for a duration of world time, or forever for `Infinity`. Resolves early when the signal aborts. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  /**
   * Calls `callback` once after a duration of world time, and returns a function that cancels it. Does not move a
   * `skip` clock.
   */
  schedule(ms: number, callback: () => void): () => void;
  /** Stops the clock: ends all waits, drops all scheduled callbacks, and lets later waits end immediately. */
  stop(): void;
}

/** Options for the clock of a world. */
export interface ClockOptions {
  /** How time moves. Default `skip`. */
  readonly mode?: ClockMode | undefined;
  /** Speed of a `running` clock, as a multiple of real time. Default 1. */
  readonly factor?: number | undefined;
  /** Initial time, in milliseconds since 1970. Default: 2026-06-01T00:00:00Z, or the current time when `running`. */
  readonly start?: number | undefined;
}

/** Default initial time of a world: 2026-06-01T00:00:00Z. */
export const DEFAULT_START: number = Date.UTC(2026, 5, 1);

interface Waiter {
  readonly due: number;
  readonly wake: () => void;
  readonly kind: 'sleep' | 'call';
}

/**
 * Creates a clock.
 *
 * @param options - See {@link ClockOptions}.
 */
export function createClock(options: ClockOptions = {}): Clock {
  return new WorldClock(options);
}

/** Uses `process.hrtime`, because the first access to `performance` slows down start-up. */
function monotonicMs(): number {
  const [seconds, nanoseconds] = process.hrtime();
  return seconds * 1000 + nanoseconds / 1e6;
}

class WorldClock implements Clock {
  mode: ClockMode;
  factor: number;
  #base: number;
  #anchor = monotonicMs();
  #waiters: Waiter[] = [];
  #timer: NodeJS.Timeout | undefined;
  #skipping = false;
  isStopped = false;
  #iso = '';
  #isoOf = Number.NaN;

  constructor(options: ClockOptions) {
    this.mode = options.mode ?? 'skip';
    this.factor = options.factor ?? 1;
    this.#base = options.start ?? (this.mode === 'running' ? Date.now() : DEFAULT_START);
  }

  now(): number {
    if (this.mode !== 'running') return this.#base;
    return Math.min(Math.floor(this.#base + (monotonicMs() - this.#anchor) * this.factor), LAST_MS);
  }

  iso(): string {
    const now = this.now();
    if (now !== this.#isoOf) {
      this.#isoOf = now;
      this.#iso = new Date(now).toISOString();
    }
    return this.#iso;
  }

  advance(ms: number): void {
    if (!Number.isFinite(ms) || ms < 0)
      throw new RangeError(`\`ms\` must be a finite number of at least 0, not ${ms}`);
    this.set(this.now() + ms);
  }

  set(ms: number): void {
    if (!(ms >= FIRST_MS && ms <= LAST_MS))
      throw new RangeError('the time must be within the years 1 to 9999');
    this.#base = ms;
    this.#anchor = monotonicMs();
    this.#wakeDue();
  }

  run(mode: ClockMode, factor = 1): void {
    this.#base = this.now();
    this.#anchor = monotonicMs();
    this.mode = mode;
    this.factor = factor;
    this.#wakeDue();
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    if (ms <= 0 || signal?.aborted === true || this.isStopped) return Promise.resolve();
    return new Promise((resolve) => {
      const cancel = this.#add(ms, 'sleep', () => {
        signal?.removeEventListener('abort', stop);
        resolve();
      });
      function stop(): void {
        cancel();
        resolve();
      }
      signal?.addEventListener('abort', stop, { once: true });
    });
  }

  schedule(ms: number, callback: () => void): () => void {
    return this.#add(ms, 'call', callback);
  }

  stop(): void {
    const waiters = this.#waiters;
    this.isStopped = true;
    this.#waiters = [];
    clearTimeout(this.#timer);
    for (const waiter of waiters) if (waiter.kind === 'sleep') waiter.wake();
  }

  #add(ms: number, kind: Waiter['kind'], wake: () => void): () => void {
    if (this.isStopped) return () => {};
    const due = this.now() + ms;
    // Time stops at the end of the year 9999, so a wait beyond it ends there.
    const isBeyond = kind === 'sleep' && due > LAST_MS && due !== Infinity;
    const waiter: Waiter = { due: isBeyond ? LAST_MS : due, wake, kind };
    // Sorted by due time. Searched from the end, because most waits are due after the earlier ones.
    let at = this.#waiters.length;
    while (at > 0 && (this.#waiters[at - 1] as Waiter).due > waiter.due) at--;
    this.#waiters.splice(at, 0, waiter);
    this.#arm();
    return () => {
      const index = this.#waiters.indexOf(waiter);
      if (index >= 0) this.#waiters.splice(index, 1);
    };
  }

  #wakeDue(): void {
    const now = this.now();
    while ((this.#waiters[0]?.due ?? Infinity) <= now) this.#waiters.shift()?.wake();
    this.#arm();
  }

  #arm(): void {
    const first = this.#waiters[0];
    if (first === undefined || this.mode === 'manual') return;
    if (this.mode === 'skip') {
      this.#skipSoon();
      return;
    }
    clearTimeout(this.#timer);
    const realMs = Math.min(Math.max((first.due - this.now()) / this.factor, 0), 2_147_483_647);
    this.#timer = setTimeout(() => this.#wakeDue(), realMs);
    if (!this.#waiters.some(drives)) this.#timer.unref();
  }

  /** Moves time to the end of the next wait, once everything that is ready to run has run, so that waits end in order. */
  #skipSoon(): void {
    if (this.#skipping || !this.#waiters.some(drives)) return;
    this.#skipping = true;
    setImmediate(() => {
      this.#skipping = false;
      const next = this.#waiters.find(drives);
      if (next === undefined || this.mode !== 'skip') return;
      this.set(Math.min(Math.max(this.now(), next.due), LAST_MS));
    });
  }
}

/** Returns whether a `skip` clock moves for this waiter, and a `running` clock keeps the process alive for it. */
function drives(waiter: Waiter): boolean {
  return waiter.kind === 'sleep' && waiter.due !== Infinity;
}
