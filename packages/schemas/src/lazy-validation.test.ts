import { expect, test } from 'vitest';
import { loadSchemas } from './lazy-validation.js';
import { schemas, type OperationSchemas } from './validation.js';

test('gives the same schemas as the whole table, for every operation', async () => {
  for (const [id, expected] of Object.entries(schemas as Readonly<Record<string, OperationSchemas>>)) {
    expect(await loadSchemas(id)).toBe(expected);
  }
  expect(await loadSchemas('none.such')).toEqual({});
  expect(await loadSchemas('__proto__')).toEqual({});
});
