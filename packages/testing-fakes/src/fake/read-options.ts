/** Validation of the options of `createFake`. */
import type { Naming } from '@parlance/schemas';
import { parseInput } from '@parlance/schemas/validation';
import * as z from 'zod';
import type { FakeOptions } from './fake-options.js';
import type { DemoSizes } from '../demo/organization.js';
import { FaultsSchema } from '../faults/read-faults.js';
import type { Fields } from '../input/fields.js';
import { numberBetween, wholeNumber } from '../input/numbers.js';
import { RateLimitsSchema } from '../limits/rate-limits.js';
import type { ClockOptions } from '../world/clock.js';
import { ClockFactorSchema, ClockModeSchema } from '../world/clock.schema.js';
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

const fields = {
  world: WorldNameSchema.optional(),
  seed: z.enum(['empty', 'demo']).optional(),
  demo: demo.optional(),
  randomSeed: wholeNumber(0, Number.MAX_SAFE_INTEGER).optional(),
  clock: clock.optional(),
  faults: FaultsSchema.optional(),
  // Validated by `createTranslation`, which knows the words of the contract that it must not collide with.
  naming: z.custom<Naming>().optional(),
  store: keeper.optional(),
  rateLimits: RateLimitsSchema.optional(),
  maxIdleWorlds: wholeNumber(1, 1_000_000).optional(),
  journalSize: wholeNumber(0, 1_000_000).optional(),
  betas: z.enum(['strict', 'lenient']).optional(),
  webhookTargets: z.enum(['loopback', 'any']).optional(),
  nulls: z.enum(['sent', 'omitted']).optional(),
  checkResponses: z.boolean().optional(),
  onRequest: listener.optional(),
  paceMs: wholeNumber(0, 86_400_000).optional(),
} satisfies Fields<Omit<FakeOptions, 'scenario'>>;

/**
 * Validates the options of `createFake`.
 *
 * @param value - The options.
 * @param scenario - Schema of a scenario.
 * @throws {InputError} When they are invalid; lists all problems.
 */
export function readOptions(value: unknown, scenario: z.ZodType<object>): FakeOptions {
  const schema = z.strictObject({ ...fields, scenario: scenario.optional() });
  return parseInput(schema, value, { source: 'options' });
}
