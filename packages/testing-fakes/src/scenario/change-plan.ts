/** The changes of a scenario and the requests that they wait for. */
import type { World } from '../world/world.js';
import { matchesRequest, NearestRequest, type MatchedRequest } from './match-request.js';
import type { RequestMatch } from './request-match.js';
import type { Plan } from './scenario-part.js';

/** A change: the requests that it waits for, and the parts that it replaces. */
export interface PlannedChange {
  readonly after: RequestMatch & {
    /** Number of matching requests. Defaults to 1. */
    readonly calls?: number | undefined;
  };
}

/** The pending and applied changes of a world. Its progress is the number of matching requests so far, for each change. */
export interface ChangePlan extends Plan<readonly PlannedChange[], readonly number[]> {
  /** Counts a request and returns the changes that are due after it, with their indexes. */
  due(target: MatchedRequest): readonly (readonly [index: number, change: PlannedChange])[];
  /** Records that a change could not be applied. */
  failed(index: number, message: string): void;
}

interface Pending {
  readonly change: PlannedChange;
  readonly nearest: NearestRequest;
  seen: number;
}

/** Returns the changes of a world. */
export function changePlanOf(world: World): ChangePlan {
  return world.whole.local('changes', createChangePlan);
}

function createChangePlan(): ChangePlan {
  let pending: Pending[] = [];
  let failures: string[] = [];
  return {
    get value() {
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
    progress: () => pending.map((one) => one.seen),
    due: (target) =>
      pending.flatMap((one, index) => (isDue(one, target) ? [[index, one.change] as const] : [])),
    failed(index, message) {
      failures.push(`changes.${index} failed: ${message}`);
    },
    problems: () => [...failures, ...pending.flatMap(missingOf)],
  };
}

/** Counts a request. Returns whether it is the last one that a change waits for. */
function isDue(one: Pending, target: MatchedRequest): boolean {
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
