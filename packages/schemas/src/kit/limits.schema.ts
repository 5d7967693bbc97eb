/** Limits that zod's own checks do not say: lengths in characters, times, and rules over several fields. */
import { z } from 'zod';
import type { Schema } from './schema.js';

/** Smallest and largest length of a string, in characters, both inclusive. */
export interface CharacterBounds {
  readonly min?: number | undefined;
  readonly max?: number | undefined;
}

/**
 * Makes the schema of a string whose length is counted in characters (Unicode code points), not in UTF-16 units.
 *
 * @param bounds - Smallest and largest length; a bound left out is not checked.
 */
export function characters(bounds: CharacterBounds): Schema<string> {
  const { min = 0, max = Number.POSITIVE_INFINITY } = bounds;
  return z.string().check((context) => {
    const input = context.value;
    if (!hasMoreThan(input, min - 1)) {
      context.issues.push({ code: 'too_small', origin: 'string', minimum: min, inclusive: true, input });
    } else if (hasMoreThan(input, max)) {
      context.issues.push({ code: 'too_big', origin: 'string', maximum: max, inclusive: true, input });
    }
  });
}

/** Whether a string has more characters than a bound. It counts only where the number of units leaves that open. */
function hasMoreThan(value: string, bound: number): boolean {
  if (bound < 0) return true;
  if (value.length <= bound) return false;
  if (value.length > 2 * bound) return true;
  let count = 0;
  for (const _ of value) if (++count > bound) return true;
  return false;
}

/** Schema of an RFC 3339 time. */
export const timestamp: Schema<string> = z.iso.datetime({ offset: true });

/** Reports that a value breaks a rule. `path` leads to the field, from the value that is checked. */
export type Report = (rule: string, message: string, path?: readonly (string | number)[]) => void;

/**
 * Adds a rule that looks at several fields. It runs only when every field by itself is well formed.
 *
 * @param schema - The schema. A copy is given back, without the rule named by `rule()`: name that last.
 * @param look - Looks at the value and reports what is wrong; the message tells the limit, never the value.
 */
export function constrain<T>(schema: Schema<T>, look: (value: T, report: Report) => void): Schema<T> {
  return schema.check((context) => {
    look(context.value, (rule, message, path = []) => {
      context.issues.push({
        code: 'custom',
        message,
        path: [...path],
        params: { rule },
        input: context.value,
        continue: true,
      });
    });
  }) as Schema<T>;
}
