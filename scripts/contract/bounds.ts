/** Writes the bounds of a value in words, for `{bounds}` in a comment. */
import * as z from 'zod';

/**
 * Returns the bounds of a schema, for example `1 to 255 characters`.
 *
 * @throws Error - When the schema has no bounds.
 */
export function boundsText(schema: z.core.$ZodType): string {
  const json = z.toJSONSchema(schema, { unrepresentable: 'any' });
  const options = (json.anyOf ?? [json]) as readonly z.core.JSONSchema.BaseSchema[];
  const bounded = options.find(({ type }) => type !== 'null') ?? json;
  const found =
    range(bounded.minLength, bounded.maxLength, ' characters') ??
    range(bounded.minItems, bounded.maxItems, ' items') ??
    range(bounded.minimum, bounded.maximum, '');
  if (found === undefined) throw new Error('A comment says {bounds} where the schema has none.');
  return found;
}

function range(low: number | undefined, high: number | undefined, unit: string): string | undefined {
  const [min, max] = [low, high].map((bound) => bound?.toLocaleString('en'));
  const isHigh = high !== undefined && high !== Number.MAX_SAFE_INTEGER;
  if (low !== undefined && low > 0 && isHigh) return `${min} to ${max}${unit}`;
  if (isHigh) return `at most ${max}${unit}`;
  return low === undefined ? undefined : `at least ${min}${unit}`;
}
