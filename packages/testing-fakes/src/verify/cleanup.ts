/** Removal of what a scenario has created, because a service limits how many objects there can be. */
import { operations, type Operation } from '@parlance/schemas';
import { valueAt } from '../input/json.js';
import {
  operationOf,
  requestOf,
  type RuleScenario,
  type ScenarioStep,
  type StepContext,
} from './scenario.js';
import type { Target } from './target.js';

/**
 * Deletes or archives the objects that a scenario has created, the last one first.
 *
 * @param scenario - The scenario.
 * @param target - The deployment.
 * @param context - What the requests are filled with: bodies of the deployment's responses, and names.
 * @param signal - Aborts the requests.
 */
export async function removeCreated(
  { steps }: RuleScenario,
  target: Target,
  context: Omit<StepContext, 'key'>,
  signal: AbortSignal,
): Promise<void> {
  const removals = steps.flatMap((step, index) => removalOf(step, index, context.bodies[index]));
  for (const step of removals.toReversed()) {
    const key = target.keys[step.key ?? 'api'];
    const { path, method, headers } = requestOf(step, operationOf(step), { ...context, key });
    const response = await target.fetch(target.url + path, { method, headers, signal });
    await response.body?.cancel();
  }
}

/** Returns the request that removes the object of a step. An object inside another one is removed with it. */
function removalOf(step: ScenarioStep, index: number, body: unknown): readonly ScenarioStep[] {
  const known: Readonly<Record<string, Operation | undefined>> = operations;
  const resource = /^(.+)\.(?:create|upload)$/.exec(operationOf(step)?.id ?? '')?.[1];
  const removal = known[`${resource}.delete`] ?? known[`${resource}.archive`];
  if (typeof valueAt(body, 'id') !== 'string' || removal === undefined) return [];
  const line = `${removal.method} ${removal.path.replace(/\{\w+\}/, `{{${index}.id}}`)}`;
  return removal.path.split('{').length > 2 ? [] : [{ ...step, line, body: undefined }];
}
