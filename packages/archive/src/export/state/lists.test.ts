import { expect, test } from 'vitest';
import { inParts, padded } from './lists.js';

test.each([
  [[], []],
  [[1], [1]],
  [
    [1, 2, 3],
    [1, 2, 3, 3],
  ],
  [
    [1, 2, 3, 4, 5],
    [1, 2, 3, 4, 5, 5, 5, 5],
  ],
])('%j is padded to a power of two', (values, expected) => {
  expect(padded(values)).toEqual(expected);
});

test.each([
  [0, []],
  [1, [1]],
  [8, [8]],
  [200, [128, 64, 8]],
  [1_100, [512, 512, 64, 8, 4]],
])('%i rows are inserted in parts whose lengths are powers of two', (count, lengths) => {
  const rows = Array.from({ length: count }, (_, index) => index);
  const parts = inParts(rows);
  expect(parts.map(({ length }) => length)).toEqual(lengths);
  expect(parts.flat()).toEqual(rows);
});
