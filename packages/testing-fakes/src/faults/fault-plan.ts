/** The faults of a world and how often each has been injected. */
import type { Random } from '../world/random.js';
import type { Fault, FaultMatch } from './fault.js';

/** Properties of a request that faults are matched against. */
export interface FaultTarget {
  readonly method: string;
  readonly path: string;
  readonly operation: string | undefined;
  /** Returns whether the request body contains a text. */
  readonly bodyContains: (text: string) => boolean;
}

/** A fault to inject into a request. */
export interface Injection {
  readonly fault: Fault;
  /** Index of the fault in the world's list. */
  readonly index: number;
}

/** Counters of a fault. */
export interface FaultProgress {
  /** Number of matching requests that it has skipped because of `after`. */
  readonly passed: number;
  /** Number of times it has been injected. */
  readonly injected: number;
}

/** The faults of a world. */
export interface FaultPlan {
  /**
   * Replaces the faults.
   *
   * @param progress - Counters of each fault. Default: all start at 0.
   */
  set(faults: readonly Fault[], progress?: readonly FaultProgress[]): void;
  /** The current faults. */
  readonly faults: readonly Fault[];
  /** Returns the counters of each fault. */
  progress(): readonly FaultProgress[];
  /** Selects the first fault that applies to a request and counts it; undefined when none applies. */
  inject(target: FaultTarget): Injection | undefined;
}

/**
 * Creates the fault plan of a world.
 *
 * @param random - Source of randomness for faults with a probability.
 * @param faults - Initial faults.
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
    progress: () => counters.map(({ passed, injected }) => ({ passed, injected })),
    inject(target) {
      const index = counters.findIndex((counter) => applies(counter, target, random));
      const found = counters[index];
      return found === undefined ? undefined : { fault: found.fault, index };
    },
  };
}

interface Counter {
  readonly fault: Fault;
  passed: number;
  injected: number;
}

function counterOf(fault: Fault, { passed, injected }: FaultProgress = { passed: 0, injected: 0 }): Counter {
  return { fault, passed, injected };
}

/** Whether a fault applies to a request. Updates its counters. */
function applies(counter: Counter, target: FaultTarget, random: Random): boolean {
  const { match, probability, after = 0, times = Infinity } = counter.fault;
  if (counter.injected >= times || (match !== undefined && !matches(match, target))) return false;
  if (counter.passed < after) {
    counter.passed++;
    return false;
  }
  if (probability !== undefined && random.next() >= probability) return false;
  counter.injected++;
  return true;
}

function matches(match: FaultMatch, target: FaultTarget): boolean {
  const { path, method, operation, body_contains: content } = match;
  if (method !== undefined && method !== target.method) return false;
  if (operation !== undefined && operation !== target.operation) return false;
  if (path !== undefined && !matchesPath(path, target.path)) return false;
  return content === undefined || target.bodyContains(content);
}

function matchesPath(pattern: string, path: string): boolean {
  return pattern.endsWith('*') ? path.startsWith(pattern.slice(0, -1)) : path === pattern;
}
