/** The input of a tool has the type that its schema describes. */
import { expectTypeOf, test } from 'vitest';
import { z } from 'zod';
import { defineTool } from './define-tool.js';
import type { FromJsonSchema } from './from-json-schema.js';

test('from a Standard Schema', () => {
  defineTool({
    name: 'a',
    description: 'a',
    input: z.object({ city: z.string(), days: z.number().default(1) }),
    run: (input) => {
      expectTypeOf(input).toEqualTypeOf<{ city: string; days: number }>();
    },
  });
});

test('from JSON Schema', () => {
  defineTool({
    name: 'a',
    description: 'a',
    input: {
      type: 'object',
      properties: {
        city: { type: 'string' },
        unit: { enum: ['c', 'f'] },
        tags: { type: 'array', items: { type: 'string' } },
        size: { anyOf: [{ type: 'integer' }, { type: 'null' }] },
      },
      required: ['city', 'tags'],
    },
    run: (input) => {
      expectTypeOf(input.city).toEqualTypeOf<string>();
      expectTypeOf(input.unit).toEqualTypeOf<'c' | 'f' | undefined>();
      expectTypeOf(input.tags).toEqualTypeOf<string[]>();
      expectTypeOf(input.size).toEqualTypeOf<number | null | undefined>();
    },
  });
  expectTypeOf<FromJsonSchema<{ type: 'object' }>>().toEqualTypeOf<Record<string, unknown>>();
  expectTypeOf<FromJsonSchema<object>>().toEqualTypeOf<unknown>();
});
