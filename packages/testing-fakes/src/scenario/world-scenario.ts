/** The scenario of a world and its progress. */
import { createExchangePlan, type ExchangePlan } from '../exchanges/exchange-plan.js';
import { createFaultPlan, type FaultPlan, type FaultProgress } from '../faults/fault-plan.js';
import { createLimitPlan, type LimitPlan, type LimitsUsed } from '../limits/limit-plan.js';
import { createScriptPlan, type ScriptPlan, type ScriptProgress } from '../model/script-plan.js';
import type { Clock } from '../world/clock.js';
import type { Random } from '../world/random.js';
import { createChangePlan, type ChangePlan } from './change-plan.js';
import type { Scenario } from '../fake/scenario.js';

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

/** The scenario of a world. */
export interface WorldScenario {
  readonly replies: ScriptPlan;
  readonly faults: FaultPlan;
  readonly limits: LimitPlan;
  readonly changes: ChangePlan;
  readonly exchanges: ExchangePlan;
  /** Returns the scenario with its progress. */
  state(): ScenarioState;
  /** Replaces the scenario and its progress. */
  restore(state: ScenarioState): void;
}

/**
 * Creates an empty scenario.
 *
 * @param clock - Clock of the world, for rate limits.
 * @param random - Source of randomness for faults with a probability.
 */
export function createWorldScenario(clock: Clock, random: Random): WorldScenario {
  const replies = createScriptPlan();
  const faults = createFaultPlan(random);
  const limits = createLimitPlan(clock);
  const changes = createChangePlan();
  const exchanges = createExchangePlan();
  return {
    replies,
    faults,
    limits,
    changes,
    exchanges,
    state: () => ({
      scenario: {
        replies: replies.scripts,
        faults: faults.faults,
        limits: limits.limits,
        changes: changes.changes,
        exchanges: exchanges.exchanges,
      },
      progress: {
        replies: replies.progress(),
        faults: faults.progress(),
        limits: limits.used(),
        changes: changes.seen(),
        exchanges: exchanges.used(),
      },
    }),
    restore({ scenario, progress }) {
      replies.set(scenario.replies ?? [], progress.replies);
      faults.set(scenario.faults ?? [], progress.faults);
      limits.set(scenario.limits ?? {}, progress.limits);
      changes.set(scenario.changes ?? [], progress.changes);
      exchanges.set(scenario.exchanges ?? [], progress.exchanges);
    },
  };
}
