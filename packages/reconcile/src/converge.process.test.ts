import { expect, test } from 'vitest';
import { convergence, SEED } from './testing/convergence.js';

test(`1,000 crashes change nothing in the result of random plans (seed ${SEED})`, async () => {
  expect(await convergence(SEED, 1_000)).toEqual([]);
}, 800_000);
