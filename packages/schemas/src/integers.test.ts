import { describe, expect, test } from 'vitest';
import type * as z from 'zod';
import type { OperationSchemas } from './kit/schema.js';
import { schemas } from './schemas.js';

/** Numbers of a schema, by their path. */
function numbersOf(schema: z.core.$ZodType, path: string, depth = 0): [string, z.ZodNumber][] {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  const inside = (inner: z.core.$ZodType, step = ''): [string, z.ZodNumber][] =>
    depth > 20 ? [] : numbersOf(inner, `${path}${step}`, depth + 1);
  switch (def.type) {
    case 'number':
      return [[path, schema as z.ZodNumber]];
    case 'optional':
    case 'nullable':
      return inside(def.innerType);
    case 'pipe':
      return inside(def.out);
    case 'lazy':
      return inside(def.getter());
    case 'union':
      return def.options.flatMap((option) => inside(option));
    case 'intersection':
      return [...inside(def.left), ...inside(def.right)];
    case 'array':
      return inside(def.element, '.*');
    case 'record':
      return inside(def.valueType, '.*');
    case 'object':
      return Object.entries(def.shape).flatMap(([name, field]) => inside(field, `.${name}`));
    default:
      return [];
  }
}

const numbers = Object.entries(schemas as Readonly<Record<string, OperationSchemas>>).flatMap(([id, parts]) =>
  Object.entries(parts).flatMap(([part, schema]) => numbersOf(schema as z.ZodType, `${id} ${part}`)),
);
const isInteger = ([, schema]: (typeof numbers)[number]): boolean => !schema.safeParse(0.5).success;

describe('the numbers of the contract', () => {
  test('are integers, except for these', () => {
    expect(numbers.filter(isInteger).length).toBeGreaterThan(200);
    const fractions = numbers.filter((one) => !isInteger(one)).map(([path]) => path.split('.').at(-1));
    expect([...new Set(fractions)].toSorted()).toEqual([
      'active_seconds',
      'amount',
      'cache_missed_input_tokens',
      'cleared_input_tokens',
      'cleared_thinking_turns',
      'cleared_tool_uses',
      'duration_seconds',
      'new_lines',
      'new_start',
      'num_lines',
      'old_lines',
      'old_start',
      'original_input_tokens',
      'return_code',
      'start_line',
      'startup_seconds',
      'status_code',
      'temperature',
      'top_p',
      'total_lines',
      'value',
    ]);
  });

  test('that are integers stay within what JavaScript represents exactly', () => {
    const wrong = numbers.filter(isInteger).filter(([, schema]) => {
      const largest = schema.maxValue ?? Number.POSITIVE_INFINITY;
      const smallest = schema.minValue ?? Number.NEGATIVE_INFINITY;
      return (
        schema.safeParse(2 ** 53).success ||
        schema.safeParse(-(2 ** 53)).success ||
        schema.safeParse(Number.MAX_SAFE_INTEGER).success !== largest >= Number.MAX_SAFE_INTEGER ||
        schema.safeParse(Number.MIN_SAFE_INTEGER).success !== smallest <= Number.MIN_SAFE_INTEGER
      );
    });
    expect(wrong.map(([path]) => path)).toEqual([]);
  });
});
