/** Numbers within bounds, with one message that states both. */
import * as z from 'zod';

/**
 * A whole number.
 *
 * @param min - Least value.
 * @param max - Greatest value.
 */
export function wholeNumber(min: number, max: number): z.ZodInt {
  const params = { error: ranged('whole number', min, max), abort: true };
  return z.int(params).min(min, params).max(max, params);
}

/**
 * A number, whole or not.
 *
 * @param min - Least value.
 * @param max - Greatest value.
 */
export function numberBetween(min: number, max: number): z.ZodNumber {
  const params = { error: ranged('number', min, max), abort: true };
  return z.number(params).min(min, params).max(max, params);
}

/** States both bounds; a missing value keeps the default message. */
function ranged(kind: string, min: number, max: number): z.core.$ZodErrorMap {
  return ({ input }) => (input === undefined ? undefined : `must be a ${kind} from ${min} to ${max}`);
}
