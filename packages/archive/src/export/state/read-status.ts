import type { Store } from '@parlance/durable';
import { ExportError } from '../definition/export-error.js';
import { findExport, type ExportRow } from './export-row.js';
import { exportSchema, type ExportTables } from './export-schema.js';
import type { ExportFailure, ExportForecast, ExportStatus, UnitCounts } from './export-status.js';
import { readFollowers } from './follower-status.js';
import { decode } from './json-column.js';
import type { UnitRow } from './unit-row.js';

const MAX_FAILURES = 1_000;

const SUMMED = ['records', 'requests', 'weight', 'counted', 'listed', 'sent'] as const;

/** Name of the lease of an export. */
export function leaseName(exportName: string): string {
  return `archive/${exportName}`;
}

/** Counts of the units of an export, and what they needed. */
export interface UnitTotals {
  readonly windows: UnitCounts;
  readonly partitions: UnitCounts;
  readonly records: number;
  /** Requests of all runs. */
  readonly requests: number;
  readonly sums: readonly UnitSums[];
}

/** Sums over units of the same kind and state. See {@link ExportTables} for what is added up. */
export interface UnitSums
  extends
    Pick<UnitRow, 'family' | 'state' | 'task'>,
    Readonly<
      Record<'units' | 'begun' | 'records' | 'requests' | 'weight' | 'counted' | 'listed' | 'sent', number>
    > {
  /** Partitions have one for each band of creation times, windows one for short and one for long windows. */
  readonly kind: number;
  /** Whether the chats of the units were counted. */
  readonly isCounted: boolean;
}

/** Minutes of a day, the weight of a long window. */
export const DAY_MINUTES = 1_440;

/** Counts the units of an export. */
export async function countUnits(store: Store, exportName: string): Promise<UnitTotals> {
  const sums = await sumUnits(store, exportName);
  const counts = (family: string): UnitCounts => {
    const count = (state: string): number =>
      sumOf(
        sums.filter((row) => row.family === family && row.state === state),
        'units',
      );
    return { sealed: count('sealed'), open: count('open'), failed: count('failed') };
  };
  return {
    windows: counts('activities'),
    partitions: counts('chats'),
    records: sumOf(sums, 'records'),
    requests: sumOf(sums, 'requests'),
    sums,
  };
}

/** Adds up a column of sums. */
export function sumOf(
  sums: readonly UnitSums[],
  column: { [Name in keyof UnitSums]: UnitSums[Name] extends number ? Name : never }[keyof UnitSums],
): number {
  return sums.reduce((sum, row) => sum + row[column], 0);
}

async function sumUnits(store: Store, exportName: string): Promise<readonly UnitSums[]> {
  const rows = await store
    .tables(exportSchema)
    .selectFrom('archive_units')
    .select(({ fn, eb }) => {
      const kind = eb
        .case()
        .when('family', '=', 'chats')
        .then(eb.ref('priority'))
        .when('weight', '>=', DAY_MINUTES)
        .then(1)
        .else(0)
        .end();
      const isBegun = eb.case().when('sent', '>', 0).then(1).else(0).end();
      return [
        'family',
        'state',
        'task',
        kind.as('kind'),
        eb.case().when('counted', 'is', null).then(0).else(1).end().as('is_counted'),
        fn.countAll().as('units'),
        fn.sum(isBegun).as('begun'),
        ...SUMMED.map((name) => fn.sum(name).as(name)),
      ];
    })
    .where('export', '=', exportName)
    .groupBy(['family', 'state', 'task', 'kind', 'is_counted'])
    .execute();
  return rows.map(({ family, state, task, ...row }) => {
    // PostgreSQL returns sums as text.
    const number = (name: keyof typeof row): number => Number(row[name] ?? 0);
    return {
      family,
      state,
      task,
      kind: number('kind'),
      isCounted: number('is_counted') === 1,
      units: number('units'),
      begun: number('begun'),
      records: number('records'),
      requests: number('requests'),
      weight: number('weight'),
      counted: number('counted'),
      listed: number('listed'),
      sent: number('sent'),
    };
  });
}

/**
 * Reads the row of an export.
 *
 * @throws {ExportError} When it was never started.
 */
export async function requireStarted(store: Store, exportName: string): Promise<ExportRow> {
  await store.migrate(exportSchema);
  const row = await findExport(store, exportName);
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
  const { windows, partitions, records, requests } = await countUnits(store, exportName);
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
    forecast: forecastOf(row, requests),
    followers: await readFollowers(tables, exportName),
    failures: failures.map(failureOf),
  };
}

function forecastOf({ run, forecast }: ExportRow, sent: number): ExportForecast | null {
  if (forecast === null) return null;
  const { run: ofRun, chatRequests: _chatRequests, sentBefore, ...stored } = decode(forecast);
  if (run !== ofRun) return null;
  const { madeAt, endsAt, endedAt } = stored;
  const [fromMs, expectedMs] = [Date.parse(madeAt), Date.parse(endsAt)];
  const tookMs = endedAt === null ? 0 : Date.parse(endedAt) - fromMs;
  const error = tookMs > 0 ? (expectedMs - fromMs) / tookMs - 1 : null;
  return { ...stored, sent: sent - sentBefore, error };
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
