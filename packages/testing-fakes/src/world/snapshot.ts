/** Snapshots: worlds as JSON documents. */
import { check, InputError, parseInput } from '@parlance/schemas/validation/kit';
import * as z from 'zod';
import type { Fields } from '../input/fields.js';
import { numberBetween } from '../input/numbers.js';
import type { Clock, ClockMode } from './clock.js';
import { createClock } from './clock.js';
import { ClockFactorSchema, ClockModeSchema } from './clock-change.js';
import { memoryContent, readContent, type Content, type Contents } from './content.js';
import { FIRST_MS, LAST_MS } from './instant.js';
import { createMemoryStore } from './memory-store.js';
import type { DumpedCollection } from './store.js';
import { createWorld, type World, type WorldState } from './world.js';

/** Format version that this release writes. */
export const SNAPSHOT_VERSION = 1;

/** The records, time and randomness of a world. Open streams, pending waits and the scenario are not included. */
export interface Snapshot {
  /** Always `parlance-world`. */
  readonly format: 'parlance-world';
  /** Format version. */
  readonly version: number;
  /** Name of the world. */
  readonly world: string;
  /** Seed of the world. */
  readonly seed: number;
  /** World time, in milliseconds since 1970. */
  readonly now: number;
  /** Mode of the clock. */
  readonly clock: ClockMode;
  /** Speed of a `running` clock, as a multiple of real time. Default 1. */
  readonly factor?: number | undefined;
  /** State of the random number generators. */
  readonly state: WorldState;
  /** Records. */
  readonly collections: readonly DumpedCollection[];
}

const SOURCE = 'snapshot';

/** Validated first, so that other documents are rejected with a single message. */
const head = z.looseObject({
  format: z.literal('parlance-world'),
  version: z.literal(SNAPSHOT_VERSION, {
    error: `must be ${SNAPSHOT_VERSION}; another release wrote this snapshot`,
  }),
});

const state = z.object({
  random: z.int(),
  ids: z.int(),
  requests: z.int(),
} satisfies Fields<WorldState>);

/** A custom schema, because `z.tuple` would copy every entry. */
const entry = z.custom<DumpedCollection['entries'][number]>(
  (value) =>
    Array.isArray(value) &&
    value.length === 3 &&
    Number.isInteger(value[0]) &&
    typeof value[1] === 'string' &&
    value[2] !== null,
  'must be [sequence, id, record]',
);

const collection = z
  .object({
    name: z.string(),
    owner: z.string().nullable(),
    next: z.int(),
    entries: z.array(entry),
  } satisfies Fields<DumpedCollection>)
  .superRefine(({ next, entries }, context) => {
    const ids = new Set<string>();
    let last = 0;
    for (const [index, [sequence, id]] of entries.entries()) {
      if (sequence <= last || sequence >= next || ids.has(id)) {
        const message = 'must have a new id, and a sequence number after the previous one and below next';
        context.addIssue({ code: 'custom', path: ['entries', index], message });
        return;
      }
      last = sequence;
      ids.add(id);
    }
  });

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

/**
 * Creates a snapshot of a world.
 *
 * @throws {RangeError} When the world's files are larger than 256 MB in total.
 */
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
    collections: [...world.store.dump(), ...dumpContents(world.store.contents)],
  };
}

/** Schemas of stored records, by name of their collection. Records of other collections are not validated. */
export type RecordSchemas = Readonly<Record<string, z.ZodType>>;

/**
 * Validates a snapshot.
 *
 * @param value - Parsed JSON.
 * @param schemas - Schemas of its records.
 * @throws {InputError} When it is not a valid snapshot, or has another format version; lists all problems.
 */
export function readSnapshot(value: unknown, schemas: RecordSchemas): Snapshot {
  const snapshot = parseInput(
    head.pipe(SnapshotSchema as z.ZodType<Snapshot, z.output<typeof head>>),
    value,
    { source: SOURCE },
  );
  requireRecords(snapshot, { ...schemas, [FILE_CONTENTS]: fileContent });
  return snapshot;
}

/** @throws {InputError} When a record is invalid. */
function requireRecords({ collections }: Snapshot, schemas: RecordSchemas): void {
  for (const [index, { name, entries }] of collections.entries()) {
    const schema = schemas[name];
    if (schema === undefined) continue;
    for (const [position, [, id, record]] of entries.entries()) {
      const [issue] = check(schema, record);
      if (issue === undefined) continue;
      const path = `${SOURCE}.collections.${index}.entries.${position}.2`;
      const message = `${issue.message} (the record ${id} of ${name})`;
      throw new InputError([{ path: issue.path === '' ? path : `${path}.${issue.path}`, message }]);
    }
  }
}

/**
 * Creates a world from a snapshot.
 *
 * @param snapshot - Result of {@link readSnapshot}.
 * @param name - Name of the world. Defaults to the name in the snapshot.
 */
export function openSnapshot(snapshot: Snapshot, name: string = snapshot.world): World {
  const clock = createClock({ mode: snapshot.clock, start: snapshot.now, factor: snapshot.factor });
  return createWorld({
    name,
    seed: snapshot.seed,
    store: createMemoryStore(
      snapshot.collections.filter(({ name }) => name !== FILE_CONTENTS),
      contentsIn(snapshot),
    ),
    clock,
    state: snapshot.state,
  });
}

/** Name of the collection that file contents have in a snapshot. */
const FILE_CONTENTS = 'file_contents';

const fileContent = z.looseObject({ base64: z.string() });

/** Maximum size of all file contents in a snapshot, because a snapshot is one JSON text. */
const MAX_CONTENT_BYTES = 256 * 1024 * 1024;

function dumpContents(contents: Contents): DumpedCollection[] {
  const bytes = [...contents.entries()].reduce((sum, [, content]) => sum + content.size, 0);
  if (bytes > MAX_CONTENT_BYTES)
    throw new RangeError(
      `The files of the world have ${bytes} bytes; a snapshot can contain ${MAX_CONTENT_BYTES}.`,
    );
  const entries = Array.from(contents.entries(), ([id, content], index) => {
    const record = { base64: readContent(content).toString('base64') };
    return [index + 1, id, record] as const;
  });
  if (entries.length === 0) return [];
  return [{ name: FILE_CONTENTS, owner: null, next: entries.length + 1, entries }];
}

/** Returns the file contents of a snapshot. */
function contentsIn({ collections }: Snapshot): (readonly [id: string, content: Content])[] {
  const dumped = collections.find(({ name }) => name === FILE_CONTENTS)?.entries ?? [];
  return dumped.map(([, id, record]) => {
    const { base64 } = record as { readonly base64: string };
    return [id, memoryContent([Buffer.from(base64, 'base64')])];
  });
}

/**
 * Copies the records, clock and randomness of a world. The copies are independent.
 *
 * @param world - World to copy.
 * @param name - Name of the copy.
 */
export function forkWorld(world: World, name: string): World {
  return createWorld({
    name,
    seed: world.seed,
    store: world.store.fork(),
    clock: forkClock(world.clock),
    state: world.state(),
  });
}

function forkClock(clock: Clock): Clock {
  return createClock({ mode: clock.mode, start: clock.now(), factor: clock.factor });
}
