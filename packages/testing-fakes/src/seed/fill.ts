/** Seeding of new worlds. */
import type { DemoSizes } from '../demo/organization.js';
import type { World } from '../world/world.js';
import type { SeedName } from './seeder.js';
import { seeders } from './seeders.js';

/**
 * Seeds a world.
 *
 * @param world - Empty world.
 * @param seed - Name of the seed.
 * @param sizes - Size of the `demo` seed.
 */
export function fill(world: World, seed: SeedName, sizes: DemoSizes = {}): void {
  for (const seeder of seeders) seeder.empty?.(world);
  if (seed === 'demo') for (const seeder of seeders) seeder.demo?.(world, sizes);
}
