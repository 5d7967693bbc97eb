/** Ids of the demo's records, and its choices. */
import { createRandom, hashText, type Random } from '../world/random.js';

/** Where the demo takes ids and choices from. */
export interface DemoSource {
  /** Makes an id. It is not the world's own source: what is made later does not depend on the demo. */
  readonly id: (prefix: string) => string;
  /** Choices. */
  readonly random: Random;
}

/** Makes the source; each gives the same ids and choices. */
export function demoSource(): DemoSource {
  const ids = createRandom(hashText('demo:ids'));
  return { id: (prefix) => prefix + ids.token(24), random: createRandom(hashText('demo:choices')) };
}

/** Gives one of a list's entries. */
export function pick<T>(random: Random, list: readonly T[]): T {
  return list[random.below(list.length)] as T;
}
