import type { ExportProgress } from '../state/export-events.js';
import type { UnitTotals } from '../state/read-status.js';
import type { RunContext } from '../state/run-context.js';

/** Describes the progress of a run, with an estimate at the limit of the service. */
export async function progressOf(
  { tables, definition, compliance }: RunContext,
  totals: UnitTotals,
): Promise<ExportProgress> {
  const row = await tables
    .selectFrom('archive_exports')
    .select('late')
    .where('name', '=', definition.name)
    .executeTakeFirst();
  const { windows, partitions, records, requests } = totals;
  const requestsPerMinute = compliance.limits.requests?.limit ?? null;
  const sealed = windows.sealed + partitions.sealed;
  const open = windows.open + partitions.open;
  const remainingMs =
    requestsPerMinute === null || sealed === 0
      ? null
      : ((requests / sealed) * open * 60_000) / requestsPerMinute;
  return {
    type: 'progress',
    windows,
    partitions,
    records,
    lateRecords: row?.late ?? 0,
    requestsPerMinute,
    remainingMs: open === 0 ? 0 : remainingMs,
  };
}
