/** Applies scenarios to worlds. */
import { scriptSessions, unusedInSessions } from '../managed-agents/run/scripted-sessions.js';
import { changeClock } from '../world/clock-change.js';
import type { World } from '../world/world.js';
import { changeRecords } from '../compliance/scenario/change-records.js';
import type { RequestTarget } from './match-request.js';
import type { Scenario } from '../fake/scenario.js';

/** Which parts of a scenario to apply: `all`, or only those that a stored world does not store. */
export type ScenarioScope = 'all' | 'not-stored';

/**
 * Applies the parts of a scenario that are set. Each replaces the same part of the world's scenario.
 *
 * @param world - World to steer.
 * @param scenario - Validated scenario.
 * @param scope - Parts to apply. Defaults to `all`.
 */
export function applyScenario(world: World, scenario: Scenario, scope: ScenarioScope = 'all'): void {
  const { replies, sessions, faults, limits, clock, records, changes, exchanges } = scenario;
  const current = world.scenario;
  if (replies !== undefined) current.replies.set(replies);
  if (faults !== undefined) current.faults.set(faults);
  if (limits !== undefined) current.limits.set(limits);
  if (changes !== undefined) current.changes.set(changes);
  if (exchanges !== undefined) current.exchanges.set(exchanges);
  if (scope === 'not-stored') return;
  if (sessions !== undefined) scriptSessions(world, sessions);
  if (clock !== undefined) changeClock(world.clock, clock);
  if (records !== undefined) changeRecords(world, records);
  world.store.commit();
}

/** Counts a request and applies the changes that waited for it. */
export function applyDueChanges(world: World, target: RequestTarget): void {
  const plan = world.scenario.changes;
  for (const [index, change] of plan.due(target)) {
    try {
      applyScenario(world, change);
    } catch (error) {
      plan.failed(index, error instanceof Error ? error.message : String(error));
    }
  }
}

/** Returns every deviation of a world's requests from its scenario. */
export function scenarioProblems(world: World): readonly string[] {
  const { replies, faults, changes, exchanges } = world.scenario;
  return [
    ...replies.problems(),
    ...unusedInSessions(world),
    ...faults.problems(),
    ...changes.problems(),
    ...exchanges.problems(),
  ];
}
