/** Tables of the data file, and migrations between their versions. */

import type { DatabaseSync } from 'node:sqlite';
import { TABLES } from './row-checksum.js';

/** Schema version that this release writes. */
export const SCHEMA_VERSION = 3;

/** Functions that migrate a file from the version in the key to the next. */
export const migrations: Readonly<Record<number, (database: DatabaseSync) => void>> = {
  0: (database) =>
    database.exec(`
    CREATE TABLE worlds (
      name TEXT PRIMARY KEY, seed INTEGER NOT NULL, now REAL NOT NULL, clock TEXT NOT NULL, state TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE collections (
      world TEXT NOT NULL, name TEXT NOT NULL, owner TEXT NOT NULL, next INTEGER NOT NULL,
      PRIMARY KEY (world, name, owner)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE records (
      world TEXT NOT NULL, collection TEXT NOT NULL, owner TEXT NOT NULL, sequence INTEGER NOT NULL,
      id TEXT NOT NULL, record TEXT NOT NULL, PRIMARY KEY (world, collection, owner, sequence)
    ) STRICT, WITHOUT ROWID;
  `),
  1: moveFileContents,
  2: addChecksums,
};

/** Moves file contents from base64 records to chunks of bytes. */
function moveFileContents(database: DatabaseSync): void {
  database.exec(`
    CREATE TABLE contents (
      world TEXT NOT NULL, id TEXT NOT NULL, blob INTEGER NOT NULL, size INTEGER NOT NULL, PRIMARY KEY (world, id)
    ) STRICT;
    CREATE TABLE chunks (
      blob INTEGER NOT NULL, position INTEGER NOT NULL, bytes BLOB NOT NULL, PRIMARY KEY (blob, position)
    ) STRICT;
  `);
  const rows = database.prepare(
    "SELECT world, id, record FROM records WHERE collection = 'file_contents' ORDER BY world, sequence",
  );
  const addContent = database.prepare('INSERT INTO contents VALUES (?, ?, ?, ?)');
  const addChunk = database.prepare('INSERT INTO chunks VALUES (?, 0, ?)');
  let blob = 0;
  for (const { world, id, record } of rows.all() as { world: string; id: string; record: string }[]) {
    const bytes = Buffer.from((JSON.parse(record) as { base64: string }).base64, 'base64');
    addContent.run(world, id, ++blob, bytes.byteLength);
    addChunk.run(blob, bytes);
  }
  database.exec(`
    DELETE FROM records WHERE collection = 'file_contents';
    DELETE FROM collections WHERE name = 'file_contents';
  `);
}

/** Adds a checksum to every row. Requires `defineRowChecksum`. */
function addChecksums(database: DatabaseSync): void {
  for (const [table, columns] of Object.entries(TABLES))
    database.exec(`
      ALTER TABLE ${table} ADD COLUMN checksum INTEGER NOT NULL DEFAULT 0;
      UPDATE ${table} SET checksum = row_checksum(${columns.join(', ')});
    `);
}
