import { expect, test } from 'vitest';
import type { Operation } from './kit/operation.js';
import { operations } from './operations.js';

test('every operation has an id of its own, under which it is listed', () => {
  const ids = Object.values<Operation>(operations).map(({ id }) => id);
  expect(ids).toEqual(Object.keys(operations));
  expect(new Set(ids).size).toBe(ids.length);
});
