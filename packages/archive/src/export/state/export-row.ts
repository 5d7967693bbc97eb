import type { StoreSession } from '@parlance/durable';
import { exportSchema, type ExportTables } from './export-schema.js';

/** A row of `archive_exports`. */
export type ExportRow = ExportTables['archive_exports'];

/** Reads the row of an export; undefined before its first run. */
export async function findExport(session: StoreSession, name: string): Promise<ExportRow | undefined> {
  const rows = session.tables(exportSchema).selectFrom('archive_exports').selectAll();
  return rows.where('name', '=', name).executeTakeFirst();
}

/** Changes columns of the row of an export. */
export async function changeExport(
  session: StoreSession,
  name: string,
  change: Partial<ExportRow>,
): Promise<void> {
  const row = session.tables(exportSchema).updateTable('archive_exports').where('name', '=', name);
  await row.set(change).execute();
}
