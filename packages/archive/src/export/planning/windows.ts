import type { StoreTransaction } from '@parlance/durable';
import { isoTime } from '../definition/duration.js';
import type { ExportDefinition } from '../definition/export-definition.js';
import { exportSchema } from '../state/export-schema.js';
import { changeUnit, insertUnits, newUnit, type UnitRow } from '../state/unit-row.js';

const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;

/** Windows come before chats. */
const FIRST = 10;

/** What {@link addWindows} needs. */
export interface NewWindows {
  readonly definition: Pick<ExportDefinition, 'name' | 'activities' | 'order'>;
  /** End of the existing windows; undefined before the first run. */
  readonly plannedTo: string | undefined;
  /** Start of the first window. */
  readonly from: string;
  /** End of the last window, exclusive. */
  readonly to: string;
}

/** Adds windows that tile the time from the end of the existing ones. */
export async function addWindows(transaction: StoreTransaction, options: NewWindows): Promise<void> {
  const { definition, plannedTo, from, to } = options;
  const { windowMs, historyMs } = definition.activities;
  const ranges = tile({
    fromMs: Date.parse(plannedTo ?? from),
    toMs: Date.parse(to),
    lengthsMs: plannedTo === undefined ? [historyMs, partMs(definition), windowMs] : [windowMs],
  });
  await insertWindows(transaction, definition, ranges);
}

/**
 * Divides a window of history that one page does not hold in days, so that an interruption loses less and several processes read them. Returns the first
 * part, which keeps the name of the window; undefined if the window is not longer than that.
 */
export async function divideWindow(
  transaction: StoreTransaction,
  definition: NewWindows['definition'],
  unit: UnitRow,
): Promise<UnitRow | undefined> {
  const [first, ...others] = partsOf(definition, unit);
  if (first === undefined || others.length === 0) return undefined;
  const range_to = isoTime(first[1]);
  await changeUnit(transaction, unit, { range_to, weight: minutesOf(first) });
  await insertWindows(transaction, definition, others);
  return { ...unit, range_to };
}

/** Returns whether {@link divideWindow} would divide a window. */
export function isDivisible(definition: NewWindows['definition'], unit: UnitRow): boolean {
  return partsOf(definition, unit).length > 1;
}

function partsOf(definition: NewWindows['definition'], unit: UnitRow): readonly Range[] {
  // A window that was sealed keeps its bounds.
  if (unit.revision >= 0 || unit.range_from === null) return [];
  const [fromMs, toMs] = [Date.parse(unit.range_from), Date.parse(unit.range_to)];
  return tile({ fromMs, toMs, lengthsMs: [partMs(definition)] });
}

/** Length of the parts of a window of history. */
function partMs({ activities: { historyMs, windowMs } }: NewWindows['definition']): number {
  return Math.min(historyMs, Math.max(DAY_MS, windowMs));
}

async function insertWindows(
  transaction: StoreTransaction,
  definition: NewWindows['definition'],
  ranges: readonly Range[],
): Promise<void> {
  const units = ranges.map(([startMs, endMs]) =>
    newUnit({
      export: definition.name,
      name: `activities/${isoTime(startMs).replaceAll(/[:.]/g, '-')}`,
      family: 'activities',
      task: 'window',
      priority: FIRST + (definition.order === 'newest-first' ? Math.floor(startMs / HOUR_MS) : 0),
      range_from: isoTime(startMs),
      range_to: isoTime(endMs),
      weight: minutesOf([startMs, endMs]),
    }),
  );
  await insertUnits(transaction, units);
}

/** Opens the windows that are due to be read again. */
export async function openRechecks(
  transaction: StoreTransaction,
  definition: NewWindows['definition'],
  nowMs: number,
): Promise<void> {
  for (const [index, { ms }] of definition.activities.recheck.entries())
    await transaction
      .tables(exportSchema)
      .updateTable('archive_units')
      .set({ state: 'open', task: 'recheck', attempts: 0, listed: 0, sent: 0 })
      .where('export', '=', definition.name)
      .where('family', '=', 'activities')
      .where('state', '=', 'sealed')
      .where('rechecks', '=', index)
      .where('range_to', '<=', isoTime(nowMs - ms))
      .execute();
}

type Range = readonly [fromMs: number, toMs: number];

function minutesOf([fromMs, toMs]: Range): number {
  return Math.ceil((toMs - fromMs) / 60_000);
}

interface Tiling {
  readonly fromMs: number;
  readonly toMs: number;
  /** Lengths of the windows, longest first. Each is used up to its last multiple before the end, and the last one up to the end. */
  readonly lengthsMs: readonly number[];
}

/** Divides a range of time at multiples of the lengths, without gaps. */
export function tile({ fromMs, toMs, lengthsMs }: Tiling): readonly Range[] {
  const ranges: Range[] = [];
  let startMs = fromMs;
  for (const [index, lengthMs] of lengthsMs.entries()) {
    const isLast = index === lengthsMs.length - 1;
    const lastMs = isLast ? toMs : Math.floor(toMs / lengthMs) * lengthMs;
    while (startMs < lastMs) {
      const endMs = Math.min((Math.floor(startMs / lengthMs) + 1) * lengthMs, lastMs);
      ranges.push([startMs, endMs]);
      startMs = endMs;
    }
  }
  return ranges;
}
