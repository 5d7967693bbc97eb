import type { ExportProgress } from '../state/export-events.js';
import type { UnitTotals } from '../state/read-status.js';
import type { RunContext } from '../state/run-context.js';

/** Describes the progress of a run, with an estimate at the limit of the service. */
export async function progressOf(
  { tables, definition, compliance, pace }: RunContext,
  totals: UnitTotals,
): Promise<ExportProgress> {
  const row = await tables
    .selectFrom('archive_exports')
    .select('late')
    .where('name', '=', definition.name)
    .executeTakeFirst();
  const { windows, partitions, records } = totals;
  const requestsPerMinute = compliance.limits.requests?.limit ?? null;
  const requests = remainingRequests(totals);
  return {
    type: 'progress',
    windows,
    partitions,
    records,
    lateRecords: row?.late ?? 0,
    requestsPerMinute,
    remainingMs: requests === null ? null : (requests * 60_000) / pace(),
  };
}

/** Returns the requests of the open units: each needs as much as the sealed ones of its kind. Null while a kind has none. */
export function remainingRequests({ kinds }: Pick<UnitTotals, 'kinds'>): number | null {
  let remaining = 0;
  for (const { sealed, open } of kinds) {
    if (open.units === 0) continue;
    if (sealed.units === 0) return null;
    remaining += Math.max(open.units, (sealed.requests / sealed.units) * open.units - open.requests);
  }
  return remaining;
}
