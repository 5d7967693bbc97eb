/** Fills a new world. */
import type { DemoSizes } from '../demo/organization.js';
import type { World } from '../world/world.js';
import type { SeedName } from './seeder.js';
import { seeders } from './seeders.js';

/**
 * Fills a world.
 *
 * @param world - A world without records.
 * @param seed - What to fill it with.
 * @param sizes - How large the `demo` is.
 */
export function fill(world: World, seed: SeedName, sizes: DemoSizes = {}): void {
  for (const seeder of seeders) seeder.empty?.(world);
  if (seed === 'demo') for (const seeder of seeders) seeder.demo?.(world, sizes);
}
