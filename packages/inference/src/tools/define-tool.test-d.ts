/** The input type of a tool is inferred from its schema. */
import { toStandardJsonSchema } from '@valibot/to-json-schema';
import { type } from 'arktype';
import * as v from 'valibot';
import { expectTypeOf, test } from 'vitest';
import { z } from 'zod';
import { z as z3 } from 'zod3';
import { z as z40 } from 'zod40';
import { defineTool } from './define-tool.js';
import type { FromJsonSchema } from '../value-schema/from-json-schema.js';
import type { ValueOf } from '../value-schema/value-schema.js';

test('from a zod schema', () => {
  defineTool({
    name: 'a',
    description: 'a',
    input: z.object({ city: z.string(), days: z.number().default(1) }),
    run: (input) => {
      expectTypeOf(input).toEqualTypeOf<{ city: string; days: number }>();
    },
  });
});

test('from a generic zod type', () => {
  expectTypeOf<ValueOf<z.ZodType<{ city: string }>>>().toEqualTypeOf<{ city: string }>();
});

test('from an ArkType schema', () => {
  defineTool({
    name: 'a',
    description: 'a',
    input: type({ city: 'string', 'days?': 'number' }),
    run: (input) => {
      expectTypeOf(input).toEqualTypeOf<{ city: string; days?: number }>();
    },
  });
});

test('from a Valibot schema with its JSON Schema', () => {
  defineTool({
    name: 'a',
    description: 'a',
    input: toStandardJsonSchema(v.object({ city: v.string(), days: v.optional(v.number(), 1) })),
    run: (input) => {
      expectTypeOf(input).toEqualTypeOf<{ city: string; days: number }>();
    },
  });
});

test('not from schemas without Standard JSON Schema', () => {
  const parts = { name: 'a', description: 'a', run: () => '' };
  // @ts-expect-error zod 3 does not implement Standard JSON Schema
  defineTool({ ...parts, input: z3.object({}) });
  // @ts-expect-error zod 4.0 does not implement Standard JSON Schema
  defineTool({ ...parts, input: z40.object({}) });
  // @ts-expect-error Valibot implements it through toStandardJsonSchema()
  defineTool({ ...parts, input: v.object({}) });
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
