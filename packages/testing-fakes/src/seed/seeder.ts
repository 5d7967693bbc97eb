/** Seeders of new worlds. */
import type { DemoSizes } from '../demo/organization.js';
import type { World } from '../world/world.js';

/** Initial content of a new world. */
export type SeedName = 'empty' | 'demo';

/** Creates the initial records of one slice. They must be the same in every run. */
export interface Seeder {
  /** Creates the records of every world. */
  readonly empty?: (world: World) => void;
  /** Creates the additional records of a `demo` world. Runs after the `empty` part of every slice. */
  readonly demo?: (world: World, sizes: DemoSizes) => void;
}
