/** Ids of the demo's records, and its choices. */
import { createRandom, hashText, type Random } from '../world/random.js';
import type { World } from '../world/world.js';

/** Where the demo takes ids and choices from. */
export interface DemoSource {
  /** Makes an id. Ids differ between worlds, and are the same for the same world whenever it is filled. */
  readonly id: (prefix: string) => string;
  /** Choices that are the same in all worlds. */
  readonly random: Random;
}

/**
 * Makes the source of a world. It is not the world's own, so that what is made later does not depend on the demo.
 *
 * @param world - The world to fill.
 */
export function demoSource(world: World): DemoSource {
  const ids = createRandom(hashText(`${world.organizationId}:demo`));
  return { id: (prefix) => prefix + ids.token(24), random: createRandom(hashText('demo')) };
}

/** Gives one of a list's entries. */
export function pick<T>(random: Random, list: readonly T[]): T {
  return list[random.below(list.length)] as T;
}
