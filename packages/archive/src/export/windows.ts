import type { StoreTransaction } from '@parlance/durable';
import { isoTime } from './duration.js';
import type { ExportDefinition } from './export-definition.js';
import { exportSchema } from './export-schema.js';
import type { UnitRow } from './run-context.js';

const ROWS = 500;
const HOUR_MS = 3_600_000;

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
  const ranges = tile({
    fromMs: Date.parse(plannedTo ?? from),
    toMs: Date.parse(to),
    windowMs: definition.activities.windowMs,
    historyMs: plannedTo === undefined ? definition.activities.historyMs : 0,
  });
  const units = ranges.map(([startMs, endMs]): UnitRow => ({
    export: definition.name,
    name: `activities/${isoTime(startMs).replaceAll(/[:.]/g, '-')}`,
    family: 'activities',
    state: 'open',
    task: 'window',
    priority: FIRST + (definition.order === 'newest-first' ? Math.floor(startMs / HOUR_MS) : 0),
    range_from: isoTime(startMs),
    range_to: isoTime(endMs),
    users: null,
    revision: -1,
    attempts: 0,
    resume_from: null,
    rechecks: 0,
    increment: null,
    records: 0,
    requests: 0,
  }));
  for (let start = 0; start < units.length; start += ROWS)
    await transaction
      .tables(exportSchema)
      .insertInto('archive_units')
      .values(units.slice(start, start + ROWS))
      .execute();
}

/** Opens the windows that are due to be read again. */
export async function openRechecks(
  transaction: StoreTransaction,
  {
    definition,
    nowMs,
  }: { readonly definition: Pick<ExportDefinition, 'name' | 'activities'>; readonly nowMs: number },
): Promise<void> {
  for (const [index, { ms }] of definition.activities.recheck.entries())
    await transaction
      .tables(exportSchema)
      .updateTable('archive_units')
      .set({ state: 'open', task: 'recheck', attempts: 0 })
      .where('export', '=', definition.name)
      .where('family', '=', 'activities')
      .where('state', '=', 'sealed')
      .where('rechecks', '=', index)
      .where('range_to', '<=', isoTime(nowMs - ms))
      .execute();
}

interface Tiling {
  readonly fromMs: number;
  readonly toMs: number;
  readonly windowMs: number;
  /** Length of windows that end before the last full one of them; 0 for none. */
  readonly historyMs: number;
}

/** Divides a range of time at multiples of the lengths, without gaps. */
export function tile({ fromMs, toMs, windowMs, historyMs }: Tiling): readonly (readonly [number, number])[] {
  const ranges: [number, number][] = [];
  const historyEndMs = historyMs === 0 ? fromMs : Math.floor(toMs / historyMs) * historyMs;
  for (let startMs = fromMs; startMs < toMs;) {
    const lengthMs = startMs < historyEndMs ? historyMs : windowMs;
    const endMs = Math.min((Math.floor(startMs / lengthMs) + 1) * lengthMs, toMs);
    ranges.push([startMs, endMs]);
    startMs = endMs;
  }
  return ranges;
}
