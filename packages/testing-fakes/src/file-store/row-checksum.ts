/** Checksums of the rows of a data file. SQLite itself does not notice when a bit of a value flips. */
import type { DatabaseSync } from 'node:sqlite';

/** A value of a row. */
export type RowValue = string | number | Uint8Array;

/** Columns of each table, in order, without the checksum. */
export const TABLES: Readonly<Record<string, readonly string[]>> = {
  worlds: ['name', 'seed', 'now', 'clock', 'state'],
  collections: ['world', 'name', 'owner', 'next'],
  records: ['world', 'collection', 'owner', 'sequence', 'id', 'record'],
  contents: ['world', 'id', 'blob', 'size'],
  chunks: ['blob', 'position', 'bytes'],
};

/** Returns the checksum of a row: the CRC-32 of its values in the order of the columns. */
export function rowChecksum(values: readonly RowValue[]): number {
  const { crc32 } = process.getBuiltinModule('node:zlib');
  return values.reduce<number>(
    (sum, value) => crc32(value instanceof Uint8Array ? value : JSON.stringify(value), sum),
    0,
  );
}

/** Makes `row_checksum(...)` available to the statements of a database. */
export function defineRowChecksum(database: DatabaseSync): void {
  database.function('row_checksum', { varargs: true, deterministic: true }, (...values) =>
    rowChecksum(values as RowValue[]),
  );
}

/** Whether a row that was read with its checksum is intact. */
export function isIntact(table: keyof typeof TABLES, row: Readonly<Record<string, unknown>>): boolean {
  const values = (TABLES[table] ?? []).map((column) => row[column] as RowValue);
  return rowChecksum(values) === row['checksum'];
}
