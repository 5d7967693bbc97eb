/** Schemas of bounded numbers. The error message always states both bounds. */
import * as z from 'zod';

/**
 * Creates the schema of a whole number.
 *
 * @param min - Minimum, inclusive.
 * @param max - Maximum, inclusive.
 */
export function wholeNumber(min: number, max: number): z.ZodInt {
  const params = { error: ranged('whole number', min, max), abort: true };
  return z.int(params).min(min, params).max(max, params);
}

/**
 * Creates the schema of a number.
 *
 * @param min - Minimum, inclusive.
 * @param max - Maximum, inclusive.
 */
export function numberBetween(min: number, max: number): z.ZodNumber {
  const params = { error: ranged('number', min, max), abort: true };
  return z.number(params).min(min, params).max(max, params);
}

/** A missing value keeps the default message. */
function ranged(kind: string, min: number, max: number): z.core.$ZodErrorMap {
  return ({ input }) => (input === undefined ? undefined : `must be a ${kind} from ${min} to ${max}`);
}
