/** Checksums of the rows of a data file. SQLite itself does not notice when a bit of a value flips. */
import { COLUMNS } from './tables.js';

/** A value of a row. */
export type RowValue = string | number | Uint8Array;

/** Returns the checksum of a row: the CRC-32 of its values in the order of the columns. */
export function rowChecksum(values: readonly RowValue[]): number {
  const { crc32 } = process.getBuiltinModule('node:zlib');
  return values.reduce<number>(
    (sum, value) => crc32(value instanceof Uint8Array ? value : JSON.stringify(value), sum),
    0,
  );
}

/** Whether a row that was read with its checksum is intact. */
export function isIntact(table: keyof typeof COLUMNS, row: Readonly<Record<string, unknown>>): boolean {
  const values = COLUMNS[table].map((column) => row[column] as RowValue);
  return rowChecksum(values) === row['checksum'];
}
