/** Changes a world's clock from a JSON document. */
import { parseInput } from '@parlance/schemas/validation';
import * as z from 'zod';
import { numberBetween } from '../input/numbers.js';
import type { Clock } from '../world/clock.js';
import { ClockFactorSchema, ClockModeSchema } from '../world/clock.schema.js';

const RFC_3339 = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$/i;

const change = z
  .strictObject({
    advance_ms: numberBetween(0, 10 ** 13).optional(),
    set: z
      .string()
      .refine(
        (text) => RFC_3339.test(text) && !Number.isNaN(Date.parse(text)),
        'must be an RFC 3339 time, for example 2026-06-01T00:00:00Z',
      )
      .optional(),
    mode: ClockModeSchema.optional(),
    factor: ClockFactorSchema.optional(),
  })
  .refine((keys) => Object.keys(keys).length > 0, 'must set at least one of advance_ms, set, mode, factor');

/**
 * Changes a clock: `{"advance_ms": n}`, `{"set": "RFC 3339"}`, `{"mode": "running", "factor": 60}`.
 *
 * @returns The resulting time, as `{"now": "RFC 3339"}`.
 * @throws {InputError} When the document is invalid; lists all problems.
 */
export function setClock(clock: Clock, body: unknown): { readonly now: string } {
  const { advance_ms: advanceMs, set, mode, factor } = parseInput(change, body, { source: 'body' });
  if (mode !== undefined) clock.run(mode, factor);
  if (set !== undefined) clock.set(Date.parse(set));
  if (advanceMs !== undefined) clock.advance(advanceMs);
  return { now: clock.iso() };
}
