/** The parts of a scenario that every service has: faults, the clock, and recorded exchanges. */
import * as z from 'zod';
import { divergencePlanOf } from '../exchanges/divergence-plan.js';
import { divergencesSchema } from '../exchanges/divergence.schema.js';
import { exchangePlanOf } from '../exchanges/exchange-plan.js';
import { ExchangesSchema } from '../exchanges/exchange.schema.js';
import { faultPlanOf } from '../faults/fault-plan.js';
import { faultsSchema } from '../faults/fault.schema.js';
import { rules } from '../rules/index.js';
import { planPart, recordPart, type ScenarioPart } from '../scenario/scenario-part.js';
import { Steering } from '../scenario/steering.js';
import { changeClock, ClockChangeSchema } from '../world/clock-change.js';
import type { Service } from './service.js';

const count = z.int().min(0);

const common: readonly ScenarioPart[] = [
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

function divergencesPart(operationIds: readonly string[]): ScenarioPart {
  return planPart({
    name: 'divergences',
    schema: divergencesSchema(operationIds, [...rules.keys()]),
    isChangeable: false,
    planOf: divergencePlanOf,
    progress: z.null(),
  });
}

function faultsPart(operationIds: readonly string[]): ScenarioPart {
  return planPart({
    name: 'faults',
    schema: faultsSchema(operationIds),
    planOf: faultPlanOf,
    progress: z.array(z.object({ passed: count, injected: count })),
  });
}

/** Returns what steers the worlds of an emulator with certain services. */
export function steeringOf(services: readonly Service[]): Steering {
  // The clock before the records, whose times default to now.
  const operationIds = services.flatMap(({ operations }) => Object.keys(operations));
  const parts = [
    faultsPart(operationIds),
    ...common,
    divergencesPart(operationIds),
    ...services.flatMap(({ scenario = [] }) => scenario),
  ];
  return new Steering(parts, operationIds);
}
