/** Verifies emulators with planted divergences. */
import { scenarios, type RuleScenario } from '../scenario.js';
import { verify, type Verification } from '../verify.js';
import type { Target } from '../target.js';
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
  const found = await verifyDeployment(url, keys, some);
  await close();
  return found;
}

/**
 * Compares a deployment with an emulator.
 *
 * @param url - Its address.
 * @param keys - Its keys.
 * @param some - Scenarios to run. Default: all.
 */
export async function verifyDeployment(
  url: string,
  keys: Target['keys'],
  some: readonly RuleScenario[] = all,
): Promise<Verification> {
  return verifyTarget({ url, fetch, keys: { ...keys, unknown: 'unknown' }, pollMs: 50 }, some);
}

/** Compares a target with an emulator. */
export function verifyTarget(
  target: Target,
  some: readonly RuleScenario[],
  concurrency = 8,
): Promise<Verification> {
  const { signal } = new AbortController();
  return verify({ scenarios: some, target, codec: undefined, concurrency, signal });
}
