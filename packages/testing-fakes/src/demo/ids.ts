/** Ids and random choices of the demo. */
import { createRandom, hashText, type Random } from '../world/random.js';

/** Source of the demo's ids and random choices. */
export interface DemoSource {
  /** Creates an id. Independent of the world's ids, so that the demo does not change ids generated later. */
  readonly id: (prefix: string) => string;
  /** Random source for choices. */
  readonly random: Random;
}

/**
 * Creates a source. Worlds differ in their ids, but have the same choices.
 *
 * @param world - Name of the world.
 */
export function demoSource(world: string): DemoSource {
  const ids = createRandom(hashText(`demo:ids:${world}`));
  return { id: (prefix) => prefix + ids.token(24), random: createRandom(hashText('demo:choices')) };
}

/** Returns a random entry of a list. */
export function pick<T>(random: Random, list: readonly T[]): T {
  return list[random.below(list.length)] as T;
}
