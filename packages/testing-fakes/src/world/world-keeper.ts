import type { Fault } from '../faults/fault.js';
import type { RateLimits } from '../limits/rate-limits.js';
import type { ContentWriter } from './content.js';
import type { World } from './world.js';

/** Faults and rate limits of a world when it is opened. They are not stored. */
export interface InitialScenario {
  readonly faults: readonly Fault[];
  readonly rateLimits: RateLimits;
}

/** Persistent storage for worlds. The worlds that it returns write their changes to it. */
export interface WorldKeeper {
  /**
   * Opens a stored world; returns undefined when it does not exist.
   *
   * @param name - Name of the world.
   * @param initial - Faults and rate limits, which are not stored.
   */
  open(name: string, initial: InitialScenario): World | undefined;
  /** Stores a world, replacing any world of the same name. Returns the world to use from now on. */
  keep(world: World): World;
  /** Removes a world. */
  forget(name: string): void;
  /** Returns the names of all stored worlds. */
  names(): readonly string[];
  /** Creates a writer that stores the content of a file, for the worlds of this storage. */
  createWriter(): ContentWriter;
  /** Writes all pending changes and closes the storage. */
  close(): void;
}
