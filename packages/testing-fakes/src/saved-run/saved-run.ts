/** Saved runs: the world of a test, its journal, scripts, faults and rate limits in one file. */
import { parseInput } from '@parlance/schemas/validation';
import * as z from 'zod';
import { FaultsSchema } from '../faults/read-faults.js';
import type { Fault } from '../faults/fault.js';
import type { FaultProgress } from '../faults/fault-plan.js';
import type { Fields } from '../input/fields.js';
import type { LimitsUsed } from '../limits/limit-plan.js';
import { LIMIT_FAMILIES, RateLimitsSchema, type RateLimits } from '../limits/rate-limits.js';
import { ScriptsSchema } from '../scripts/read-scripts.js';
import type { Script } from '../scripts/script.js';
import type { JournalEntry } from '../world/journal.js';
import { openSnapshot, readSnapshot, takeSnapshot, type Snapshot } from '../world/snapshot.js';
import type { World } from '../world/world.js';

/** Format version that this release reads and writes. */
export const SAVED_RUN_VERSION = 1;

/**
 * The state of the emulator at the end of a test, as plain JSON. `parlance-fakes open FILE` serves it again, for
 * debugging.
 */
export interface SavedRun {
  /** Always `parlance-run`. */
  readonly format: 'parlance-run';
  /** Format version. */
  readonly version: number;
  /** The world: its records, time, seed and randomness. */
  readonly snapshot: Snapshot;
  /** Requests and response statuses. Contains no keys, prompts or replies. */
  readonly journal: readonly JournalEntry[];
  /** Scripted replies. */
  readonly scripts: readonly Script[];
  /** Progress of each script. */
  readonly progress: readonly ScriptProgress[];
  /** Faults. */
  readonly faults: readonly Fault[];
  /** Counters of each fault. */
  readonly faultProgress: readonly FaultProgress[];
  /** Rate limits. */
  readonly rateLimits: RateLimits;
  /** Used capacity of the rate limits, by family and measure. */
  readonly limitsUsed: LimitsUsed;
}

/** Progress of a script. */
export interface ScriptProgress {
  /** Index of the next step. */
  readonly step: number;
  /** Number of times that step has been used. */
  readonly used: number;
}

/** Creates a saved run from a world and its journal. */
export function saveRun(world: World, journal: readonly JournalEntry[]): SavedRun {
  const { scripts, progress } = world.scripts.state();
  return {
    format: 'parlance-run',
    version: SAVED_RUN_VERSION,
    snapshot: takeSnapshot(world),
    journal,
    scripts,
    progress,
    faults: world.faults.faults,
    faultProgress: world.faults.progress(),
    rateLimits: world.limits.limits,
    limitsUsed: world.limits.used(),
  };
}

const count = z.int().min(0);

const entry: z.ZodType<JournalEntry> = z.looseObject({
  number: count,
  world: z.string().nullable(),
  time: z.string().nullable(),
  duration_ms: z.number(),
  method: z.string(),
  path: z.string(),
  operation: z.string().nullable(),
  status: z.int().nullable(),
  rule: z.string().nullable(),
  fault: z.int().nullable(),
  request_id: z.string(),
} satisfies Fields<JournalEntry>);

const limitsUsed: z.ZodType<LimitsUsed> = z.partialRecord(
  z.enum(LIMIT_FAMILIES),
  z.partialRecord(z.enum(['requests', 'input_tokens', 'output_tokens']), z.number().min(0)).optional(),
);

/** Validated first, so that other documents are rejected with a single message. */
const head = z.looseObject({
  format: z.literal('parlance-run'),
  version: z.literal(SAVED_RUN_VERSION, {
    error: `must be ${SAVED_RUN_VERSION}; another release wrote this file`,
  }),
});

const run = z
  .object({
    format: z.literal('parlance-run'),
    version: z.literal(SAVED_RUN_VERSION),
    // Validated by `readSnapshot`, which migrates snapshots of earlier releases.
    snapshot: z.unknown(),
    journal: z.array(entry),
    scripts: ScriptsSchema,
    progress: z.array(z.object({ step: count, used: count } satisfies Fields<ScriptProgress>)),
    faults: FaultsSchema,
    faultProgress: z.array(z.object({ passed: count, injected: count } satisfies Fields<FaultProgress>)),
    rateLimits: RateLimitsSchema,
    limitsUsed,
  } satisfies Fields<Record<keyof SavedRun, unknown>>)
  .refine(({ progress, scripts }) => progress.length === scripts.length, {
    path: ['progress'],
    error: 'must have one entry for each script',
  })
  .refine(({ faultProgress, faults }) => faultProgress.length === faults.length, {
    path: ['faultProgress'],
    error: 'must have one entry for each fault',
  });

/**
 * Validates a saved run.
 *
 * @param value - Parsed JSON.
 * @throws {InputError} When it is not a valid saved run, or has another format version; lists all problems.
 */
export function readSavedRun(value: unknown): SavedRun {
  const saved = parseInput(head.pipe(run), value, { source: 'run' });
  return { ...saved, snapshot: readSnapshot(saved.snapshot) };
}

/**
 * Creates the world of a saved run.
 *
 * @param run - Result of {@link readSavedRun}.
 * @param name - Name of the world. Defaults to the name in the saved run.
 */
export function openSavedRun(run: SavedRun, name?: string): World {
  const world = openSnapshot(run.snapshot, name);
  world.faults.set(run.faults, run.faultProgress);
  world.limits.set(run.rateLimits, run.limitsUsed);
  world.scripts.set(run.scripts, run.progress);
  return world;
}
