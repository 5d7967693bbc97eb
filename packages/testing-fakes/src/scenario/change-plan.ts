/** The changes of a scenario and the requests that they wait for. */
import { matchesRequest, NearestRequest, type RequestTarget } from './match-request.js';
import type { ScenarioChange } from '../fake/scenario.js';

/** The pending and applied changes of a world. */
export interface ChangePlan {
  /**
   * Replaces the changes.
   *
   * @param seen - Number of matching requests so far, for each change. Defaults to 0.
   */
  set(changes: readonly ScenarioChange[], seen?: readonly number[]): void;
  /** The changes, including those that have been applied. */
  readonly changes: readonly ScenarioChange[];
  /** Returns the number of matching requests so far, for each change. */
  seen(): readonly number[];
  /** Counts a request and returns the changes that are due after it, with their indexes. */
  due(target: RequestTarget): readonly (readonly [index: number, change: ScenarioChange])[];
  /** Records that a change could not be applied. */
  failed(index: number, message: string): void;
  /** Returns the changes that failed, and those whose requests did not arrive. */
  problems(): readonly string[];
}

interface Pending {
  readonly change: ScenarioChange;
  readonly nearest: NearestRequest;
  seen: number;
}

/** Creates a plan without changes. */
export function createChangePlan(): ChangePlan {
  let pending: Pending[] = [];
  let failures: string[] = [];
  return {
    get changes() {
      return pending.map(({ change }) => change);
    },
    set(changes, seen = []) {
      pending = changes.map((change, index) => ({
        change,
        nearest: new NearestRequest(),
        seen: seen[index] ?? 0,
      }));
      failures = [];
    },
    seen: () => pending.map((one) => one.seen),
    due: (target) =>
      pending.flatMap((one, index) => (isDue(one, target) ? [[index, one.change] as const] : [])),
    failed(index, message) {
      failures.push(`changes.${index} failed: ${message}`);
    },
    problems: () => [...failures, ...pending.flatMap(missingOf)],
  };
}

/** Counts a request. Returns whether it is the last one that a change waits for. */
function isDue(one: Pending, target: RequestTarget): boolean {
  const { calls = 1, ...match } = one.change.after;
  if (one.seen >= calls) return false;
  if (!matchesRequest(match, target)) {
    one.nearest.compare(match, target);
    return false;
  }
  one.seen++;
  return one.seen === calls;
}

function missingOf({ change, nearest, seen }: Pending, index: number): string[] {
  const { calls = 1, ...match } = change.after;
  if (seen >= calls) return [];
  const count = `changes.${index} was never applied: it had ${seen} of ${calls} requests.`;
  return [seen === 0 ? `${count} ${nearest.describe(match)}` : count];
}
