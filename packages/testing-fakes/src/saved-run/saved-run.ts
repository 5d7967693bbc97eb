/** A test as one file: its world, what was asked and answered, seed, scripts, faults and limits. */
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

/** Version of the form that this release writes. */
export const SAVED_RUN_VERSION = 1;

/** A saved test, as plain JSON. `parlance-fakes open FILE` serves it again. */
export interface SavedRun {
  /** Always `parlance-run`. */
  readonly format: 'parlance-run';
  /** Version of the form. */
  readonly version: number;
  /** The world with its records, time, seed and randomness. */
  readonly snapshot: Snapshot;
  /** What was asked and answered; it holds no keys, prompts or replies. */
  readonly journal: readonly JournalEntry[];
  /** What the model answers. */
  readonly scripts: readonly Script[];
  /** How far each script has come: the next step, and how often that was used. */
  readonly progress: readonly ScriptProgress[];
  /** What goes wrong. */
  readonly faults: readonly Fault[];
  /** How far each fault has come. */
  readonly faultProgress: readonly FaultProgress[];
  /** How much may be asked. */
  readonly rateLimits: RateLimits;
  /** How much of that is used, by family and measure. */
  readonly limitsUsed: LimitsUsed;
}

/** How far a script has come. */
export interface ScriptProgress {
  /** Place of the next step. */
  readonly step: number;
  /** How often that step was used. */
  readonly used: number;
}

/** Saves a world with what was asked of it. */
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

/** What tells a saved run of this release from any other document. */
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
    // Checked by its own reader, which upgrades those of earlier releases.
    snapshot: z.unknown(),
    journal: z.array(entry),
    scripts: ScriptsSchema,
    progress: z.array(z.object({ step: count, used: count } satisfies Fields<ScriptProgress>)),
    faults: FaultsSchema,
    faultProgress: z.array(z.object({ passed: count, struck: count } satisfies Fields<FaultProgress>)),
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
 * Checks a saved run.
 *
 * @param value - Parsed JSON.
 * @throws {InputError} When it is not a saved run, is damaged, or was written by another release; all problems are listed.
 */
export function readSavedRun(value: unknown): SavedRun {
  const saved = parseInput(head.pipe(run), value, { source: 'run' });
  return { ...saved, snapshot: readSnapshot(saved.snapshot) };
}

/**
 * Makes the world of a saved run.
 *
 * @param run - What {@link readSavedRun} gave.
 * @param name - Name of the world. Default: the saved one's.
 */
export function openSavedRun(run: SavedRun, name?: string): World {
  const world = openSnapshot(run.snapshot, name);
  world.faults.set(run.faults, run.faultProgress);
  world.limits.set(run.rateLimits, run.limitsUsed);
  world.scripts.set(run.scripts, run.progress);
  return world;
}
