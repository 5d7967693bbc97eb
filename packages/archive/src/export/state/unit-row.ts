import type { StoreSession } from '@parlance/durable';
import { exportSchema, type ExportTables } from './export-schema.js';
import { inParts } from './lists.js';

/** A row of `archive_units`. */
export type UnitRow = ExportTables['archive_units'];

/** Returns the row of a unit that is to be read. */
export function newUnit(
  facts: Pick<
    UnitRow,
    'export' | 'name' | 'family' | 'task' | 'priority' | 'range_from' | 'range_to' | 'weight'
  > &
    Partial<Pick<UnitRow, 'users'>>,
): UnitRow {
  return {
    state: 'open',
    users: null,
    revision: -1,
    attempts: 0,
    resume_from: null,
    rechecks: 0,
    increment: null,
    records: 0,
    requests: 0,
    counted: null,
    listed: 0,
    sent: 0,
    ...facts,
  };
}

/** Inserts units. */
export async function insertUnits(session: StoreSession, units: readonly UnitRow[]): Promise<void> {
  for (const part of inParts(units))
    await session.tables(exportSchema).insertInto('archive_units').values(part).execute();
}

/** Changes columns of a unit. */
export async function changeUnit(
  session: StoreSession,
  unit: Pick<UnitRow, 'export' | 'name'>,
  change: Partial<UnitRow>,
): Promise<void> {
  const row = session.tables(exportSchema).updateTable('archive_units').set(change);
  await row.where('export', '=', unit.export).where('name', '=', unit.name).execute();
}

/** Forgets what failed in earlier attempts to read a unit, but for what a person decided to leave out. */
export async function forgetFailures(session: StoreSession, unit: UnitRow): Promise<void> {
  const failures = session.tables(exportSchema).deleteFrom('archive_failures').where('skip', '=', 0);
  await failures.where('export', '=', unit.export).where('unit', '=', unit.name).execute();
}
