/** Limits that the words of schemas do not say: lengths in characters, times, and rules over several fields. */
import { s, Schema } from './schema-words.js';
import type { Bounds, Look, Report } from './shape.js';

export type { Report } from './shape.js';

/** Smallest and largest length of a string, in characters, both inclusive. */
export type CharacterBounds = Bounds;

/**
 * Makes the schema of a string whose length is counted in characters (Unicode code points), not in UTF-16 units.
 *
 * @param bounds - Smallest and largest length; a bound left out is not checked.
 */
export function characters(bounds: CharacterBounds): Schema<string> {
  return new Schema({ kind: 'text', unit: 'characters', ...bounds });
}

/** Schema of an RFC 3339 time. */
export const timestamp: Schema<string> = s.dateTime();

/**
 * Adds a rule that looks at several fields. It runs only when every field by itself is well formed.
 *
 * @param schema - The schema; a copy is given back.
 * @param look - Looks at the value and reports what is wrong; the message tells the limit, never the value.
 */
export function constrain<T>(schema: Schema<T>, look: (value: T, report: Report) => void): Schema<T> {
  const { shape } = schema;
  return new Schema({ ...shape, looks: [...(shape.looks ?? []), look as Look] });
}
