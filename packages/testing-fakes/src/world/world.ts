/** A world: an isolated tenant with its own records, time, ids and randomness. */
import type { Fault } from '../faults/fault.js';
import { createFaultPlan, type FaultPlan } from '../faults/fault-plan.js';
import { createLimitPlan, type LimitPlan } from '../limits/limit-plan.js';
import type { RateLimits } from '../limits/rate-limits.js';
import { createScriptPlan, type ScriptPlan } from '../scripts/script-plan.js';
import type { Clock } from './clock.js';
import { createRandom, hashText, type Random } from './random.js';
import type { Store } from './store.js';

/** One isolated tenant of the emulator: one organization, one workspace for its API key. */
export interface World {
  /** Name, as in the key `api-<name>`. */
  readonly name: string;
  /** Its records. */
  readonly store: Store;
  /** Its time. */
  readonly clock: Clock;
  /** What its ids and randomness are a function of. */
  readonly seed: number;
  /** Its randomness. */
  readonly random: Random;
  /** What goes wrong in it. */
  readonly faults: FaultPlan;
  /** How much may be asked of it. */
  readonly limits: LimitPlan;
  /** What its model answers. */
  readonly scripts: ScriptPlan;
  /** Id of its organization. */
  readonly organizationId: string;
  /** Id of the workspace that its API key belongs to. */
  readonly workspaceId: string;
  /** Makes an identifier: the prefix and 24 letters and digits. */
  id(prefix: string): string;
  /** Makes a request id. */
  requestId(): string;
  /**
   * Gives what handlers keep beside the records while the emulator runs (subscribers, timers). It is never saved or
   * forked.
   *
   * @param key - Name, unique among all handlers.
   * @param make - Makes it on first use.
   */
  local<T>(key: string, make: () => T): T;
  /** What of the world is no record. */
  state(): WorldState;
}

/** What of a world is no record. */
export interface WorldState {
  readonly random: number;
  readonly ids: number;
  readonly requests: number;
}

/** Parts of a world. */
export interface WorldParts {
  readonly name: string;
  readonly seed: number;
  readonly store: Store;
  readonly clock: Clock;
  /** Faults that it begins with. */
  readonly faults?: readonly Fault[] | undefined;
  /** Rate limits that it begins with. */
  readonly rateLimits?: RateLimits | undefined;
  /** State to go on from; without it the world begins with its seed. */
  readonly state?: WorldState | undefined;
}

/**
 * Makes a world.
 *
 * @param parts - See {@link WorldParts}.
 */
export function createWorld(parts: WorldParts): World {
  const { name, seed, store, clock } = parts;
  // Ids and other randomness come from two sources, so that a look at one never changes the other.
  const ids = createRandom(parts.state?.ids ?? hashText(`${seed}:ids:${name}`));
  const random = createRandom(parts.state?.random ?? hashText(`${seed}:random:${name}`));
  const requests = createRandom(parts.state?.requests ?? hashText(`${seed}:requests:${name}`));
  const locals = new Map<string, unknown>();
  // The same for every world of a seed, because the records of a filled one name them.
  const fixed = createRandom(hashText(`${seed}:organization`));
  return {
    name,
    store,
    clock,
    seed,
    random,
    faults: createFaultPlan(createRandom(hashText(`${seed}:faults:${name}`)), parts.faults ?? []),
    limits: createLimitPlan(clock, parts.rateLimits),
    scripts: createScriptPlan(),
    organizationId: `org_${fixed.token(24)}`,
    workspaceId: `wrkspc_${fixed.token(24)}`,
    id: (prefix) => prefix + ids.token(24),
    requestId: () => `req_${requests.token(24)}`,
    local: <T>(key: string, make: () => T): T => {
      if (!locals.has(key)) locals.set(key, make());
      return locals.get(key) as T;
    },
    state: () => ({ random: random.state(), ids: ids.state(), requests: requests.state() }),
  };
}
