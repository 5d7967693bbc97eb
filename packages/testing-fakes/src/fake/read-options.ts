/** Validation of the options of `createFake`. */
import type { Naming } from '@parlance/schemas';
import { parseInput } from '@parlance/schemas/validation/kit';
import * as z from 'zod';
import type { FakeOptions } from './fake-options.js';
import type { DemoSizes } from '../demo/organization.js';
import type { Fields } from '../input/fields.js';
import { numberBetween, wholeNumber } from '../input/numbers.js';
import type { Steering } from '../scenario/steering.js';
import type { ClockOptions } from '../world/clock.js';
import { ClockFactorSchema, ClockModeSchema } from '../world/clock-change.js';
import { FIRST_MS, LAST_MS } from '../world/instant.js';
import type { JournalEntry } from '../world/journal.js';
import type { WorldKeeper } from '../world/world-keeper.js';
import { WorldNameSchema } from '../world/world-name.js';

const count = wholeNumber(0, 10_000_000);

const demo = z.strictObject({
  users: count.optional(),
  chats: count.optional(),
  organizations: count.optional(),
  activities: count.optional(),
} satisfies Fields<DemoSizes>);

const clock = z.strictObject({
  mode: ClockModeSchema.optional(),
  factor: ClockFactorSchema.optional(),
  start: numberBetween(FIRST_MS, LAST_MS).optional(),
} satisfies Fields<ClockOptions>);

const keeper = z.custom<WorldKeeper>(
  (value) => typeof (value as { open?: unknown } | null)?.open === 'function',
  'must be a world store, for example the result of openWorldFile()',
);

const listener = z.custom<(entry: JournalEntry) => void>(
  (value) => typeof value === 'function',
  'must be a function',
);

/** Schemas of the options. The keys are in the order of messages. */
function fieldsOf(steering: Steering): Fields<Record<keyof FakeOptions, unknown>> {
  return {
    world: WorldNameSchema.optional(),
    seed: z.enum(['empty', 'demo']).optional(),
    demo: demo.optional(),
    randomSeed: wholeNumber(0, Number.MAX_SAFE_INTEGER).optional(),
    clock: clock.optional(),
    faults: steering.schemaOf('faults').optional(),
    // Validated by `createTranslation`, which knows the words of the contract that it must not collide with.
    naming: z.custom<Naming>().optional(),
    store: keeper.optional(),
    rateLimits: steering.schemaOf('limits').optional(),
    maxIdleWorlds: wholeNumber(1, 1_000_000).optional(),
    journalSize: wholeNumber(0, 1_000_000).optional(),
    betas: z.enum(['strict', 'lenient']).optional(),
    webhookTargets: z.enum(['loopback', 'any']).optional(),
    nulls: z.enum(['sent', 'omitted']).optional(),
    checkResponses: z.boolean().optional(),
    onRequest: listener.optional(),
    paceMs: wholeNumber(0, 86_400_000).optional(),
    scenario: steering.schema.optional(),
  };
}

/**
 * Validates the options of `createFake`.
 *
 * @param value - The options.
 * @param steering - Parts of a scenario.
 * @throws {InputError} When they are invalid; lists all problems.
 */
export function readOptions(value: unknown, steering: Steering): FakeOptions {
  // The schemas of faults and limits are those of their parts of a scenario.
  return parseInput(z.strictObject(fieldsOf(steering)), value, { source: 'options' }) as FakeOptions;
}
