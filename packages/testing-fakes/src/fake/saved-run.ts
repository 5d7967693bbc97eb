/** Saved runs: the world of a test, its journal and its scenario in one file. */
import { parseInput } from '@parlance/schemas/validation';
import * as z from 'zod';
import type { FaultProgress } from '../faults/fault-plan.js';
import type { Fields } from '../input/fields.js';
import type { LimitsUsed } from '../limits/limit-plan.js';
import { LIMIT_FAMILIES } from '../limits/rate-limits.js';
import { ScenarioSchema } from './scenario.schema.js';
import type { ScenarioProgress, ScenarioState } from '../scenario/world-scenario.js';
import type { ScriptProgress } from '../model/script-plan.js';
import type { JournalEntry } from '../world/journal.js';
import { openSnapshot, readSnapshot, takeSnapshot, type Snapshot } from '../world/snapshot.js';
import type { World } from '../world/world.js';

/** Format version that this release reads and writes. */
export const SAVED_RUN_VERSION = 2;

/**
 * The state of the emulator at the end of a test, as plain JSON. `parlance-fakes open FILE` serves it again, for
 * debugging.
 */
export interface SavedRun extends ScenarioState {
  /** Always `parlance-run`. */
  readonly format: 'parlance-run';
  /** Format version. */
  readonly version: number;
  /** The world: its records, time, seed and randomness. */
  readonly snapshot: Snapshot;
  /** Requests and response statuses. Contains no keys, prompts or replies. */
  readonly journal: readonly JournalEntry[];
}

/** Creates a saved run from a world and its journal. */
export function saveRun(world: World, journal: readonly JournalEntry[]): SavedRun {
  return {
    format: 'parlance-run',
    version: SAVED_RUN_VERSION,
    snapshot: takeSnapshot(world),
    journal,
    ...world.scenario.state(),
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
  z
    .partialRecord(z.enum(['requests', 'input_tokens', 'output_tokens', 'tool_uses']), z.number().min(0))
    .optional(),
);

/** Validated first, so that other documents are rejected with a single message. */
const head = z.looseObject({
  format: z.literal('parlance-run'),
  version: z.literal(SAVED_RUN_VERSION, {
    error: `must be ${SAVED_RUN_VERSION}; another release wrote this file`,
  }),
});

const progress = z.object({
  replies: z.array(z.object({ step: count, used: count } satisfies Fields<ScriptProgress>)),
  faults: z.array(z.object({ passed: count, injected: count } satisfies Fields<FaultProgress>)),
  limits: limitsUsed,
  changes: z.array(count),
  exchanges: z.array(count),
} satisfies Fields<ScenarioProgress>);

const run = z
  .object({
    format: z.literal('parlance-run'),
    version: z.literal(SAVED_RUN_VERSION),
    // Validated by `readSnapshot`, which migrates snapshots of earlier releases.
    snapshot: z.unknown(),
    journal: z.array(entry),
    scenario: ScenarioSchema,
    progress,
  } satisfies Fields<Record<keyof SavedRun, unknown>>)
  .superRefine(({ scenario, progress: counted }, context) => {
    for (const part of ['replies', 'faults', 'changes', 'exchanges'] as const)
      if (counted[part].length !== (scenario[part] ?? []).length)
        context.addIssue({
          code: 'custom',
          path: ['progress', part],
          message: `must have one entry for each entry of scenario.${part}`,
        });
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
  world.scenario.restore(run);
  return world;
}
