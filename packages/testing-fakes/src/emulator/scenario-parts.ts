/** The parts of a scenario that every service has: faults, limits, the clock, and recorded exchanges. */
import * as z from 'zod';
import { exchangePlanOf } from '../exchanges/exchange-plan.js';
import { ExchangesSchema } from '../exchanges/exchange.schema.js';
import { faultPlanOf } from '../faults/fault-plan.js';
import { FaultsSchema } from '../faults/read-faults.js';
import { limitPlanOf } from '../limits/limit-plan.js';
import { LimitsUsedSchema, RateLimitsSchema } from '../limits/rate-limits.js';
import { planPart, recordPart, type ScenarioPart } from '../scenario/scenario-part.js';
import { Steering } from '../scenario/steering.js';
import { changeClock, ClockChangeSchema } from '../world/clock-change.js';
import type { Service } from './service.js';

const count = z.int().min(0);

const common: readonly ScenarioPart[] = [
  planPart({
    name: 'faults',
    schema: FaultsSchema,
    planOf: faultPlanOf,
    progress: z.array(z.object({ passed: count, injected: count })),
  }),
  planPart({
    name: 'limits',
    schema: RateLimitsSchema,
    planOf: limitPlanOf,
    progress: LimitsUsedSchema,
  }),
  recordPart({
    name: 'clock',
    schema: ClockChangeSchema,
    apply: ({ clock }, change) => changeClock(clock, change),
  }),
  planPart({
    name: 'exchanges',
    schema: ExchangesSchema,
    isChangeable: false,
    planOf: exchangePlanOf,
    progress: z.array(count),
  }),
];

/** Returns what steers the worlds of an emulator with certain services. */
export function steeringOf(services: readonly Service[]): Steering {
  // The clock before the records, whose times default to now.
  return new Steering([...common, ...services.flatMap(({ scenario = [] }) => scenario)]);
}
