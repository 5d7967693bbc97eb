import { expect, test } from 'vitest';
import { RequestRate } from './request-rate.js';

test('the rate is that since the first call, and unknown for a minute and while nothing is sent', () => {
  let nowMs = 5_000;
  const rate = new RequestRate(() => nowMs);
  expect(rate.measure(100)).toBe(Infinity);
  nowMs += 59_999;
  expect(rate.measure(200)).toBe(Infinity);
  nowMs += 60_001;
  expect(rate.measure(200)).toBe(50);
  expect(rate.measure(100)).toBe(Infinity);
});
