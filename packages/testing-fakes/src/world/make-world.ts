/** Creates the worlds of an emulator. The initial records are created once and copied into each world. */
import type { DemoSizes } from '../demo/organization.js';
import { fill } from '../seed/fill.js';
import type { SeedName } from '../seed/seeder.js';
import type { Fault } from '../faults/fault.js';
import type { RateLimits } from '../limits/rate-limits.js';
import { createClock, type ClockOptions } from './clock.js';
import { createMemoryStore } from './memory-store.js';
import { createWorld, type World } from './world.js';

/** Initial state of every new world. */
export interface WorldRecipe {
  readonly randomSeed: number;
  readonly seed: SeedName;
  readonly clock: ClockOptions | undefined;
  /** Sizes of a `demo` world. */
  readonly sizes?: DemoSizes | undefined;
  readonly faults: readonly Fault[];
  readonly rateLimits?: RateLimits | undefined;
}

/** Name of the world that the others are copied from. Empty, so that no key can refer to it. */
const TEMPLATE = '';

/**
 * Returns a function that creates a world by name.
 *
 * @param recipe - See {@link WorldRecipe}.
 */
export function worldMaker({
  randomSeed,
  seed,
  clock,
  sizes,
  faults,
  rateLimits,
}: WorldRecipe): (name: string) => World {
  let template: World | undefined;
  return (name) => {
    if (template === undefined) {
      template = createWorld({
        name: TEMPLATE,
        seed: randomSeed,
        store: createMemoryStore(),
        clock: createClock(clock),
      });
      fill(template, seed, sizes);
    }
    return createWorld({
      name,
      seed: randomSeed,
      store: template.store.fork(),
      faults,
      rateLimits,
      clock: createClock(clock),
    });
  };
}
