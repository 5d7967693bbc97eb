import { expect, test } from 'vitest';
import { retryDelay } from './job-definitions.js';

test.each([
  [1_000, 1, 1_000],
  [1_000, 4, 8_000],
  [1_000, 20, 300_000],
  [1_000, 5_000, 300_000],
  [0, 1, 0],
  [0, 5_000, 0],
])('a delay of %i ms after attempt %i is %i ms', (retryDelayMs, attempt, delayMs) => {
  const definition = { name: 'windows', run: () => Promise.resolve(), retryDelayMs };
  expect(retryDelay(definition, attempt)).toBe(delayMs);
});
