import type { ExportProgress } from '../state/export-events.js';
import { findExport } from '../state/export-row.js';
import { decode } from '../state/json-column.js';
import { ACTIVITIES_PER_PAGE } from '../reading/read-window.js';
import { DAY_MINUTES, sumOf, type UnitSums, type UnitTotals } from '../state/read-status.js';
import type { RunContext } from '../state/run-context.js';

/** Describes the progress of a run, with an estimate at the limit of the service. */
export async function progressOf(context: RunContext, totals: UnitTotals): Promise<ExportProgress> {
  const { store, definition, compliance, pace } = context;
  // Before anything else is awaited, so that it is about the same moment as the totals.
  const { unsealed, perMinute } = context.requests.measure(totals.requests);
  const row = await findExport(store, definition.name);
  const { windows, partitions, records, sums } = totals;
  const chatRequests = row?.forecast == null ? 1 : decode(row.forecast).chatRequests;
  const requests = Math.max(0, remainingRequests(sums, chatRequests) - unsealed);
  return {
    type: 'progress',
    windows,
    partitions,
    records,
    lateRecords: row?.late ?? 0,
    requestsPerMinute: compliance.limits.requests?.limit ?? null,
    remainingMs: (requests * 60_000) / Math.min(pace(), perMinute),
  };
}

/**
 * Returns the requests of the open units: each needs as much as the others of its kind.
 *
 * @param sums - All units.
 * @param chatRequests - Requests for a chat, while none was read.
 */
export function remainingRequests(sums: readonly UnitSums[], chatRequests: number): number {
  const open = sums.filter(({ state }) => state === 'open');
  return open.reduce((remaining, units) => {
    const similar = sums.filter(({ family, task }) => family === units.family && task === units.task);
    const same = similar.filter(({ kind }) => kind === units.kind);
    const requests =
      units.task === 'backfill'
        ? requestsOfChats(units, similar, same, chatRequests)
        : units.task === 'increment'
          ? requestsOfIncrements(units, similar)
          : requestsOfWindows(units, similar);
    return remaining + Math.max(units.units, requests);
  }, 0);
}

/** Partitions whose chats were not counted have as many as the others. A partition needs a request, and each chat what others needed. */
function requestsOfChats(
  open: UnitSums,
  similar: readonly UnitSums[],
  same: readonly UnitSums[],
  chatRequests: number,
): number {
  const known = same.filter(({ state, isCounted }) => state === 'sealed' || isCounted);
  const chats = known.reduce((sum, one) => sum + (one.isCounted ? one.counted : one.listed), 0);
  const perPerson = chats / Math.max(1, sumOf(known, 'weight'));
  const expected = open.isCounted ? open.counted : perPerson * open.weight;
  const listed = sumOf(similar, 'listed');
  const perChat = listed === 0 ? chatRequests : (sumOf(similar, 'sent') - sumOf(similar, 'begun')) / listed;
  return open.units - open.begun + perChat * Math.max(0, expected - open.listed);
}

/** Windows have as many activities per minute as the others. A page holds those of a window, or the window is divided in days. */
function requestsOfWindows(open: UnitSums, similar: readonly UnitSums[]): number {
  const sealed = similar.filter(({ state }) => state === 'sealed');
  const minutes = open.weight / open.units;
  const pages =
    (sumOf(sealed, 'records') / Math.max(1, sumOf(sealed, 'weight'))) * (minutes / ACTIVITIES_PER_PAGE);
  if (pages <= 1) return open.units - open.begun;
  const days = Math.max(1, minutes / DAY_MINUTES);
  return open.units * days * (pages <= days ? 1 : pages / days + 0.5) - open.sent;
}

/** An increment needs as many requests per person as the sealed ones. Until one is sealed: a list, and one chat per person. */
function requestsOfIncrements(open: UnitSums, similar: readonly UnitSums[]): number {
  const sealed = similar.filter(({ state }) => state === 'sealed');
  const weight = sumOf(sealed, 'weight');
  const requests = weight === 0 ? open.units + open.weight : (sumOf(sealed, 'sent') / weight) * open.weight;
  return requests - open.sent;
}
