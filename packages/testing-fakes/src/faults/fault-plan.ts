/** The faults of a world and how often each has been injected. */
import { matchesRequest, NearestRequest, type MatchedRequest } from '../scenario/match-request.js';
import type { Plan } from '../scenario/scenario-part.js';
import { createRandom, hashText, type Random } from '../world/random.js';
import type { World } from '../world/world.js';
import type { Fault } from './fault.js';

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
export interface FaultPlan extends Plan<readonly Fault[], readonly FaultProgress[]> {
  /** Selects the first fault that applies to a request and counts it; undefined when none applies. */
  inject(target: MatchedRequest): Injection | undefined;
}

/** Returns the faults of a world. */
export function faultPlanOf({ whole }: World): FaultPlan {
  return whole.local('faults', () =>
    createFaultPlan(createRandom(hashText(`${whole.seed}:faults:${whole.name}`))),
  );
}

function createFaultPlan(random: Random): FaultPlan {
  let counters: Counter[] = [];
  return {
    get value() {
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
    problems: () => counters.flatMap(unusedOf),
  };
}

interface Counter {
  readonly fault: Fault;
  readonly nearest: NearestRequest;
  passed: number;
  injected: number;
}

function counterOf(fault: Fault, { passed, injected }: FaultProgress = { passed: 0, injected: 0 }): Counter {
  return { fault, nearest: new NearestRequest(), passed, injected };
}

/** Whether a fault applies to a request. Updates its counters. */
function applies(counter: Counter, target: MatchedRequest, random: Random): boolean {
  const { match, probability, after = 0, times = Infinity } = counter.fault;
  if (counter.injected >= times || !isOfKind(match?.custom_id, target.customId)) return false;
  if (match !== undefined && !matchesRequest(match, target)) {
    counter.nearest.compare(match, target);
    return false;
  }
  if (counter.passed < after) {
    counter.passed++;
    return false;
  }
  if (probability !== undefined && random.next() >= probability) return false;
  counter.injected++;
  return true;
}

/** Whether a fault of requests of batches meets one with its id, or another fault meets another request. */
function isOfKind(wanted: string | undefined, id: string | undefined): boolean {
  if (wanted === undefined || id === undefined) return wanted === id;
  return wanted.endsWith('*') ? id.startsWith(wanted.slice(0, -1)) : id === wanted;
}

/** Faults without `times` or with a probability may remain unused. */
function unusedOf({ fault, nearest, injected }: Counter, index: number): string[] {
  const { times, probability, match = {} } = fault;
  if (times === undefined || probability !== undefined || injected > 0) return [];
  return [`faults.${index} was never injected. ${nearest.describe(match)}`];
}
