/** The worlds of an emulator, by name. */
import type { BodyStream } from '../engine/message.js';
import type { World } from './world.js';

/** A world and how much is going on in it. */
export interface WorldSlot {
  world: World;
  /** Requests that have no answer yet. */
  active: number;
  /** Streams that have not ended. */
  readonly streams: Set<BodyStream>;
}

/** The worlds of an emulator. */
export interface Worlds {
  /** Number of worlds. */
  readonly size: number;
  /** Gives a world, made on first use. */
  use(name: string): WorldSlot;
  /** Gives a world, undefined when it was never used or has been dropped. */
  peek(name: string): WorldSlot | undefined;
  /** Puts another world under a name. */
  replace(world: World): void;
  /** Drops all worlds. */
  clear(): void;
}

/** Options of {@link createWorlds}. */
export interface WorldsOptions {
  /** Makes a world. */
  readonly make: (name: string) => World;
  /** Worlds kept while nothing goes on in them; the one not used for longest is dropped first. */
  readonly maxIdle: number;
}

/**
 * Makes the collection of worlds.
 *
 * @param options - See {@link WorldsOptions}.
 */
export function createWorlds({ make, maxIdle }: WorldsOptions): Worlds {
  // In the order of last use: a map keeps the order of insertion.
  const slots = new Map<string, WorldSlot>();
  let latest: string | undefined;

  function use(name: string): WorldSlot {
    const found = slots.get(name);
    if (found !== undefined && latest === name) return found;
    const slot = found ?? newSlot(make(name));
    slots.delete(name);
    slots.set(name, slot);
    latest = name;
    if (found === undefined && slots.size > maxIdle) dropOldestIdle(name);
    return slot;
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
    get size() {
      return slots.size;
    },
    use,
    peek: (name) => slots.get(name),
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

/** Ends what still goes on in a world that is about to go. */
function end(slot: WorldSlot): void {
  for (const stream of slot.streams) stream.cancel();
  slot.world.clock.stop();
}
