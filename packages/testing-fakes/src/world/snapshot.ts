/** A world as a JSON document. */
import type { Clock, ClockMode } from './clock.js';
import { createClock } from './clock.js';
import { FIRST_MS, LAST_MS } from './instant.js';
import { createMemoryStore } from './memory-store.js';
import type { DumpedCollection } from './store.js';
import { createWorld, type World, type WorldState } from './world.js';

/** Version of the form that this release writes. */
export const SNAPSHOT_VERSION = 1;

/** A saved world: its records, time and randomness. What runs in it (streams, waits) is not saved. */
export interface Snapshot {
  /** Always `parlance-world`. */
  readonly format: 'parlance-world';
  /** Version of the form. */
  readonly version: number;
  /** Name of the world. */
  readonly world: string;
  /** Seed of the world. */
  readonly seed: number;
  /** Time of the world, in milliseconds since 1970. */
  readonly now: number;
  /** How its time moves. */
  readonly clock: ClockMode;
  /** How many times as fast as real time it goes while it runs. Default 1. */
  readonly factor?: number | undefined;
  /** State of its randomness. */
  readonly state: WorldState;
  /** Its records. */
  readonly collections: readonly DumpedCollection[];
}

/** Brings a snapshot of one version to the form of the next. */
export type Migration = (snapshot: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>;

/** Migrations by the version they start from. */
export const migrations: Readonly<Record<number, Migration>> = {};

/** Saves a world. */
export function takeSnapshot(world: World): Snapshot {
  return {
    format: 'parlance-world',
    version: SNAPSHOT_VERSION,
    world: world.name,
    seed: world.seed,
    now: world.clock.now(),
    clock: world.clock.mode,
    ...(world.clock.factor !== 1 && { factor: world.clock.factor }),
    state: world.state(),
    collections: world.store.dump(),
  };
}

/** How {@link readSnapshot} migrates; tests give their own. */
export interface MigrationPlan {
  readonly version: number;
  readonly migrations: Readonly<Record<number, Migration>>;
}

/**
 * Reads a snapshot of this or an earlier version.
 *
 * @param value - Parsed JSON.
 * @param plan - What to migrate to, and how. Default: this release's.
 * @throws {TypeError} For anything else; the message names the key and what is allowed.
 */
export function readSnapshot(
  value: unknown,
  plan: MigrationPlan = { version: SNAPSHOT_VERSION, migrations },
): Snapshot {
  if (!isObject(value) || value.format !== 'parlance-world') throw bad('format', 'must be parlance-world');
  let current = value;
  const { version } = current;
  if (typeof version !== 'number' || !Number.isInteger(version) || version < 1 || version > plan.version) {
    throw bad(
      'version',
      `must be a whole number from 1 to ${plan.version}; a newer release wrote this snapshot`,
    );
  }
  for (let from = version; from < plan.version; from++) {
    const migrate = plan.migrations[from];
    if (migrate === undefined) throw bad('version', `${from} cannot be brought up to ${plan.version}`);
    current = { ...migrate(current), version: from + 1 };
  }
  requireForm(current);
  return current as unknown as Snapshot;
}

/**
 * Makes a world out of a snapshot.
 *
 * @param snapshot - The snapshot.
 * @param name - Name of the world. Default: the saved one's.
 */
export function openSnapshot(snapshot: Snapshot, name: string = snapshot.world): World {
  const clock = createClock({ mode: snapshot.clock, start: snapshot.now, factor: snapshot.factor });
  return createWorld({
    name,
    seed: snapshot.seed,
    store: createMemoryStore(snapshot.collections),
    clock,
    state: snapshot.state,
  });
}

/**
 * Makes a world with the same records, time and randomness as another; a change in one is not seen in the other.
 *
 * @param world - The world to copy.
 * @param name - Name of the copy.
 */
export function forkWorld(world: World, name: string): World {
  return createWorld({
    name,
    seed: world.seed,
    store: world.store.fork(),
    clock: forkClock(world.clock),
    faults: world.faults.faults,
    rateLimits: world.limits.limits,
    state: world.state(),
  });
}

function forkClock(clock: Clock): Clock {
  return createClock({ mode: clock.mode, start: clock.now(), factor: clock.factor });
}

function requireForm(value: Readonly<Record<string, unknown>>): void {
  if (typeof value.world !== 'string') throw bad('world', 'must be a string');
  const { seed, now } = value;
  if (!Number.isFinite(seed)) throw bad('seed', 'must be a number');
  if (!(typeof now === 'number' && now >= FIRST_MS && now <= LAST_MS))
    throw bad('now', `must be a number from ${FIRST_MS} to ${LAST_MS}`);
  if (!['skip', 'manual', 'running'].includes(value.clock as string))
    throw bad('clock', 'must be skip, manual or running');
  const { factor = 1 } = value;
  if (!(typeof factor === 'number' && factor > 0 && factor <= 1e6))
    throw bad('factor', 'must be a number above 0, at most 1000000');
  const { state } = value;
  for (const key of ['random', 'ids', 'requests']) {
    if (!isObject(state) || !Number.isInteger(state[key]))
      throw bad(`state.${key}`, 'must be a whole number');
  }
  if (!Array.isArray(value.collections)) throw bad('collections', 'must be an array');
  value.collections.forEach((held: unknown, index) => requireCollection(held, `collections.${index}`));
}

function requireCollection(held: unknown, path: string): void {
  if (!isObject(held) || typeof held.name !== 'string') throw bad(`${path}.name`, 'must be a string');
  if (held.owner !== null && typeof held.owner !== 'string')
    throw bad(`${path}.owner`, 'must be a string or null');
  if (!Number.isInteger(held.next)) throw bad(`${path}.next`, 'must be a whole number');
  const entries = held.entries;
  if (!Array.isArray(entries)) throw bad(`${path}.entries`, 'must be an array');
  const isEntry = (entry: unknown): boolean =>
    Array.isArray(entry) &&
    entry.length === 3 &&
    Number.isInteger(entry[0]) &&
    typeof entry[1] === 'string' &&
    entry[2] !== null;
  const wrong = entries.findIndex((entry) => !isEntry(entry));
  if (wrong >= 0) throw bad(`${path}.entries.${wrong}`, 'must be [sequence, id, record]');
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function bad(path: string, message: string): TypeError {
  return new TypeError(`Snapshot: ${path} ${message}.`);
}
