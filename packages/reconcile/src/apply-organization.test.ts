import { expect, test } from 'vitest';
import { convergence, SEED } from './testing/convergence.js';

test(`random plans converge, with crashes (seed ${SEED})`, async () => {
  expect(await convergence(SEED, 56)).toEqual([]);
}, 120_000);
