/** Fills a new world. */
import type { World } from '../world/world.js';
import type { SeedName } from './seeder.js';
import { seeders } from './seeders.js';

/**
 * Fills a world.
 *
 * @param world - A world without records.
 * @param seed - What to fill it with.
 */
export function fill(world: World, seed: SeedName): void {
  for (const seeder of seeders) seeder.empty?.(world);
  if (seed === 'demo') for (const seeder of seeders) seeder.demo?.(world);
}
