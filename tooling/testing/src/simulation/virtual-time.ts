/**
 * One virtual clock for many simulated processes in this process: timers, clocks and random numbers of code that runs on a simulated
 * host are those of its simulation. Code outside of simulations is not affected.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { createRandom, type Random } from './random.ts';

/** A simulated process. */
export interface Host {
  readonly name: string;
  readonly pid: number;
  readonly time: VirtualTime;
  /** How wrong its wall clock is, in milliseconds. */
  clockErrorMs: number;
  state: 'running' | 'paused' | 'dead';
}

interface Timer {
  readonly host: Host;
  readonly at: number;
  readonly order: number;
  readonly callback: () => void;
  isOver: boolean;
}

const FIRST_MS = 1_800_000_000_000;
const current = new AsyncLocalStorage<Host>();
const real = {
  setTimeout: globalThis.setTimeout,
  clearTimeout: globalThis.clearTimeout,
  setImmediate: globalThis.setImmediate,
  dateNow: Date.now,
  random: Math.random,
  now: performance.now.bind(performance),
  hrtime: process.hrtime,
  kill: process.kill.bind(process),
};

/** What `setTimeout` returns on a simulated host. */
class TimerHandle {
  readonly timer: Timer;

  constructor(timer: Timer) {
    this.timer = timer;
  }

  ref(): this {
    return this;
  }

  unref(): this {
    return this;
  }
}

/** The clock of a simulation. */
export class VirtualTime {
  readonly random: Random;
  /** Milliseconds since the start. */
  now = 0;
  readonly #hosts: Host[] = [];
  #queue: Timer[] = [];
  #held: Timer[] = [];
  #order = 0;

  constructor(seed: number) {
    this.random = createRandom(seed);
  }

  /** Time of the database and of correct wall clocks, in milliseconds since 1970. */
  get wallMs(): number {
    return FIRST_MS + Math.floor(this.now);
  }

  /** Starts a process. */
  host(name: string): Host {
    const pid = 1_000_000 + this.#hosts.length;
    const host: Host = { name, pid, time: this, clockErrorMs: 0, state: 'running' };
    this.#hosts.push(host);
    return host;
  }

  /** Whether a process does not run. */
  isDead(pid: number): boolean {
    return this.#hosts.find((host) => host.pid === pid)?.state === 'dead';
  }

  /** Runs code on a host. */
  on<Result>(host: Host, run: () => Result): Result {
    return current.run(host, run);
  }

  /** Continues a paused host: what was due in the meantime happens now. */
  resume(host: Host): void {
    if (host.state !== 'paused') return;
    host.state = 'running';
    const held = this.#held.filter((timer) => timer.host === host);
    this.#held = this.#held.filter((timer) => timer.host !== host);
    for (const { callback, isOver } of held) if (!isOver) this.after(host, 0, callback);
  }

  /** Calls back on a host after a delay, unless the host is dead by then. */
  after(host: Host, delayMs: number, callback: () => void): Timer {
    const at = this.now + Math.max(0, delayMs);
    this.#order += 1;
    const timer = { host, at, order: this.#order, callback, isOver: false };
    let index = this.#queue.length;
    while (index > 0 && (this.#queue[index - 1]?.at ?? 0) > at) index -= 1;
    this.#queue.splice(index, 0, timer);
    return timer;
  }

  /** Waits on a host; forever when it dies. */
  wait(host: Host, delayMs: number): Promise<void> {
    return new Promise((resolve) => void this.after(host, delayMs, resolve));
  }

  /** Forgets all timers. Node.js keeps combined abort signals of dead processes, whose listeners would keep everything else. */
  end(): void {
    this.#queue = [];
    this.#held = [];
  }

  /** Runs until a condition holds. Returns false when the limit is reached first, or nothing is left to do. */
  async run(isDone: () => boolean, limitMs: number): Promise<boolean> {
    for (;;) {
      // All promises settle before the next timer fires.
      await new Promise<void>((resolve) => void real.setImmediate(resolve));
      if (isDone()) return true;
      const timer = this.#queue.shift();
      if (timer === undefined || timer.at > limitMs) return false;
      this.now = Math.max(this.now, timer.at);
      if (timer.isOver || timer.host.state === 'dead') continue;
      if (timer.host.state === 'paused') this.#held.push(timer);
      else {
        timer.isOver = true;
        current.run(timer.host, timer.callback);
      }
    }
  }
}

type Callback = (...args: unknown[]) => void;

/** Replaces the clocks, timers and random numbers of this process. Returns how to restore them. */
export function installVirtualTime(): () => void {
  const restore = [installTimers(), installClocks(), installProcess()];
  return () => restore.forEach((one) => one());
}

function installTimers(): () => void {
  const start = (host: Host, delayMs: number, callback: () => void): TimerHandle =>
    new TimerHandle(host.time.after(host, delayMs, callback));
  Object.assign(globalThis, {
    setTimeout: (callback: Callback, delayMs?: number, ...args: unknown[]) => {
      const host = current.getStore();
      if (host === undefined) return real.setTimeout(callback, delayMs, ...args);
      return start(host, delayMs ?? 0, () => callback(...args));
    },
    clearTimeout: (timer: unknown) => {
      if (timer instanceof TimerHandle) timer.timer.isOver = true;
      else real.clearTimeout(timer as NodeJS.Timeout);
    },
    setImmediate: (callback: Callback, ...args: unknown[]) => {
      const host = current.getStore();
      if (host === undefined) return real.setImmediate(callback, ...args);
      return start(host, 0, () => callback(...args));
    },
  });
  const { setTimeout, clearTimeout, setImmediate } = real;
  return () => void Object.assign(globalThis, { setTimeout, clearTimeout, setImmediate });
}

function installClocks(): () => void {
  Date.now = () => {
    const host = current.getStore();
    return host === undefined ? real.dateNow() : host.time.wallMs + host.clockErrorMs;
  };
  Math.random = () => current.getStore()?.time.random.next() ?? real.random();
  const now = (): number => current.getStore()?.time.now ?? real.now();
  Object.defineProperty(performance, 'now', { value: now, configurable: true, writable: true });
  return () => {
    Date.now = real.dateNow;
    Math.random = real.random;
    Reflect.deleteProperty(performance, 'now');
  };
}

function installProcess(): () => void {
  const hrtime = (since?: [number, number]): [number, number] => {
    const host = current.getStore();
    if (host === undefined) return real.hrtime(since);
    return [Math.floor(host.time.now / 1000), Math.floor((host.time.now % 1000) * 1e6)];
  };
  process.hrtime = Object.assign(hrtime, { bigint: real.hrtime.bigint });
  process.kill = (pid, signal) => {
    const host = current.getStore();
    if (host === undefined || signal !== 0) return real.kill(pid, signal);
    if (host.time.isDead(pid)) throw Object.assign(new Error('no such process'), { code: 'ESRCH' });
    return true;
  };
  return () => void Object.assign(process, { hrtime: real.hrtime, kill: real.kill });
}
