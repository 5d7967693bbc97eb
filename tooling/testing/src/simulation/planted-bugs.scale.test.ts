/** The simulation finds each planted bug. In `npm run test:scale`, because the rarest ones take hundreds of seeds. */
import { expect, test } from 'vitest';
import { temporaryFolder } from '../temporary-folder.ts';
import { PLANTED_BUGS, simulationWith } from './planted-bugs.ts';
import { simulate } from './simulate.ts';

const SEEDS = 1000;

test.each(PLANTED_BUGS)('the simulation finds: $name', { timeout: 1_800_000 }, async (bug) => {
  await using folder = await temporaryFolder();
  const simulateWithBug = await simulationWith(bug, folder.path);
  let seed = 1;
  while (seed <= SEEDS && (await simulateWithBug(seed)).violations.length === 0) seed += 1;
  expect(seed).toBeLessThanOrEqual(SEEDS);
  // It is the bug that the simulation has found.
  expect((await simulate(seed)).violations).toEqual([]);
});
