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

/** The faults of a world. */
export interface FaultPlan {
  /** Puts other faults in their place; counting begins anew. */
  set(faults: readonly Fault[]): void;
  /** The faults. */
  readonly faults: readonly Fault[];
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
  let counters = faults.map(counterOf);
  return {
    get faults() {
      return counters.map(({ fault }) => fault);
    },
    set(next) {
      counters = next.map(counterOf);
    },
    strike(target) {
      const index = counters.findIndex((counter) => strikes(counter, target, random));
      const found = counters[index];
      return found === undefined ? undefined : { fault: found.fault, index };
    },
  };
}

interface Counter {
  readonly fault: Fault;
  toPass: number;
  left: number;
}

function counterOf(fault: Fault): Counter {
  return { fault, toPass: fault.after ?? 0, left: fault.times ?? Infinity };
}

function strikes(counter: Counter, target: FaultTarget, random: Random): boolean {
  const { match, probability } = counter.fault;
  if (counter.left === 0 || (match !== undefined && !fits(match, target))) return false;
  if (counter.toPass > 0) {
    counter.toPass--;
    return false;
  }
  if (probability !== undefined && random.next() >= probability) return false;
  counter.left--;
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
