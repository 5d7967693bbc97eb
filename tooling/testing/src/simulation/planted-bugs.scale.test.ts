/** The simulation finds each planted bug. In `npm run test:scale`, because the rarest ones take hundreds of seeds. */
import { expect, test } from 'vitest';
import { temporaryFolder } from '../temporary-folder.ts';
import { bundleSimulation, firstViolation, PLANTED_BUGS } from './planted-bugs.ts';

const SEEDS = 1000;

test.concurrent.each(PLANTED_BUGS)('the simulation finds: $name', { timeout: 3_600_000 }, async (bug) => {
  await using folder = await temporaryFolder();
  const found = await firstViolation(await bundleSimulation(folder.path, bug), [1, SEEDS]);
  const seed = found ?? expect.fail(`not within ${SEEDS} seeds`);
  // It is the bug that the simulation has found.
  expect(await firstViolation(await bundleSimulation(folder.path), [seed, seed])).toBeUndefined();
});
