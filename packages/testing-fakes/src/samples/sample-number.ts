/** Sample numbers for JSON Schemas. */
import type { JsonObject } from '../input/json.js';

/** Position and kind of a number. */
export interface NumberOptions {
  /** Number of the element in an array of unique elements, from 0. */
  readonly variant: number;
  readonly isInteger: boolean;
}

/**
 * Returns a number within the bounds of a schema: 1 if it is, otherwise one next to a bound.
 *
 * @param schema - JSON Schema of a number.
 * @param options - See {@link NumberOptions}.
 */
export function sampleNumber(schema: JsonObject, { variant, isInteger }: NumberOptions): number {
  const above = numberIn(schema, 'exclusiveMinimum') ?? -Infinity;
  const below = numberIn(schema, 'exclusiveMaximum') ?? Infinity;
  const least = Math.max(numberIn(schema, 'minimum') ?? -Infinity, above);
  const most = Math.min(numberIn(schema, 'maximum') ?? Infinity, below);
  const step = numberIn(schema, 'multipleOf') ?? (isInteger ? 1 : undefined);
  const isInside = (value: number): boolean =>
    value >= least &&
    value <= most &&
    value > above &&
    value < below &&
    (!isInteger || Number.isInteger(value));
  if (step !== undefined && step > 0) {
    const start = isInside(1) ? 1 : Number.isFinite(least) ? least : Number.isFinite(most) ? most : 0;
    const round = start === most && start !== least ? Math.floor : Math.ceil;
    const multiple = round(start / step);
    const found = [0, 1, -1].map((offset) => decimal((multiple + offset) * step)).find(isInside);
    const first = found ?? multiple * step;
    const other = decimal(first + variant * step);
    return isInside(other) ? other : decimal(first - variant * step);
  }
  if (isInside(1 + variant)) return 1 + variant;
  const [low, high] = [
    Number.isFinite(least) ? least : most - 2 - variant,
    Number.isFinite(most) ? most : least + 2 + variant,
  ];
  if (isInside(low) && variant === 0) return low;
  return low + ((high - low) * (variant + 1)) / (variant + 2);
}

/** Removes the error of a multiplication of decimal fractions. */
function decimal(value: number): number {
  return Number(value.toPrecision(15));
}

function numberIn(schema: JsonObject, name: string): number | undefined {
  const value = schema[name];
  return typeof value === 'number' ? value : undefined;
}
