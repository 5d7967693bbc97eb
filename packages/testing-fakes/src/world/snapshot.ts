/** A world as a JSON document. */
import { InputError, parseInput } from '@parlance/schemas/validation';
import * as z from 'zod';
import type { Fields } from '../input/fields.js';
import { numberBetween } from '../input/numbers.js';
import type { Clock, ClockMode } from './clock.js';
import { createClock } from './clock.js';
import { ClockFactorSchema, ClockModeSchema } from './clock.schema.js';
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

const SOURCE = 'snapshot';

/** What tells a snapshot of this release, or of an earlier one, from any other document. */
function headSchema(version: number): z.ZodType<{ readonly version: number }> {
  return z.object({
    format: z.literal('parlance-world'),
    version: z.int().min(1).max(version, `must be at most ${version}; a newer release wrote this snapshot`),
  });
}

const state = z.object({
  random: z.int(),
  ids: z.int(),
  requests: z.int(),
} satisfies Fields<WorldState>);

/** Not a tuple, which would copy every record. */
const entry = z.custom<DumpedCollection['entries'][number]>(
  (value) =>
    Array.isArray(value) &&
    value.length === 3 &&
    Number.isInteger(value[0]) &&
    typeof value[1] === 'string' &&
    value[2] !== null,
  'must be [sequence, id, record]',
);

const collection = z.object({
  name: z.string(),
  owner: z.string().nullable(),
  next: z.int(),
  entries: z.array(entry),
} satisfies Fields<DumpedCollection>);

const SnapshotSchema: z.ZodType<Snapshot> = z.object({
  format: z.literal('parlance-world'),
  version: z.int(),
  world: z.string(),
  seed: z.number(),
  now: numberBetween(FIRST_MS, LAST_MS),
  clock: ClockModeSchema,
  factor: ClockFactorSchema.optional(),
  state,
  collections: z.array(collection),
} satisfies Fields<Snapshot>);

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
 * @throws {InputError} For anything else, listing all problems.
 */
export function readSnapshot(
  value: unknown,
  plan: MigrationPlan = { version: SNAPSHOT_VERSION, migrations },
): Snapshot {
  const { version } = parseInput(headSchema(plan.version), value, { source: SOURCE });
  let current = value as Readonly<Record<string, unknown>>;
  for (let from = version; from < plan.version; from++) {
    const migrate = plan.migrations[from];
    if (migrate === undefined)
      throw new InputError([
        { path: `${SOURCE}.version`, message: `${from} cannot be upgraded to ${plan.version}` },
      ]);
    current = { ...migrate(current), version: from + 1 };
  }
  return parseInput(SnapshotSchema, current, { source: SOURCE });
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
