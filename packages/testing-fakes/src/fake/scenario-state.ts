/** How far the scenario of a world has been used. */
import type { FaultProgress } from '../faults/fault-plan.js';
import type { LimitsUsed } from '../organization/rate-limits.js';
import type { ScriptProgress } from '../model/script-plan.js';
import type { Scenario } from './scenario.js';

/** Progress of a scenario. */
export interface ScenarioProgress {
  /** Progress of each script. */
  readonly replies: readonly ScriptProgress[];
  /** Counters of each fault. */
  readonly faults: readonly FaultProgress[];
  /** Used capacity of the rate limits, by family and measure. */
  readonly limits: LimitsUsed;
  /** Number of matching requests for each change. */
  readonly changes: readonly number[];
  /** Number of replays of each exchange. */
  readonly exchanges: readonly number[];
}

/** A scenario with its progress. Scripted sessions, the clock and records are not part of it: the world stores them. */
export interface ScenarioState {
  /** Steps that were set, used or not. */
  readonly scenario: Omit<Scenario, 'sessions' | 'clock' | 'records'>;
  /** How far they have been used. */
  readonly progress: ScenarioProgress;
}
