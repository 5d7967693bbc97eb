/** The time of a world. Nothing here touches the global timers of the test that uses it. */

/**
 * How a world's time moves. `skip`: it stands still, and a wait takes no real time but moves it. `manual`: it stands
 * still until {@link Clock.advance} or {@link Clock.set}, and waits wait for that. `running`: it follows real time,
 * `factor` times as fast.
 */
export type ClockMode = 'skip' | 'manual' | 'running';

/** A world's time. */
export interface Clock {
  /** How time moves. */
  readonly mode: ClockMode;
  /** Speed while it runs. */
  readonly factor: number;
  /** Whether its world is gone. */
  readonly isStopped: boolean;
  /** Milliseconds since 1970. */
  now(): number;
  /** The present as RFC 3339, in UTC, with milliseconds. */
  iso(): string;
  /** Moves time forward and wakes whoever waited for it. @throws {RangeError} When `ms` is negative or not finite. */
  advance(ms: number): void;
  /** Sets the time, also backwards, and wakes whoever waited for it. */
  set(ms: number): void;
  /** Changes how time moves from now on. */
  run(mode: ClockMode, factor?: number): void;
  /** Waits; `Infinity` for ever. Ends early, without an error, when the signal fires. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  /** Calls back once after a time, without moving a `skip` clock. Gives the way to cancel. */
  schedule(ms: number, callback: () => void): () => void;
  /** Ends all waits at once, and forgets what was to be called back. From now on no wait takes time. */
  stop(): void;
}

/** Options of `createClock`. */
export interface ClockOptions {
  /** How time moves. Default `skip`. */
  readonly mode?: ClockMode | undefined;
  /** Speed of a `running` clock. Default 1. */
  readonly factor?: number | undefined;
  /** Time at the start, in milliseconds since 1970. Default `DEFAULT_START`; for `running`, the present. */
  readonly start?: number | undefined;
}

/** Where the time of a world starts unless told otherwise: 2026-06-01T00:00:00Z. */
export const DEFAULT_START: number = Date.UTC(2026, 5, 1);

interface Waiter {
  readonly due: number;
  readonly wake: () => void;
  readonly kind: 'sleep' | 'call';
}

/**
 * Makes a clock.
 *
 * @param options - See {@link ClockOptions}.
 */
export function createClock(options: ClockOptions = {}): Clock {
  return new WorldClock(options);
}

/** Asked of the process, because loading `performance` would take longer than all else that starting the clock needs. */
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
    return Math.floor(this.#base + (monotonicMs() - this.#anchor) * this.factor);
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
      throw new RangeError('A clock advances by a number of milliseconds from 0.');
    this.set(this.now() + ms);
  }

  set(ms: number): void {
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
    const waiter: Waiter = { due: this.now() + ms, wake, kind };
    // Kept in the order of waking; waits mostly end later than those before them.
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

  /** Moves time to the next wait once everything that is ready to run has run, so that waits end in order. */
  #skipSoon(): void {
    if (this.#skipping || !this.#waiters.some(drives)) return;
    this.#skipping = true;
    setImmediate(() => {
      this.#skipping = false;
      const next = this.#waiters.find(drives);
      if (next === undefined || this.mode !== 'skip') return;
      this.set(Math.max(this.now(), next.due));
    });
  }
}

/** Whether a `skip` clock moves for a wait, and a running one keeps the process alive for it. */
function drives(waiter: Waiter): boolean {
  return waiter.kind === 'sleep' && waiter.due !== Infinity;
}
