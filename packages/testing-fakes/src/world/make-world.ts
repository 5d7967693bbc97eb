/** Creates the worlds of an emulator, each with its own ids. */
import { createClock, type ClockOptions } from './clock.js';
import { createMemoryStore } from './memory-store.js';
import { createWorld, ORIGIN, origins, type World } from './world.js';

/** Initial state of every new world. */
export interface WorldRecipe {
  readonly randomSeed: number;
  readonly clock: ClockOptions | undefined;
  /** Creates the initial records. */
  readonly seed: (world: World) => void;
}

/**
 * Returns a function that creates a world by name.
 *
 * @param recipe - See {@link WorldRecipe}.
 */
export function worldMaker({ randomSeed, seed, clock }: WorldRecipe): (name: string) => World {
  return (name) => {
    const store = createMemoryStore();
    store.of(origins).put(ORIGIN, { name });
    // Another name, so that the ids of the initial records do not repeat in records created later.
    seed(createWorld({ name: `${name}:initial`, seed: randomSeed, store, clock: createClock(clock) }));
    return createWorld({ name, seed: randomSeed, store, clock: createClock(clock) });
  };
}
