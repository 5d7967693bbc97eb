import type { Store } from '@parlance/durable';
import { ExportError } from '../definition/export-error.js';
import { exportSchema, type ExportTables } from './export-schema.js';
import type { ExportFailure, ExportStatus, UnitCounts } from './export-status.js';

const MAX_FAILURES = 1_000;

/** Name of the lease of an export. */
export function leaseName(exportName: string): string {
  return `archive/${exportName}`;
}

/** Counts of the units of an export, and what they needed. */
export interface UnitTotals {
  readonly windows: UnitCounts;
  readonly partitions: UnitCounts;
  readonly records: number;
  /** By kind of unit: how many are sealed and open, and the requests of each state. */
  readonly kinds: readonly Readonly<
    Record<'sealed' | 'open', { readonly units: number; readonly requests: number }>
  >[];
}

/** Counts the units of an export. */
export async function countUnits(store: Store, exportName: string): Promise<UnitTotals> {
  const rows = await store
    .tables(exportSchema)
    .selectFrom('archive_units')
    .select(({ fn }) => [
      'family',
      'state',
      fn.countAll<number>().as('units'),
      fn.sum<number>('records').as('records'),
      fn.sum<number>('requests').as('requests'),
    ])
    .where('export', '=', exportName)
    .groupBy(['family', 'state'])
    .execute();
  const counts = (family: string): UnitCounts => {
    const count = (state: string): number =>
      Number(rows.find((row) => row.family === family && row.state === state)?.units ?? 0);
    return { sealed: count('sealed'), open: count('open'), failed: count('failed') };
  };
  const totalOf = (family: string, state: string): UnitTotals['kinds'][number]['open'] => {
    const row = rows.find((one) => one.family === family && one.state === state);
    return { units: Number(row?.units ?? 0), requests: Number(row?.requests ?? 0) };
  };
  const kinds = [...new Set(rows.map(({ family }) => family))];
  return {
    windows: counts('activities'),
    partitions: counts('chats'),
    records: rows.reduce((sum, { records }) => sum + Number(records), 0),
    kinds: kinds.map((family) => ({ sealed: totalOf(family, 'sealed'), open: totalOf(family, 'open') })),
  };
}

/**
 * Reads the row of an export.
 *
 * @throws {ExportError} When it was never started.
 */
export async function requireStarted(
  store: Store,
  exportName: string,
): Promise<ExportTables['archive_exports']> {
  const tables = await store.migrate(exportSchema);
  const row = await tables
    .selectFrom('archive_exports')
    .selectAll()
    .where('name', '=', exportName)
    .executeTakeFirst();
  if (row !== undefined) return row;
  throw new ExportError('not_started', exportName, `never started with the store ${store.location}`);
}

/**
 * Reads the state of an export.
 *
 * @throws {ExportError} When it was never started.
 */
export async function readStatus(store: Store, exportName: string): Promise<ExportStatus> {
  const row = await requireStarted(store, exportName);
  const tables = store.tables(exportSchema);
  const holder = await store.leases.holder(leaseName(exportName));
  const failures = await tables
    .selectFrom('archive_failures')
    .selectAll()
    .where('export', '=', exportName)
    .orderBy('unit')
    .orderBy('id')
    .limit(MAX_FAILURES)
    .execute();
  const { windows, partitions, records } = await countUnits(store, exportName);
  return {
    name: exportName,
    state: row.state,
    run: row.run,
    bound: row.bound,
    completedTo: row.completed_to,
    runner: holder?.owner ?? null,
    problem: row.problem,
    windows,
    partitions,
    records,
    lateRecords: row.late,
    certificates: row.sequence,
    failures: failures.map(failureOf),
  };
}

function failureOf(row: ExportTables['archive_failures']): ExportFailure {
  return {
    kind: row.kind,
    id: row.id,
    unit: row.unit,
    code: row.code,
    message: row.message,
    requestId: row.request_id,
    failedAt: row.failed_at,
    skipped: row.skip === 1,
  };
}
