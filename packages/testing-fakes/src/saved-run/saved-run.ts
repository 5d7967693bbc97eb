/** A test as one file: its world, what was asked and answered, seed, scripts, faults and limits. */
import { readFaults } from '../faults/read-faults.js';
import type { Fault } from '../faults/fault.js';
import type { FaultProgress } from '../faults/fault-plan.js';
import type { LimitsUsed } from '../limits/limit-plan.js';
import { readRateLimits, type RateLimits } from '../limits/rate-limits.js';
import { readScripts } from '../scripts/read-scripts.js';
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

/**
 * Checks a saved run.
 *
 * @param value - Parsed JSON.
 * @throws {TypeError} When it is no saved run, a damaged one, or one of a later release; the message names the key.
 */
export function readSavedRun(value: unknown): SavedRun {
  const run = value as Partial<SavedRun> | null;
  if (typeof run !== 'object' || run?.format !== 'parlance-run')
    throw new TypeError('Saved run: format must be parlance-run.');
  if (run.version !== SAVED_RUN_VERSION)
    throw new TypeError(`Saved run: version must be ${SAVED_RUN_VERSION}; another release wrote this file.`);
  const scripts = readScripts(run.scripts);
  const faults = readFaults(run.faults);
  const { journal, progress, faultProgress, limitsUsed } = run;
  if (!Array.isArray(journal) || !journal.every(isEntry))
    throw new TypeError('Saved run: journal must be an array of requests.');
  if (!counts(progress, scripts.length, ['step', 'used']))
    throw new TypeError('Saved run: progress must have {step, used} for each script.');
  if (!counts(faultProgress, faults.length, ['passed', 'struck']))
    throw new TypeError('Saved run: faultProgress must have {passed, struck} for each fault.');
  if (!isUse(limitsUsed))
    throw new TypeError('Saved run: limitsUsed must have numbers from 0 by family and measure.');
  return {
    format: 'parlance-run',
    version: SAVED_RUN_VERSION,
    snapshot: readSnapshot(run.snapshot),
    journal,
    scripts,
    progress: progress as readonly ScriptProgress[],
    faults,
    faultProgress: faultProgress as readonly FaultProgress[],
    rateLimits: readRateLimits(run.rateLimits),
    limitsUsed,
  };
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

function isEntry(value: unknown): boolean {
  const entry = value as Partial<JournalEntry> | null;
  const isText = (text: unknown): boolean => typeof text === 'string';
  return (
    isText(entry?.method) &&
    isText(entry?.path) &&
    isText(entry?.request_id) &&
    (entry?.status === null || Number.isInteger(entry?.status)) &&
    (entry?.rule === null || isText(entry?.rule))
  );
}

/** Whether a list has these counts for each of so many. */
function counts(value: unknown, length: number, keys: readonly string[]): boolean {
  const hasCounts = (one: unknown): boolean =>
    keys.every((key) => isCount((one as Record<string, unknown> | null)?.[key]));
  return Array.isArray(value) && value.length === length && value.every(hasCounts);
}

function isCount(value: unknown): boolean {
  return Number.isInteger(value) && (value as number) >= 0;
}

function isUse(value: unknown): value is LimitsUsed {
  const isRecord = (one: unknown): one is object =>
    typeof one === 'object' && one !== null && !Array.isArray(one);
  const isAmount = (one: unknown): boolean => typeof one === 'number' && one >= 0 && Number.isFinite(one);
  return (
    isRecord(value) &&
    Object.values(value).every((family) => isRecord(family) && Object.values(family).every(isAmount))
  );
}
