/** The faults of a world, and how often each has struck. */
import type { Random } from '../world/random.js';
import type { Fault, FaultMatch } from './fault.js';

/** What of a request decides whether a fault is for it. */
export interface FaultTarget {
  readonly method: string;
  readonly path: string;
  readonly operation: string | undefined;
  readonly body: string | Uint8Array | null;
}

/** A fault that strikes. */
export interface Strike {
  readonly fault: Fault;
  /** Its place in the list. */
  readonly index: number;
}

/** How far a fault has come. */
export interface FaultProgress {
  /** How many requests it has let pass of those before it strikes. */
  readonly passed: number;
  /** How often it has struck. */
  readonly struck: number;
}

/** The faults of a world. */
export interface FaultPlan {
  /**
   * Puts other faults in their place.
   *
   * @param progress - How far each has come. Default: counting begins anew.
   */
  set(faults: readonly Fault[], progress?: readonly FaultProgress[]): void;
  /** The faults. */
  readonly faults: readonly Fault[];
  /** How far each of them has come. */
  progress(): readonly FaultProgress[];
  /** Gives the first fault that strikes a request. */
  strike(target: FaultTarget): Strike | undefined;
}

/**
 * Makes a plan.
 *
 * @param random - Decides where a fault has a probability.
 * @param faults - The faults.
 */
export function createFaultPlan(random: Random, faults: readonly Fault[]): FaultPlan {
  let counters = faults.map((fault) => counterOf(fault));
  return {
    get faults() {
      return counters.map(({ fault }) => fault);
    },
    set(next, progress = []) {
      counters = next.map((fault, index) => counterOf(fault, progress[index]));
    },
    progress: () => counters.map(({ passed, struck }) => ({ passed, struck })),
    strike(target) {
      const index = counters.findIndex((counter) => strikes(counter, target, random));
      const found = counters[index];
      return found === undefined ? undefined : { fault: found.fault, index };
    },
  };
}

interface Counter {
  readonly fault: Fault;
  passed: number;
  struck: number;
}

function counterOf(fault: Fault, { passed, struck }: FaultProgress = { passed: 0, struck: 0 }): Counter {
  return { fault, passed, struck };
}

function strikes(counter: Counter, target: FaultTarget, random: Random): boolean {
  const { match, probability, after = 0, times = Infinity } = counter.fault;
  if (counter.struck >= times || (match !== undefined && !fits(match, target))) return false;
  if (counter.passed < after) {
    counter.passed++;
    return false;
  }
  if (probability !== undefined && random.next() >= probability) return false;
  counter.struck++;
  return true;
}

function fits(match: FaultMatch, target: FaultTarget): boolean {
  const { path, method, operation, body_contains: content } = match;
  if (method !== undefined && method !== target.method) return false;
  if (operation !== undefined && operation !== target.operation) return false;
  if (path !== undefined && !fitsPath(path, target.path)) return false;
  return content === undefined || contains(target.body, content);
}

function fitsPath(pattern: string, path: string): boolean {
  return pattern.endsWith('*') ? path.startsWith(pattern.slice(0, -1)) : path === pattern;
}

function contains(body: string | Uint8Array | null, content: string): boolean {
  if (body === null) return false;
  return typeof body === 'string'
    ? body.includes(content)
    : Buffer.from(body.buffer, body.byteOffset, body.byteLength).includes(content);
}
