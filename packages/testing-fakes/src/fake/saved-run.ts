/** Saved runs: the world of a test, its journal and its scenario in one file. */
import { parseInput } from '@parlance/schemas/validation/kit';
import * as z from 'zod';
import type { Fields } from '../input/fields.js';
import type { Steering } from '../scenario/steering.js';
import type { JournalEntry } from '../world/journal.js';
import { readSnapshot, takeSnapshot, type RecordSchemas, type Snapshot } from '../world/snapshot.js';
import type { World } from '../world/world.js';
import type { FaultProgress } from '../faults/fault-plan.js';
import type { LimitsUsed } from '../organization/rate-limits.js';
import type { ScriptProgress } from '../model/script-plan.js';
import type { Scenario } from './scenario.js';

/** Progress of a scenario. */
export interface ScenarioProgress {
  /** Progress of each script. */
  readonly replies: readonly ScriptProgress[];
  /** Counters of each fault. */
  readonly faults: readonly FaultProgress[];
  /** Used capacity of the rate limits, by family and measure. */
  readonly limits: LimitsUsed;
  /** Number of matching requests for each change. */
  readonly changes: readonly number[];
  /** Number of replays of each exchange. */
  readonly exchanges: readonly number[];
}

/** A scenario with its progress. Scripted sessions, the clock and records are not part of it: the world stores them. */
export interface ScenarioState {
  /** Steps that were set, used or not. */
  readonly scenario: Omit<Scenario, 'sessions' | 'clock' | 'records'>;
  /** How far they have been used. */
  readonly progress: ScenarioProgress;
}

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
export function saveRun(world: World, steering: Steering, journal: readonly JournalEntry[]): SavedRun {
  // The steering of the four services has the parts of `ScenarioState`.
  const state = steering.state(world) as unknown as ScenarioState;
  return {
    format: 'parlance-run',
    version: SAVED_RUN_VERSION,
    snapshot: takeSnapshot(world),
    journal,
    ...state,
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
  // Missing in the runs of earlier releases.
  unknown_model: z.string().nullable().default(null),
  request_id: z.string(),
} satisfies Fields<JournalEntry>);

/** Validated first, so that other documents are rejected with a single message. */
const head = z.looseObject({
  format: z.literal('parlance-run'),
  version: z.literal(SAVED_RUN_VERSION, {
    error: `must be ${SAVED_RUN_VERSION}; another release wrote this file`,
  }),
});

/**
 * Validates a saved run.
 *
 * @param value - Parsed JSON.
 * @param steering - Parts of its scenario.
 * @param schemas - Schemas of its records.
 * @throws {InputError} When it is not a valid saved run, or has another format version; lists all problems.
 */
export function readSavedRun(value: unknown, steering: Steering, schemas: RecordSchemas): SavedRun {
  const run = z
    .object({
      format: z.literal('parlance-run'),
      version: z.literal(SAVED_RUN_VERSION),
      // Validated by `readSnapshot`.
      snapshot: z.unknown(),
      journal: z.array(entry),
      scenario: steering.schema,
      progress: steering.progressSchema,
    } satisfies Fields<Record<keyof SavedRun, unknown>>)
    .superRefine((saved, context) => {
      for (const [part, progress] of Object.entries(saved.progress)) {
        const steps = (saved.scenario as Readonly<Record<string, unknown>>)[part] ?? [];
        if (Array.isArray(progress) && Array.isArray(steps) && progress.length !== steps.length)
          context.addIssue({
            code: 'custom',
            path: ['progress', part],
            message: `must have one entry for each entry of scenario.${part}`,
          });
      }
    });
  const saved = parseInput(head.pipe(run), value, { source: 'run' });
  // The schema of the scenario and its progress is that of its parts.
  return { ...saved, snapshot: readSnapshot(saved.snapshot, schemas) } as unknown as SavedRun;
}
