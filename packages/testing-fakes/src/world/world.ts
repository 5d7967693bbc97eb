/** Worlds: isolated tenants with their own records, time, ids and randomness. */
import type { Clock } from './clock.js';
import { createRandom, hashText, type Random } from './random.js';
import { collection, storeOfWorkspace, type CollectionName, type Store } from './store.js';

/** An isolated tenant of the emulator: an organization with a default workspace, and others that it creates. */
export interface World {
  /** Name of the world. Its keys are `api-<name>`, `admin-<name>` and `compliance-<name>`. */
  readonly name: string;
  /** Records of the world. */
  readonly store: Store;
  /** Clock of the world. */
  readonly clock: Clock;
  /** Seed of its ids and randomness. */
  readonly seed: number;
  /** Random number generator for everything except ids. */
  readonly random: Random;
  /** Id of the organization. */
  readonly organizationId: string;
  /** Id of the workspace that the API key belongs to: the default workspace, except in {@link World.inWorkspace}. */
  readonly workspaceId: string;
  /** The entire world, even in the view of a workspace. */
  readonly whole: World;
  /** Returns the world as an API key of another workspace sees it: with the records of that workspace only. */
  inWorkspace(workspaceId: string): World;
  /** Creates an id: the prefix, followed by 24 letters and digits. */
  id(prefix: string): string;
  /** Creates a request id. */
  requestId(): string;
  /**
   * Returns state that handlers keep only while the emulator runs, such as subscribers and timers. It is not part of
   * snapshots and forks.
   *
   * @param key - Unique name of the state.
   * @param make - Creates the state on first use.
   */
  local<T>(key: string, make: () => T): T;
  /** Returns the state of the random number generators. */
  state(): WorldState;
}

/** State of a world's random number generators: for general use, for ids and for request ids. */
export interface WorldState {
  /** State of the general generator. */
  readonly random: number;
  /** State of the generator of ids. */
  readonly ids: number;
  /** State of the generator of request ids. */
  readonly requests: number;
}

/** World that records were created in. Absent in worlds of earlier releases. */
export interface Origin {
  /** Name of that world. */
  readonly name: string;
}

/** Collection with the single {@link Origin} of a world. */
export const origins: CollectionName<Origin> = collection('origins');

/** Id of the single record of {@link origins}. */
export const ORIGIN = 'origin';

/** Options for {@link createWorld}. */
export interface WorldParts {
  readonly name: string;
  readonly seed: number;
  readonly store: Store;
  readonly clock: Clock;
  /** State of the random number generators. Default: derived from the seed and the name. */
  readonly state?: WorldState | undefined;
  /** Local state, of a world that this one continues. Default: none. */
  readonly local?: World['local'] | undefined;
}

/**
 * Creates a world.
 *
 * @param parts - See {@link WorldParts}.
 */
export function createWorld(parts: WorldParts): World {
  const { name, seed, store, clock } = parts;
  // Separate generators, so that using one never changes the sequence of another.
  const ids = createRandom(parts.state?.ids ?? hashText(`${seed}:ids:${name}`));
  const random = createRandom(parts.state?.random ?? hashText(`${seed}:random:${name}`));
  const requests = createRandom(parts.state?.requests ?? hashText(`${seed}:requests:${name}`));
  // Of the world that the records were created in: copies keep the organization and workspace ids of their records.
  const origin = store.of(origins).get(ORIGIN);
  const fixed = createRandom(
    hashText(`${seed}:organization${origin === undefined ? '' : `:${origin.name}`}`),
  );
  const world: World = {
    name,
    store,
    clock,
    seed,
    random,
    organizationId: `org_${fixed.token(24)}`,
    workspaceId: `wrkspc_${fixed.token(24)}`,
    id: (prefix) => prefix + ids.token(24),
    requestId: () => `req_${requests.token(24)}`,
    local: parts.local ?? createLocals(),
    inWorkspace: (workspaceId) => ({
      ...world,
      workspaceId,
      store: storeOfWorkspace(store, workspaceId),
      local: (key, make) => world.local(`${workspaceId}:${key}`, make),
    }),
    get whole() {
      return world;
    },
    state: () => ({ random: random.state(), ids: ids.state(), requests: requests.state() }),
  };
  return world;
}

function createLocals(): World['local'] {
  const locals = new Map<string, unknown>();
  return <T>(key: string, make: () => T): T => {
    if (!locals.has(key)) locals.set(key, make());
    // Each key has one type.
    return locals.get(key) as T;
  };
}
