/** Verifies emulators with planted divergences. */
import { scenarios, type RuleScenario } from '../scenario.js';
import { verify, type Verification } from '../verify.js';
import { servePlants, type Plant } from './plants.js';

/** All scenarios. */
export const all: readonly RuleScenario[] = scenarios;

/**
 * Compares an emulator that has plants with an unmodified one, over a socket.
 *
 * @param plants - The plants. With none, there must be no differences.
 * @param some - Scenarios to run. Default: all.
 */
export async function verifyPlants(
  plants: readonly Plant[],
  some: readonly RuleScenario[] = all,
): Promise<Verification> {
  const { url, keys, close } = await servePlants(plants);
  const target = { url, fetch, keys: { ...keys, unknown: 'unknown' }, pollMs: 50 };
  const { signal } = new AbortController();
  const found = await verify({ scenarios: some, target, codec: undefined, concurrency: 8, signal });
  await close();
  return found;
}
