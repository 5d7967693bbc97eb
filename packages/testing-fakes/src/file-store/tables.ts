/** Tables of the data file, and the checksums of their rows. */

/** Version of the tables. A file of another version is rejected. */
export const TABLES_VERSION = 3;

/** Columns of each table, in order, without the checksum that follows them. */
export const COLUMNS = {
  worlds: ['name', 'seed', 'now', 'clock', 'state'],
  collections: ['world', 'name', 'owner', 'next'],
  records: ['world', 'collection', 'owner', 'sequence', 'id', 'record'],
  contents: ['world', 'id', 'blob', 'size'],
  chunks: ['blob', 'position', 'bytes'],
} as const;

/** Creates the tables. */
export const CREATE_TABLES = `
  CREATE TABLE worlds (
    name TEXT PRIMARY KEY, seed INTEGER NOT NULL, now REAL NOT NULL, clock TEXT NOT NULL, state TEXT NOT NULL,
    checksum INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE collections (
    world TEXT NOT NULL, name TEXT NOT NULL, owner TEXT NOT NULL, next INTEGER NOT NULL, checksum INTEGER NOT NULL,
    PRIMARY KEY (world, name, owner)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE records (
    world TEXT NOT NULL, collection TEXT NOT NULL, owner TEXT NOT NULL, sequence INTEGER NOT NULL, id TEXT NOT NULL,
    record TEXT NOT NULL, checksum INTEGER NOT NULL, PRIMARY KEY (world, collection, owner, sequence)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE contents (
    world TEXT NOT NULL, id TEXT NOT NULL, blob INTEGER NOT NULL, size INTEGER NOT NULL, checksum INTEGER NOT NULL,
    PRIMARY KEY (world, id)
  ) STRICT;
  CREATE TABLE chunks (
    blob INTEGER NOT NULL, position INTEGER NOT NULL, bytes BLOB NOT NULL, checksum INTEGER NOT NULL,
    PRIMARY KEY (blob, position)
  ) STRICT;
`;

/** A value of a row. */
export type RowValue = string | number | Uint8Array;

/**
 * Returns the checksum of a row: the CRC-32 of its values in the order of the columns. SQLite itself does not notice when a bit of a value
 * flips.
 */
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
