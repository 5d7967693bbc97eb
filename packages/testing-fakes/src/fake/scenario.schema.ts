/** Schemas of scenarios. */
import { parseInput } from '@parlance/schemas/validation';
import * as z from 'zod';
import { ExchangesSchema } from '../exchanges/exchange.schema.js';
import { FaultsSchema } from '../faults/read-faults.js';
import type { Fields } from '../input/fields.js';
import { wholeNumber } from '../input/numbers.js';
import { RateLimitsSchema } from '../limits/rate-limits.js';
import { SessionScenarioSchema } from '../managed-agents/run/session-scenario.schema.js';
import { ScriptsSchema } from '../model/read-scripts.js';
import { ClockChangeSchema } from '../world/clock-change.js';
import { ScenarioRecordsSchema } from '../compliance/scenario/records.schema.js';
import { requestMatchFields } from '../scenario/request-match.js';
import type { Scenario, ScenarioChange, ScenarioParts, ScenarioTrigger } from './scenario.js';

const parts = {
  replies: ScriptsSchema.optional(),
  sessions: SessionScenarioSchema.optional(),
  faults: FaultsSchema.optional(),
  limits: RateLimitsSchema.optional(),
  clock: ClockChangeSchema.optional(),
  records: ScenarioRecordsSchema.optional(),
} satisfies Fields<ScenarioParts>;

const change = z.strictObject({
  after: z.strictObject({
    ...requestMatchFields,
    calls: wholeNumber(1, 1_000_000_000).optional(),
  } satisfies Fields<ScenarioTrigger>),
  ...parts,
} satisfies Fields<ScenarioChange>);

/** Schema of {@link Scenario}. */
export const ScenarioSchema: z.ZodType<Scenario> = z.strictObject({
  ...parts,
  changes: z.array(change).max(10_000).optional(),
  exchanges: ExchangesSchema.optional(),
} satisfies Fields<Scenario>);

/**
 * Validates a scenario.
 *
 * @param value - Value to validate, for example parsed JSON.
 * @throws {InputError} When it is invalid; lists all problems.
 */
export function readScenario(value: unknown): Scenario {
  return parseInput(ScenarioSchema, value, { source: 'scenario' });
}
