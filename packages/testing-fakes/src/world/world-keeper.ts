import type { Fault } from '../faults/fault.js';
import type { RateLimits } from '../limits/rate-limits.js';
import type { World } from './world.js';

/** What a world begins with that is no part of it. */
export interface WorldBeginning {
  /** What goes wrong in it. */
  readonly faults: readonly Fault[];
  /** How much may be asked of it. */
  readonly rateLimits: RateLimits;
}

/** Keeps worlds beyond the process. The worlds it gives write their changes through. */
export interface WorldKeeper {
  /**
   * Gives a kept world, undefined when there is none of that name.
   *
   * @param beginning - What it begins with; that is not kept.
   */
  open(name: string, beginning: WorldBeginning): World | undefined;
  /** Keeps a world from now on, in the place of any other of its name; gives the world to use instead of it. */
  keep(world: World): World;
  /** Removes a world. */
  forget(name: string): void;
  /** Names of the kept worlds. */
  names(): readonly string[];
  /** Writes everything that is not written yet, and lets go of the file. */
  close(): void;
}
