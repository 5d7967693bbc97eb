import type { ContentWriter } from './content.js';
import type { World } from './world.js';

/** Persistent storage for worlds. The worlds that it returns write their changes to it. */
export interface WorldKeeper {
  /** Opens a stored world, without its scenario; returns undefined when it does not exist. */
  open(name: string): World | undefined;
  /** Stores a world, replacing any world of the same name. Returns the world to use from now on, with the same local state. */
  keep(world: World): World;
  /** Removes a world. */
  forget(name: string): void;
  /** Returns the names of all stored worlds. */
  names(): readonly string[];
  /** Creates a writer that stores the content of a file, for the worlds of this storage. */
  createWriter(): ContentWriter;
  /** Why the storage rejects every use, for example because it is damaged; undefined while it works. */
  readonly problem?: string | undefined;
  /** Writes all pending changes and closes the storage. */
  close(): void;
}
