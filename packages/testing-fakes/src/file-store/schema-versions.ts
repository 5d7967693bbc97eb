/** Tables of the data file, and migrations between their versions. */

/** Schema version that this release writes. */
export const SCHEMA_VERSION = 1;

/** SQL that migrates a file from the version in the key to the next. */
export const migrations: Readonly<Record<number, string>> = {
  0: `
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
  `,
};
