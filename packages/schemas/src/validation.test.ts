import { expect, test } from 'vitest';
import * as z from 'zod';
import type { Operation } from './kit/operation.js';
import { operations } from './operations.js';
import { schemas } from './validation.js';

const vault = schemas['vaults.create'].body;

test('schemas are real zod schemas', () => {
  expect(vault).toBeInstanceOf(z.ZodObject);
  expect(Object.keys(vault.shape)).toEqual(['display_name', 'metadata']);
  expect(vault.pick({ display_name: true }).safeParse({ display_name: 'a' }).success).toBe(true);
  const named = vault.extend({ team: z.string() });
  expect(named.safeParse({ display_name: 'a', team: 'b' }).success).toBe(true);
  expect(named.safeParse({ display_name: 'a' }).success).toBe(false);
});

test('z.toJSONSchema describes them', () => {
  expect(z.toJSONSchema(vault)).toMatchObject({
    type: 'object',
    properties: { display_name: { type: 'string' }, metadata: { type: 'object' } },
    required: ['display_name'],
    additionalProperties: false,
  });
});

test('the schemas of every operation can be written as JSON Schema', () => {
  for (const [id, parts] of Object.entries(schemas)) {
    if ((operations as Readonly<Record<string, Operation>>)[id]?.upload === 'multipart') continue;
    for (const schema of Object.values(parts as Record<string, z.ZodType>))
      expect(JSON.stringify(z.toJSONSchema(schema)).length).toBeGreaterThan(20);
  }
});
