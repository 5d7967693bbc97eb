/** Filling new worlds. */
import type { DemoSizes } from '../demo/organization.js';
import type { World } from '../world/world.js';

/** What a new world is filled with. */
export type SeedName = 'empty' | 'demo';

/** Fills new worlds with the records of one slice. Texts, names and times are functions of the world's seed. */
export interface Seeder {
  /** Puts in what every world has. */
  readonly empty?: (world: World) => void;
  /** Puts in what a `demo` world has beside it; runs after the `empty` part of every slice. */
  readonly demo?: (world: World, sizes: DemoSizes) => void;
}
