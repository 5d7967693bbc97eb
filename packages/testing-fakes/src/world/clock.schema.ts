/** Schemas of clock settings. */
import * as z from 'zod';
import type { ClockMode } from './clock.js';

/** Schema of {@link ClockMode}. */
export const ClockModeSchema: z.ZodType<ClockMode> = z.enum(['skip', 'manual', 'running']);

const FACTOR = 'must be a number above 0, at most 1000000';

/** Schema of the speed of a running clock. */
export const ClockFactorSchema: z.ZodType<number> = z.number().gt(0, FACTOR).max(1_000_000, FACTOR);
