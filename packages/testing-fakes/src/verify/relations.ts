/** Relations between the responses of a scenario that reads what a deployment has: pages are parts of a longer page, objects are items of a list. */
import { differencesOf, type Difference } from '../exchanges/compare.js';
import { violation } from './invariants.js';
import { valueAt } from './json.js';
import type { ScenarioStep } from './scenario.js';

/**
 * Returns what the last response should have in common with earlier ones, and has not.
 *
 * @param step - The last step.
 * @param bodies - Bodies of all responses.
 */
export function relationDifferences(
  { same = {} }: ScenarioStep,
  bodies: readonly unknown[],
): readonly Difference[] {
  return Object.entries(same).flatMap(([path, other]) => {
    const [left, right] = [read(bodies, other), read(bodies.at(-1), path)];
    const isSame = differencesOf(left, right, '').length === 0;
    return isSame ? [] : [violation(path, JSON.stringify(left), right)];
  });
}

/** Returns the value at a path without durations, which continue; or whether there is one. */
function read(value: unknown, path: string): unknown {
  const found = valueAt(value, path.replace('?', '')) ?? null;
  if (path.endsWith('?')) return found !== null;
  return JSON.parse(
    JSON.stringify(found, (key, member: unknown) => (key.endsWith('seconds') ? undefined : member)),
  );
}
