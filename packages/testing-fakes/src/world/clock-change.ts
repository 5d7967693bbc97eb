/** Changes of a world's clock, as JSON. */
import * as z from 'zod';
import type { Fields } from '../input/fields.js';
import { numberBetween } from '../input/numbers.js';
import type { Clock, ClockMode } from './clock.js';

/** A change of a world's clock. Sets at least one field. */
export interface ClockChange {
  /** Milliseconds by which to move time forward. */
  readonly advance_ms?: number | undefined;
  /** Time to set, as RFC 3339. */
  readonly set?: string | undefined;
  /** How time moves: `skip`, `manual` or `running`. */
  readonly mode?: ClockMode | undefined;
  /** Speed of a `running` clock, as a multiple of real time. Defaults to 1. */
  readonly factor?: number | undefined;
}

/** Schema of {@link ClockMode}. */
export const ClockModeSchema: z.ZodType<ClockMode> = z.enum(['skip', 'manual', 'running']);

const FACTOR = 'must be a number above 0, at most 1000000';

/** Schema of the speed of a running clock. */
export const ClockFactorSchema: z.ZodType<number> = z.number().gt(0, FACTOR).max(1_000_000, FACTOR);

const RFC_3339 = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$/i;

/** Schema of an RFC 3339 time. */
export const TimeSchema: z.ZodType<string> = z
  .string()
  .refine(
    (text) => RFC_3339.test(text) && !Number.isNaN(Date.parse(text)),
    'must be an RFC 3339 time, for example 2026-06-01T00:00:00Z',
  );

/** Schema of {@link ClockChange}. */
export const ClockChangeSchema: z.ZodType<ClockChange> = z
  .strictObject({
    advance_ms: numberBetween(0, 10 ** 13).optional(),
    set: TimeSchema.optional(),
    mode: ClockModeSchema.optional(),
    factor: ClockFactorSchema.optional(),
  } satisfies Fields<ClockChange>)
  .refine((keys) => Object.keys(keys).length > 0, 'must set at least one of advance_ms, set, mode, factor');

/**
 * Changes a clock: first its mode, then its time.
 *
 * @throws {RangeError} When time would leave the years 1 to 9999.
 */
export function changeClock(clock: Clock, { advance_ms: advanceMs, set, mode, factor }: ClockChange): void {
  if (mode !== undefined) clock.run(mode, factor);
  if (set !== undefined) clock.set(Date.parse(set));
  if (advanceMs !== undefined) clock.advance(advanceMs);
}
