/**
 * The worlds of an emulator in memory, by name.
 *
 * Rules: CMP-004, GEN-011.
 */
import type { World } from './world.js';

/** A world and its activity. */
export interface WorldSlot {
  world: World;
  /** Number of requests in flight. */
  active: number;
  /** Open streams. */
  readonly streams: Set<{ cancel(): void }>;
}

/** The worlds of an emulator. */
export interface Worlds {
  /** Returns a world, creating it on first use. */
  use(name: string): WorldSlot;
  /** Replaces the world of the same name, ending its streams and waits. */
  replace(world: World): void;
  /** Drops all worlds. */
  clear(): void;
}

/** Options for {@link createWorlds}. */
export interface WorldsOptions {
  /** Creates or opens a world. */
  readonly make: (name: string) => World;
  /** Maximum number of worlds. Beyond it, the least recently used idle one is dropped. */
  readonly maxIdle: number;
}

/**
 * Creates the collection of worlds.
 *
 * @param options - See {@link WorldsOptions}.
 */
export function createWorlds({ make, maxIdle }: WorldsOptions): Worlds {
  // Sorted by last use, because a map preserves the order of insertion.
  const slots = new Map<string, WorldSlot>();
  let latest: string | undefined;

  function use(name: string): WorldSlot {
    const found = currentSlot(name);
    if (found !== undefined && latest === name) return found;
    const slot = found ?? newSlot(make(name));
    slots.delete(name);
    slots.set(name, slot);
    latest = name;
    if (found === undefined && slots.size > maxIdle) dropOldestIdle(name);
    return slot;
  }

  /** Returns the slot of a world. A world whose changes could not be stored is dropped, to be opened again. */
  function currentSlot(name: string): WorldSlot | undefined {
    const slot = slots.get(name);
    if (slot === undefined || slot.world.store.isCurrent) return slot;
    end(slot);
    slots.delete(name);
    return undefined;
  }

  function dropOldestIdle(except: string): void {
    for (const [name, slot] of slots) {
      if (slot.active > 0 || slot.streams.size > 0 || name === except) continue;
      end(slot);
      slots.delete(name);
      return;
    }
  }

  return {
    use,
    replace(world) {
      const slot = slots.get(world.name);
      if (slot === undefined) slots.set(world.name, newSlot(world));
      else {
        end(slot);
        slot.world = world;
      }
      if (slots.size > maxIdle) dropOldestIdle(world.name);
    },
    clear() {
      for (const slot of slots.values()) end(slot);
      slots.clear();
      latest = undefined;
    },
  };
}

function newSlot(world: World): WorldSlot {
  return { world, active: 0, streams: new Set() };
}

/** Ends the streams and waits of a world that is dropped or replaced. */
function end(slot: WorldSlot): void {
  for (const stream of slot.streams) stream.cancel();
  slot.world.clock.stop();
}
