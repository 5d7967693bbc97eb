import { expect, test } from 'vitest';
import { summarize } from './statistics.ts';

test('returns the median and quartiles of values in any order', () => {
  expect(summarize([5, 1, 4, 2, 3])).toEqual({ median: 3, quartiles: [2, 4] });
  expect(summarize([1, 2])).toEqual({ median: 1.5, quartiles: [1.25, 1.75] });
});

test('throws without values', () => {
  expect(() => summarize([])).toThrow(RangeError);
});
