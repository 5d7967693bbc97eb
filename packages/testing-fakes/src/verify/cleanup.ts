/** Removal of what a scenario has created, because a service limits how many objects there can be. */
import { operations, type Operation } from '@parlance/schemas';
import { valueAt } from './json.js';
import type { ScenarioStep } from './scenario.js';

/**
 * Returns the requests that delete or archive the objects that steps have created, in reverse order.
 *
 * @param steps - Steps with their operations.
 * @param bodies - Bodies of the responses of the deployment.
 */
export function removalsOf(
  steps: readonly (readonly [ScenarioStep, Operation | undefined])[],
  bodies: readonly unknown[],
): readonly ScenarioStep[] {
  const known: Readonly<Record<string, Operation | undefined>> = operations;
  const removals = steps.flatMap(([{ key }, operation], index): ScenarioStep[] => {
    const id = valueAt(bodies[index], 'id');
    const resource = /^(.+)\.create$/.exec(operation?.id ?? '')?.[1];
    const removal = known[`${resource}.delete`] ?? known[`${resource}.archive`];
    // What is inside of another object is removed with it.
    if (typeof id !== 'string' || removal === undefined || removal.path.split('{').length > 2) return [];
    const line = `${removal.method} ${removal.path.replace(/\{\w+\}/, `{{${index}.id}}`)}`;
    return [{ line, ...(key !== undefined && { key }) }];
  });
  return removals.toReversed();
}
