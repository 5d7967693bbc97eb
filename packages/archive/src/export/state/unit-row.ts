import type { StoreTransaction } from '@parlance/durable';
import { exportSchema, type ExportTables } from './export-schema.js';

const ROWS = 500;

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
export async function insertUnits(transaction: StoreTransaction, units: readonly UnitRow[]): Promise<void> {
  for (let start = 0; start < units.length; start += ROWS)
    await transaction
      .tables(exportSchema)
      .insertInto('archive_units')
      .values(units.slice(start, start + ROWS))
      .execute();
}
